import 'server-only'
import { sealData, unsealData } from 'iron-session'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { refreshLogin } from '@/lib/training/session'
import { openPasswords, sealPassword } from './seal-passwords'
import type { Session } from './session'
import { store } from './store'

type Fresh = Pick<Session, 'token' | 'refreshToken' | 'tokenEndsAt'>

/** A token is renewed in its last minutes; the bell asks once a minute, so an open page never meets its end. */
const EARLY_SECONDS = 300
const PAUSE_SECONDS = 60
const freshKey = (sid: string) => `token:${sid}`
const triedKey = (sid: string) => `token-tried:${sid}`
const nowSeconds = () => Math.floor(Date.now() / 1000)
// Pages and doors are bundled apart; a session is renewed once for all of them.
const shared = globalThis as { trainhallRenewals?: Map<string, Promise<Fresh | null>> }
const pending = (shared.trainhallRenewals ??= new Map())

/**
 * The session with a token that lives on (S6, contract 1.8). Pages cannot write cookies, so the newer token is kept beside the session,
 * sealed, as long as that lasts. A renewal that fails leaves the old token, whose end the platform will tell.
 */
export async function renewed(session: Session): Promise<Session> {
  if (lasts(session) || !session.refreshToken) return session
  const current = { ...session, ...(await keptToken(session.sid)) }
  if (lasts(current)) return current
  const renewal = pending.get(session.sid) ?? begin(current)
  return { ...current, ...(await renewal) }
}

const lasts = ({ tokenEndsAt }: Fresh) => tokenEndsAt - nowSeconds() > EARLY_SECONDS

async function keptToken(sid: string): Promise<Fresh | null> {
  const sealed = await store.get(freshKey(sid))
  return sealed ? await unsealData<Fresh>(sealed, { password: openPasswords }) : null
}

function begin(session: Session): Promise<Fresh | null> {
  const renewal = renew(session).finally(() => pending.delete(session.sid))
  pending.set(session.sid, renewal)
  return renewal
}

async function renew(session: Session): Promise<Fresh | null> {
  if (!session.refreshToken || (await store.get(triedKey(session.sid)))) return null
  await store.set(triedKey(session.sid), '1', PAUSE_SECONDS)
  try {
    const login = await refreshLogin(session.refreshToken)
    if (login.learnerId !== session.learnerId || login.tenantId !== session.tenantId) return null
    const fresh: Fresh = { token: login.token, refreshToken: login.refreshToken ?? session.refreshToken, tokenEndsAt: nowSeconds() + login.expiresInSeconds }
    await store.set(freshKey(session.sid), await sealData(fresh, { password: sealPassword, ttl: 0 }), env.SESSION_MAX_AGE_SECONDS)
    return fresh
  } catch (error) {
    log.warn({ error: String(error) }, 'a token could not be renewed')
    return null
  }
}
