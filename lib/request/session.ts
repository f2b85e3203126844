import 'server-only'
import { sealData } from 'iron-session'
import { cookies, headers } from 'next/headers'
import { randomBytes } from 'node:crypto'
import type { Profile } from '@/lib/domain/account'
import type { Login } from '@/lib/domain/session'
import { env } from '@/lib/env'
import { visitorAddress } from './address'
import { audit, auditFirst } from './audit'
import { readLongCookie, writeLongCookie } from './long-cookie'
import { openerOf } from './opened'
import { sealPassword } from './seal-passwords'
import { store } from './store'
import { dropUntoldLogout } from './untold-logouts'

/** What is sealed into the cookie: ids and the token, nothing that grows. Times in seconds since 1970. */
export type Session = {
  sid: string
  tenantId: string
  learnerId: string
  username: string
  name: string
  avatarUrl: string | null
  roles: string[]
  exerciseBank: boolean
  token: string
  refreshToken: string | null
  startedAt: number
  /** When it was last heard of, give or take ten minutes; absent in cookies from before this was kept. */
  seenAt?: number
  tokenEndsAt: number
}

const secure = env.PUBLIC_SCHEME === 'https'
/** `__Host-` binds the cookie to this very host, but only https may set it. */
export const sessionCookie = secure ? '__Host-sid' : 'sid'

const ttl = env.SESSION_MAX_AGE_SECONDS
/** The browser forgets the cookie a minute before the seal would not open any more. */
const attributes = { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge: Math.max(env.SESSION_MAX_AGE_SECONDS - 60, 1) } as const
/** What is shown of a person; the platform's may be longer than a cookie. */
const MAX_SHOWN = 200
const MAX_URL = 500
/** 256 random bits, as tokens have. */
const SID_BYTES = 32

const nowSeconds = () => Math.floor(Date.now() / 1000)
const revokedKey = (sid: string) => `revoked:${sid}`
const revokedBeforeKey = (session: Pick<Session, 'tenantId' | 'learnerId'>) => `revoked-before:${session.tenantId}:${session.learnerId}`
const shownKey = (session: Pick<Session, 'tenantId' | 'learnerId'>) => `avatar:${session.tenantId}:${session.learnerId}`
const shownName = (name: string) => name.slice(0, MAX_SHOWN).toWellFormed()
const shownUrl = (url: string | null) => (url && url.length <= MAX_URL ? url : null)

const open = openerOf<Session>({ ttl, most: 5_000 })

/** The session of this request if it is alive and of this tenant, else null. */
export async function readSession(tenantId: string): Promise<Session | null> {
  const sealed = readLongCookie(await cookies(), sessionCookie)
  const session = sealed ? await open(sealed) : {}
  if (!session.sid || !session.token) return null
  if (session.tenantId !== tenantId) {
    auditFirst('session.foreign', { tenantId, learnerId: session.learnerId, address: visitorAddress(await headers()), reason: `of tenant ${session.tenantId}` })
    return null
  }
  const alive = session as Session
  if (alive.startedAt + env.SESSION_MAX_AGE_SECONDS <= nowSeconds()) return null
  if ((alive.seenAt ?? alive.startedAt) + env.SESSION_IDLE_SECONDS <= nowSeconds()) return null
  if (!alive.refreshToken && alive.tokenEndsAt <= nowSeconds()) return null
  // Asked for together, so that they cost one way to the store.
  const [ended, shown] = await Promise.all([isEnded(alive), newestShown(alive)])
  return ended ? null : { ...alive, ...shown }
}

/** When a session is over in any case, in milliseconds since 1970; one that is not used may end before. */
export const endOf = ({ startedAt }: Pick<Session, 'startedAt'>) => Math.floor((startedAt + env.SESSION_MAX_AGE_SECONDS) * 1000)

/** Whether a session was ended from outside: by logging out, or by a new password. */
export async function isEnded(session: Pick<Session, 'sid' | 'tenantId' | 'learnerId' | 'startedAt'>): Promise<boolean> {
  const [revoked, before] = await Promise.all([store.get(revokedKey(session.sid)), store.get(revokedBeforeKey(session))])
  return Boolean(revoked) || (before !== null && session.startedAt < Number(before))
}

/** What the cookie of this request holds, {} without one. */
async function current(): Promise<Readonly<Partial<Session>>> {
  const sealed = readLongCookie(await cookies(), sessionCookie)
  return sealed ? open(sealed) : {}
}

async function save(session: Partial<Session>): Promise<void> {
  const shown = { ...session, name: session.name === undefined ? undefined : shownName(session.name), avatarUrl: shownUrl(session.avatarUrl ?? null) }
  writeLongCookie(await cookies(), sessionCookie, await sealData(shown, { password: sealPassword, ttl }), attributes)
}

