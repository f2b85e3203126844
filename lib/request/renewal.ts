import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { sealData } from 'iron-session'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { isTooMuch, TrainingError, trainingErrorOf, UnreadableReply } from '@/lib/training/errors'
import { refreshLogin } from '@/lib/training/session'
import { openerOf } from './opened'
import { sealPassword } from './seal-passwords'
import type { Session } from './session'
import { store } from './store'

type Fresh = Pick<Session, 'token' | 'refreshToken' | 'tokenEndsAt'>

/** A token is renewed in its last minutes; the bell asks once a minute, so an open page never meets its end. */
const EARLY_SECONDS = 300
const PAUSE_SECONDS = 60
/** So long a request whose token is over waits for another web that is renewing it. */
const PATIENCE_MS = 5_000
const LOOK_MS = 100
const freshKey = (sid: string) => `token:${sid}`
const triedKey = (sid: string) => `token-tried:${sid}`
const refusedKey = (sid: string) => `token-refused:${sid}`
/** Whether another try may mend it: what a platform says no to it says again, in whatever words and form, as long as it can be read. */
export function isPassing(trouble: TrainingError): boolean {
  const { code, status } = trouble
  return trouble instanceof UnreadableReply || code === 'timeout' || isTooMuch(trouble) || (['failed', 'malformed'].includes(code) && (status === 0 || status >= 500))
}
const nowSeconds = () => Math.floor(Date.now() / 1000)
// Pages and doors are bundled apart; a session is renewed once for all of them.
const shared = globalThis as { trainhallRenewals?: Map<string, Promise<Fresh | null>> }
const pending = (shared.trainhallRenewals ??= new Map())

/**
 * The session with a token that lives on (S6, contract 1.8). Pages cannot write cookies, so the newer token is kept beside the session,
 * sealed, as long as that lasts. A renewal that is refused leaves the old token, whose end the platform will tell; so does one that fails
 * while the old one lives. Where that is over already, a renewal that may succeed later throws its TrainingError: an old token sent
 * instead would end the session.
 */
export async function renewed(session: Session): Promise<Session> {
  if (lasts(session) || !session.refreshToken) return session
  const current = await asKept(session)
  if (lasts(current)) return current
  const renewal = pending.get(session.sid) ?? begin(current)
  return { ...current, ...(await renewal) }
}

/** The session with the newest token that is kept for it, which may be over; the platform is not asked for another. */
export async function asKept(session: Session): Promise<Session> {
  return { ...session, ...(await keptToken(session.sid)) }
}

/**
 * The session after the platform has called its token over: with what is kept for it by now or, as platforms may end the old token at once, with
 * what somebody is just renewing it to; the same where nobody has renewed it. A token that is not in its last minutes is renewed by nobody: it was
 * ended on purpose, or, while the webs do not hear of each other, by another one that has renewed it too. Throws where nobody can say yet.
 */
export async function replaced(session: Session, token: string): Promise<Session> {
  const current = await asKept(session)
  const { sid } = session
  const mayBeTaken = current.token !== session.token && !store.isShared(freshKey(sid))
  if (current.token !== token || (lasts(current) && !mayBeTaken) || !current.refreshToken) return current
  // What was under way may have failed as one whose token lives; to this one it does not.
  const fresh = (await pending.get(sid)) ?? (await (pending.get(sid) ?? begin({ ...current, tokenEndsAt: REFUSED }, mayBeTaken)))
  return { ...current, ...fresh }
}

/** When a token ended that the platform takes no more, whatever it had been given. */
const REFUSED = 0
const isOver = ({ tokenEndsAt }: Fresh) => tokenEndsAt <= nowSeconds()
const lasts = ({ tokenEndsAt }: Fresh) => tokenEndsAt - nowSeconds() > EARLY_SECONDS

const openFresh = openerOf<Fresh>({ ttl: 0, most: 5_000 })

/** The newest token that is kept for a session, null while it has the one it began with. */
export async function keptToken(sid: string): Promise<Fresh | null> {
  const sealed = await store.get(freshKey(sid))
  return sealed ? ((await openFresh(sealed)) as Fresh) : null
}

function begin(session: Session, isOnceMore = false): Promise<Fresh | null> {
  const renewal = renew(session, isOnceMore).finally(() => pending.delete(session.sid))
  pending.set(session.sid, renewal)
  return renewal
}

async function renew(session: Session, isOnceMore: boolean): Promise<Fresh | null> {
  const { sid, refreshToken } = session
  if (!refreshToken) return null
  // That this web itself asked a moment ago is none to wait for.
  if (isOnceMore) await store.delete(triedKey(sid))
  // One of all webs asks.
  if ((await store.count(triedKey(sid), PAUSE_SECONDS)) > 1) return isOver(session) ? ofAnother(session) : null
  try {
    const login = await refreshLogin(refreshToken)
    if (login.learnerId !== session.learnerId || login.tenantId !== session.tenantId) return await refused(sid)
    const fresh: Fresh = { token: login.token, refreshToken: login.refreshToken ?? refreshToken, tokenEndsAt: nowSeconds() + login.expiresInSeconds }
    await store.set(freshKey(sid), await sealData(fresh, { password: sealPassword, ttl: 0 }), env.SESSION_MAX_AGE_SECONDS)
    return fresh
  } catch (error) {
    log.warn({ error: String(error) }, 'a token could not be renewed')
    const trouble = trainingErrorOf(error)
    if (trouble !== null && !isPassing(trouble)) return refused(sid)
    if (!isOver(session)) return null
    await store.delete(triedKey(sid))
    throw error
  }
}

async function refused(sid: string): Promise<null> {
  await store.set(refusedKey(sid), '1', PAUSE_SECONDS)
  return null
}

/** What another web has been given, or a request before this one; null where the platform has refused. */
async function ofAnother({ sid, token, tokenEndsAt }: Session): Promise<Fresh | null> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const fresh = await keptToken(sid)
    if (fresh && !isOver(fresh) && !(tokenEndsAt === REFUSED && fresh.token === token)) return fresh
    if (await store.get(refusedKey(sid))) return null
    await pause(LOOK_MS)
  }
  throw new TrainingError('timeout', 'another web is renewing the token')
}
