import 'server-only'
import type { Tenant } from '@/lib/domain/tenant'
import { env } from '@/lib/env'

const schemePort = { http: 80, https: 443 } as const

/** Where a tenant's public addresses begin, `https://train.example.com`: out of its record, never out of a request's headers. */
export function originOf({ domain }: Pick<Tenant, 'domain'>): string {
  const port = env.PUBLIC_PORT ?? (env.PUBLIC_SCHEME === 'https' ? schemePort.https : env.PORT)
  return `${env.PUBLIC_SCHEME}://${domain}${port === schemePort[env.PUBLIC_SCHEME] ? '' : `:${port}`}`
}
