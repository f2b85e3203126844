import 'server-only'
import { z } from 'zod'
import type { ContactField, Profile } from '@/lib/domain/account'
import { Learner, type Visitor } from '@/lib/domain/learner'
import type { Login } from '@/lib/domain/session'
import { log } from '@/lib/log'
import { LONG_MS, training } from './client'
import { TrainingError } from './errors'
import { wireFile } from './files'
import { logIn } from './session'
import { wireEnum, wireExtra, wireIdMaybe, wireNumber, wireText } from './wire'

/** What the platform says of a refusal, which may be nothing; null where it has done what was asked. */
const refusalUnless = (isDone: (data: unknown) => boolean) => z.object({ data: z.unknown().optional(), words: z.string() }).transform(({ data, words }) => (isDone(data) ? null : words))
/** Success is whatever is not false, zero or empty. */
const truthy = refusalUnless(Boolean)
/** Success is code 0, unless the data says false (S14 to S16). */
const notFalse = refusalUnless((data) => data !== false)
/** What is refused is said beside `data`, or the other way. */
const spoken = { withWords: true }
/** The platform waits for who sends text messages, and what came too late happened all the same: a code is used up, a phone taken, a password new. */
const patient = { ...spoken, timeoutMs: LONG_MS }

const ANSWERED = 200
/** What the platform says where a tenant keeps strangers out; said too where that is known before it is asked. */
const CLOSED = '\u672c\u5e73\u53f0\u6682\u672a\u5f00\u653e\u6b64\u529f\u80fd\uff0c\u8bf7\u8054\u7cfb\u7ba1\u7406\u4eba\u5458'

/** By which word in the platform's sentence a refusal is about a field of a form; the first that is found. */
const fieldWords: readonly [field: string, word: RegExp][] = [
  ['confirmation', /\u4e24\u6b21/], ['code', /\u9a8c\u8bc1\u7801/], ['password', /\u5bc6\u7801/], ['phone', /\u624b\u673a\u53f7|\u53f7\u7801/], ['nickname', /\u6635\u79f0|\u5b57\u7b26/],
]

/** The platform has answered, with a refusal that says nothing. */
const isWordless = (error: unknown) => error instanceof TrainingError && error.code === 'failed' && error.status === ANSWERED

/** The refusal with the field that it is about; any other error as it is. */
function aboutField(error: unknown): unknown {
  if (!(error instanceof TrainingError) || error.code !== 'rejected') return error
  const field = fieldWords.find(([, word]) => word.test(error.message))?.[0]
  return field ? new TrainingError(error.code, error.message, error.status, error, error.data, { [field]: 'refused' }) : error
}

async function requireDone(asked: Promise<string | null>): Promise<null> {
  const refusal = await asked.catch((error: unknown) => {
    if (isWordless(error)) return ''
    throw aboutField(error)
  })
  if (refusal !== null) throw aboutField(new TrainingError('rejected', refusal, ANSWERED))
  return null
}

/** The refusal of everything below where the tenant keeps strangers out. */
export const selfServiceClosed = (): TrainingError => new TrainingError('rejected', CLOSED, ANSWERED)

/** How many accounts of the tenant have a phone (S11). */
export function countAccountsByPhone(visitor: Visitor, { phone }: { phone: string }): Promise<number> {
  return training.post(visitor, 'admin/user/checkUserPhone', { phone, tenantId: visitor.tenantId }, wireNumber())
}

/** Sends a code to a phone that wants to register (S12). */
export function sendRegistrationCode(visitor: Visitor, { phone }: { phone: string }): Promise<null> {
  return requireDone(training.post(visitor, 'admin/app/user/v1/sendCodeByRegister', { phone, tenantId: visitor.tenantId }, truthy, patient))
}

/** Makes an account whose name is the phone (S13). */
export function register(visitor: Visitor, form: { phone: string; code: string; nickname: string; password: string; confirmation: string }): Promise<null> {
  const { phone, code, nickname, password, confirmation } = form
  const sent = { phone, code, tenantId: visitor.tenantId, password, confirmPassword: confirmation, userRealName: nickname }
  return requireDone(training.post(visitor, 'admin/user/registerUserInfoWeb', sent, truthy, patient))
}

/** Sends a code to the phone of somebody who forgot the password (S14). */
export function sendResetCode(visitor: Visitor, { phone }: { phone: string }): Promise<null> {
  return requireDone(training.post(visitor, 'admin/app/user/v1/sendCodeByNewPassWord', { phone, tenantId: visitor.tenantId }, notFalse, patient))
}

/** Whether the code is the one sent (S15); the platform remembers for ten minutes that it was. */
export function checkResetCode(visitor: Visitor, { phone, code }: { phone: string; code: string }): Promise<null> {
  return requireDone(training.post(visitor, 'admin/app/user/v1/checkSendCodeByNewPassWord', { phone, code, tenantId: visitor.tenantId }, notFalse, spoken))
}

