import 'server-only'
import { z } from 'zod'
import { Learner, type Visitor } from '@/lib/domain/learner'
import { rolesOf, type Login } from '@/lib/domain/session'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { encipherPassword } from './cipher'
import { training } from './client'
import { TrainingError } from './errors'
import { wireFile } from './files'
import { wireDone, wireId, wireList, wireNumber, wirePart, wireText, wireTextMaybe } from './wire'

const EXERCISE_BANK_MODE = 2
/** What the platform says of a login that names another tenant's account; said too when the tenants do not match (contract 1.9). */
const WRONG_ACCOUNT = '\u7528\u6237\u540d\u4e0d\u5b58\u5728\u6216\u8005\u5bc6\u7801\u9519\u8bef'

const authorities = wireList(z.object({ authority: wireTextMaybe })).transform((list) => list.flatMap(({ authority }) => authority ?? []))

const tokenReply = z.object({
  access_token: z.string().min(1),
  refresh_token: wireTextMaybe,
  expires_in: wireNumber(43_199),
  user_info: z.object({
    id: wireId,
    username: wireText,
    name: wireTextMaybe,
    tenantId: wireId,
    tenantMode: wireNumber(1),
    avatar: wireFile,
    // Nothing at all is no word about roles; a list without any is one.
    authorities: z.unknown().optional().transform((value): unknown => value || null).pipe(authorities.nullable()),
  }),
})

/** A login as the token tells it; null: the token says nothing of roles. */
type TokenLogin = Omit<Login, 'roles'> & { roles: string[] | null }

const basic = () => ({
  Authorization: `Basic ${Buffer.from(`${env.UPSTREAM_CLIENT_ID}:${env.UPSTREAM_CLIENT_SECRET}`).toString('base64')}`,
  'TENANT-ID': env.UPSTREAM_LOGIN_TENANT_HEADER,
})

function loginOf(reply: z.infer<typeof tokenReply>): TokenLogin {
  const user = reply.user_info
  return {
    learnerId: user.id, tenantId: user.tenantId, username: user.username, name: user.name ?? user.username, avatarUrl: user.avatar,
    roles: user.authorities && rolesOf(user.authorities), exerciseBank: user.tenantMode === EXERCISE_BANK_MODE,
    token: reply.access_token, refreshToken: reply.refresh_token, expiresInSeconds: reply.expires_in,
  }
}

/** What the platform has to say before a login (S7): null to go on, else its words; a platform without this call lets everybody on. */
export async function checkBeforeLogin(visitor: Visitor, username: string): Promise<string | null> {
  try {
    await training.get(visitor, 'admin/user/selectUserTimeEndStatus', { username, tenantId: visitor.tenantId }, wireDone)
    return null
  } catch (error) {
    if (error instanceof TrainingError && error.code === 'rejected' && error.status === 200) return error.message
    if (error instanceof TrainingError && (['expired', 'forbidden', 'missing'].includes(error.code) || [401, 403, 404, 424].includes(error.status))) return null
    throw error
  }
}

/** A login with account and password (S5); `rejected` carries the platform's words, also for an account of another tenant. */
export async function logIn(visitor: Visitor, form: { account: string; password: string }): Promise<TokenLogin> {
  const query = { randomStr: 'blockPuzzle', code: env.UPSTREAM_CAPTCHA_CODE, grant_type: 'password', tenant_flag: env.UPSTREAM_TENANT_FLAG.replace('{tenantId}', visitor.tenantId) }
  const password = encipherPassword(form.password, env.UPSTREAM_PASSWORD_CIPHER, env.UPSTREAM_PASSWORD_KEY)
  const reply = await training.ask('POST', null, 'auth/oauth/token', { query, form: { username: form.account, password }, headers: basic(), bare: true }, tokenReply).catch((error: unknown) => {
    // A login asks with no session: whoever has one and proves a password, or logs in in another tab, keeps it.
    if (error instanceof TrainingError && error.code === 'expired') throw new TrainingError('failed', error.message, error.status, error)
    throw error
  })
  if (reply.user_info.tenantId !== visitor.tenantId) throw new TrainingError('rejected', WRONG_ACCOUNT, 200)
  return loginOf(reply)
}

const roleIds = wireList(wireId)
const adminInfo = z.object({ roles: roleIds, body: wirePart(z.object({ roles: roleIds })) }).transform(({ roles, body }) => (roles.length ? roles : body?.roles ?? []))
/** Roles are worth no longer wait at a login. */
const ROLES_MS = 2_000

/** The ids of the learner's roles, which some platforms tell apart from the token (S8). */
export function listRoles(learner: Learner): Promise<string[]> {
  return training.get(learner, 'admin/user/info', {}, adminInfo, { timeoutMs: ROLES_MS })
}

/** A login with its roles, which some platforms tell apart from the token (S8); with the default one where they cannot be had. */
export async function withRoles(login: TokenLogin, { tenantId, locale }: Visitor): Promise<Login> {
  if (login.roles) return { ...login, roles: login.roles }
  const learner = new Learner({ id: login.learnerId, tenantId, username: login.username, locale, token: login.token })
  const known = await listRoles(learner).catch((error: unknown) => log.warn({ error: String(error) }, 'the roles of who logs in are not known'))
  return { ...login, roles: rolesOf((known ?? []).map((id) => `ROLE_${id}`)) }
}

/** A fresh token for a session that should live on (S6). */
export async function refreshLogin(refreshToken: string): Promise<TokenLogin> {
  const query = { grant_type: 'refresh_token', refresh_token: refreshToken, scope: 'server' }
  return loginOf(await training.ask('POST', null, 'auth/oauth/token', { query, headers: basic(), bare: true }, tokenReply))
}

/** Ends the token at the platform (S10); the caller's session ends whatever comes of it. */
export async function logOut(learner: Learner): Promise<void> {
  await training.delete(learner, 'auth/token/logout', {}, wireDone)
}
