import 'server-only'
import type { Certificate } from '@/lib/domain/certificates'
import type { Tenant } from '@/lib/domain/tenant'
import { routes } from '@/lib/routes'
import { originOf } from './origin'

/** Where anybody can check a certificate, in whichever language they read: the same address wherever its code is shown or printed; null where the platform offers no check. */
export function checkUrlOf(tenant: Pick<Tenant, 'domain'>, { checkCode }: Pick<Certificate, 'checkCode'>): string | null {
  return checkCode && originOf(tenant) + routes.certificate(checkCode)
}