/** Sets a new password for a phone whose code was checked (S16). */
export function resetPassword(visitor: Visitor, form: { phone: string; password: string; confirmation: string }): Promise<null> {
  const { phone, password, confirmation } = form
  return requireDone(training.post(visitor, 'admin/user/resetPasswordByCodeNoTenantId', { phone, tenantId: visitor.tenantId, password, confirmPassword: confirmation }, notFalse, patient))
}

const profile = z
  .object({
    userId: wireIdMaybe, username: wireText, account: wireText, name: wireText, avatar: wireFile, sex: wireEnum('sex', { 0: 'male', 1: 'female', 2: 'unknown' } as const),
    job: wireText, companyName: wireText, deptName: wireText, phone: wireText, mail: wireText,
  })
  .transform(({ userId, username, account, avatar, job, companyName, deptName, mail, ...rest }): Profile => ({
    ...rest, id: userId ?? '', account: account || username, avatarUrl: avatar, post: job, company: companyName, department: deptName, email: mail,
  }))

/** What the platform knows of the learner (S9). */
export function getProfile(learner: Learner, more: { timeoutMs?: number } = {}): Promise<Profile> {
  return training.get(learner, `admin/user/app/userInfo/${encodeURIComponent(learner.id)}`, {}, profile, more)
}

/** A picture is worth no longer wait at a login. */
const AVATAR_MS = 2_000

/** A login with the learner's picture, which some platforms tell with the profile alone (S9); without one where that cannot be had. */
export async function withAvatar(login: Login, { tenantId, locale }: Visitor): Promise<Login> {
  if (login.avatarUrl !== null) return login
  const learner = new Learner({ id: login.learnerId, tenantId, username: login.username, locale, token: login.token })
  const known = await getProfile(learner, { timeoutMs: AVATAR_MS }).catch((error: unknown) => log.warn({ error: String(error) }, 'the picture of who logs in is not known'))
  return { ...login, avatarUrl: known?.avatarUrl ?? null }
}

function update(learner: Learner, change: { phone: string } | { email: string } | { avatar: string } | { password: string }): Promise<null> {
  return requireDone(training.post(learner, 'admin/user/app/userInfo/update', { userId: learner.id, username: learner.username, ...change }, truthy, patient))
}

/** Replaces the learner's phone or e-mail (S17). */
export function changeContact(learner: Learner, field: ContactField, value: string): Promise<null> {
  return update(learner, field === 'phone' ? { phone: value } : { email: value })
}

/** Replaces the learner's password (S17); whether the old one is right is asked before, with `isPasswordRight`. */
export function changePassword(learner: Learner, password: string): Promise<null> {
  return update(learner, { password })
}

const LOGIN_REFUSED = 426
/** What the platform says of an account that may not log in, whatever its password: it is locked, not active or past its time (contract 1.4). */
const ACCOUNT_CLOSED = /^(?:\u7528\u6237\u5e10\u53f7\u5df2\u88ab\u9501\u5b9a|\u7528\u6237\u672a\u6fc0\u6d3b|\u8d26\u53f7\u4f7f\u7528\u671f\u9650\u5df2\u5230)/

/** Whether a login was refused for its account and not for its password. */
export const isAccountClosed = (error: unknown): boolean => error instanceof TrainingError && error.status === LOGIN_REFUSED && ACCOUNT_CLOSED.test(error.message)

/** Whether a password is the learner's own, proven by a login with it (S5, contract 8); where nobody may log in with it, right or not, that is the error. */
export async function isPasswordRight(learner: Learner, password: string): Promise<boolean> {
  try {
    const login = await logIn({ tenantId: learner.tenantId, locale: learner.locale }, { account: learner.username, password })
    return login.learnerId === learner.id
  } catch (error) {
    if (error instanceof TrainingError && error.status === LOGIN_REFUSED && !isAccountClosed(error)) return false
    throw error
  }
}

const uploaded = z.object({ fileId: wireIdMaybe, url: wireExtra(wireFile, null) }).nullable()

/** What became of an avatar: its address as far as it is known then, or that the platform took no file. */
export type AvatarChange = { taken: true; avatarUrl: string | null } | { taken: false }

/** Sends a picture (S18) and makes it the learner's avatar (S17), whose address the profile tells (S9), or else the reply to the picture; `before` is the one there was. */
export async function changeAvatar(learner: Learner, picture: { content: Buffer; type: 'image/jpeg' | 'image/png' }, before: string | null): Promise<AvatarChange> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(picture.content)], picture.type === 'image/png' ? 'avatar.png' : 'avatar.jpg', { type: picture.type }))
  const file = await training.upload(learner, 'admin/user/avatar/upload', form, uploaded).catch((error: unknown) => {
    if (isWordless(error)) return null
    throw error
  })
  if (!file?.fileId) return { taken: false }
  await update(learner, { avatar: file.fileId })
  // It is changed by now, whether the profile can be read or not.
  const known = await getProfile(learner).catch((error: unknown) => log.warn({ error: String(error) }, 'the address of a new picture is not known'))
  return { taken: true, avatarUrl: known ? known.avatarUrl : (file.url ?? before) }
}
