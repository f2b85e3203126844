import 'server-only'
import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { Learner } from '@/lib/domain/learner'
import { pickLocale, type Locale } from '@/lib/domain/locale'
import type { Tenant } from '@/lib/domain/tenant'
import { routes } from '@/lib/routes'
import { asKept, renewed, replaced } from './renewal'
import { readSession, sessionCookie, type Session } from './session'
import { currentTenant, tabIcons, tenantOfLearner } from './tenant'

/** The language of this request: cookie first, then the browser's wish. */
export async function currentLocale(): Promise<Locale> {
  return pickLocale((await cookies()).get('lang')?.value, (await headers()).get('accept-language'))
}

export type Asking = { learner: Learner; session: Session; tenant: Tenant }

/** The learner who is asking, with session and tenant; null without a living session of this very tenant. Once per request. */
export const currentLearner = cache(() => askingWith(renewed, replaced))

/** The same with the token that was last kept, which may be over: for a logout, which revokes that one and must not need the platform. */
export const currentLearnerAsKept = () => askingWith(asKept, asKept)

async function askingWith(fresh: (session: Session) => Promise<Session>, newest: (session: Session, refused: string) => Promise<Session>): Promise<Asking | null> {
  const locale = await currentLocale()
  const tenant = await currentTenant(locale)
  const sealed = tenant && (await readSession(tenant.id))
  if (!tenant || !sealed) return null
  const session = await fresh(sealed)
  const learner = new Learner({ id: session.learnerId, tenantId: session.tenantId, username: session.username, locale, token: session.token, newest: async (refused) => (await newest(sealed, refused)).token })
  return { learner, session, tenant }
}

/** The learner of a page; without one the browser goes to login and back to where it wanted to be. */
export async function requireAsking(): Promise<Asking> {
  const asking = await currentLearner()
  if (asking) return { ...asking, tenant: (await tenantOfLearner(asking.learner)) ?? asking.tenant }
  const wanted = (await headers()).get('x-path')
  // A cookie that opens nothing any more was a session once.
  const had = (await cookies()).has(sessionCookie)
  redirect(routes.login(wanted ?? undefined, had ? 'expired' : undefined))
}

/** The learner of a page, see `requireAsking`. */
export async function requireLearner(): Promise<Learner> {
  return (await requireAsking()).learner
}

/** What the browser's tab shows on a learner's page, where that is more than the tenant's record tells everybody. */
export async function learnersMetadata(): Promise<Metadata> {
  const asking = await currentLearner()
  const tenant = asking && (await tenantOfLearner(asking.learner))
  if (!tenant || (tenant.title === asking.tenant.title && tenant.logoUrl === asking.tenant.logoUrl)) return {}
  return { title: { absolute: tenant.title, template: `%s · ${tenant.title}` }, icons: tabIcons(tenant) }
}