/** Begins a session for a login, under a new id, and ends the one the browser had before; only in doors. */
export async function startSession(login: Login): Promise<void> {
  const before = await current()
  if (before.sid) await revoke(before.sid)
  await dropUntoldLogout(login.token)
  await save({
    sid: randomBytes(SID_BYTES).toString('base64url'), tenantId: login.tenantId, learnerId: login.learnerId, username: login.username, name: login.name, avatarUrl: login.avatarUrl,
    roles: login.roles, exerciseBank: login.exerciseBank, token: login.token, refreshToken: login.refreshToken,
    startedAt: Date.now() / 1000, seenAt: nowSeconds(), tokenEndsAt: nowSeconds() + login.expiresInSeconds,
  })
}

/** Puts a new token (or a new name or picture) into the running session; only in doors. */
export async function updateSession(changes: Partial<Pick<Session, 'token' | 'refreshToken' | 'tokenEndsAt' | 'seenAt' | 'name' | 'avatarUrl'>>): Promise<void> {
  const session = await current()
  // The cookie of one that has ended is no longer its own, however late the reply is.
  if (session.sid && !(await isEnded(session as Session))) await save({ ...session, ...changes })
}

/** Has a learner's new picture shown, in this browser and in the others, whose cookies hold the address of the one before; only in doors. */
export async function keepAvatar(session: Session, avatarUrl: string | null): Promise<void> {
  await updateSession({ avatarUrl })
  await keepShown(session, { avatarUrl: shownUrl(avatarUrl), at: Date.now() / 1000 })
}

/**
 * Has a learner shown in every browser, from the next page on, as the platform's profile tells them now, and gives whether that is anything new:
 * somebody else may have changed it since they logged in. Writes no cookie, so that a page may do it.
 */
export async function keepProfile(session: Session, profile: Pick<Profile, 'name' | 'avatarUrl'>): Promise<boolean> {
  const avatarUrl = shownUrl(profile.avatarUrl)
  // Who is told without a name keeps theirs.
  const name = shownName(profile.name) || session.name
  if (name === session.name && avatarUrl === session.avatarUrl) return false
  const at = Date.now() / 1000
  await keepShown(session, { avatarUrl, at, ...(profile.name && { name, namedAt: at }) })
  return true
}

/** What is shown of a learner since then; the name only where it was told since. */
type Shown = { avatarUrl: string | null; at: number; name?: string; namedAt?: number }

async function keptShown(session: Session): Promise<Shown | null> {
  const kept = await store.get(shownKey(session))
  return kept ? (JSON.parse(kept) as Shown) : null
}

async function keepShown(session: Session, changes: Shown): Promise<void> {
  await store.set(shownKey(session), JSON.stringify({ ...(await keptShown(session)), ...changes }), env.SESSION_MAX_AGE_SECONDS)
}

/** The name and the picture that the learner has got since the session began, or else those it began with. */
async function newestShown(session: Session): Promise<Pick<Session, 'name' | 'avatarUrl'>> {
  const { avatarUrl = null, at = 0, name = '', namedAt = 0 } = (await keptShown(session)) ?? {}
  return { avatarUrl: at > session.startedAt ? avatarUrl : session.avatarUrl, name: namedAt > session.startedAt ? name : session.name }
}

/** Ends one session. */
const revoke = (sid: string) => store.set(revokedKey(sid), String(nowSeconds()), env.SESSION_MAX_AGE_SECONDS)

/** No reply is later than this: a file may take five minutes to come, and the platform two to take it. */
const LATE_SECONDS = 600

/**
 * Whoever ended this request's session has seen to its cookie as well, and by now that may be the one of a new login in another tab: a late
 * reply leaves it alone. Later on it can only be that nobody heard of the end, and the cookie goes.
 */
async function isCookieOfOthers({ sid }: Partial<Session>): Promise<boolean> {
  const endedAt = sid ? await store.get(revokedKey(sid)) : null
  return endedAt !== null && Number(endedAt) + LATE_SECONDS > nowSeconds()
}

const SEEN_STEP_SECONDS = 600

/** Notes in the cookie that its session is in use, every ten minutes; one that nobody uses for `SESSION_IDLE_SECONDS` is over. Only in doors. */
export async function keepSeen({ startedAt, seenAt = startedAt }: Session): Promise<void> {
  if (nowSeconds() - seenAt >= SEEN_STEP_SECONDS) await updateSession({ seenAt: nowSeconds() })
}

/** Ends the session of this browser: the cookie goes, and a copy of it is worth nothing. */
export async function endSession(): Promise<void> {
  const session = await current()
  if (await isCookieOfOthers(session)) return
  if (session.sid) await revoke(session.sid)
  writeLongCookie(await cookies(), sessionCookie, '', { ...attributes, maxAge: 0 })
}

/** Ends every session of a learner that began before now (password change); one that begins in the same second, with the new password, goes on. Clocks of several webs are kept together (docs/operating.md). */
export async function endAllSessions(session: Pick<Session, 'tenantId' | 'learnerId'>): Promise<void> {
  await store.set(revokedBeforeKey(session), String(Date.now() / 1000), env.SESSION_MAX_AGE_SECONDS)
  audit('sessions.ended', { tenantId: session.tenantId, learnerId: session.learnerId })
}
