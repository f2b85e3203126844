import 'server-only'
import { headers } from 'next/headers'
import type { Visitor } from '@/lib/domain/learner'
import type { Locale } from '@/lib/domain/locale'
import type { Tenant } from '@/lib/domain/tenant'
import { visitorAddress } from './address'

/** Who looks at a page of a tenant, with the address they come from. */
export async function visitorOf({ id }: Tenant, locale: Locale): Promise<Visitor> {
  return { tenantId: id, locale, address: visitorAddress(await headers()) }
}

/** What the browser that asks calls itself; null when it does not say. */
export async function currentUserAgent(): Promise<string | null> {
  return (await headers()).get('user-agent')
}

/** Whether a browser asks ahead, for a page that nobody may ever look at. */
export async function isAskedAhead(): Promise<boolean> {
  const head = await headers()
  return /prefetch|prerender/i.test(head.get('sec-purpose') ?? head.get('purpose') ?? '')
}
