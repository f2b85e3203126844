import 'server-only'
import { z } from 'zod'
import type { ContactField, Profile } from '@/lib/domain/account'
import type { Learner, Visitor } from '@/lib/domain/learner'
import { training } from './client'
import { TrainingError } from './errors'
import { wireFile } from './files'
import { logIn } from './session'
import { wireEnum, wireId, wireIdMaybe, wireNumber, wireText } from './wire'

/** Success is whatever is not false, zero or empty; a refusal without words is a failure. */
const truthy = z.unknown().transform((value) => Boolean(value))
/** Success is code 0, unless the data says false (S14 to S16). */
const notFalse = z.unknown().transform((value) => value !== false)

async function requireDone(done: Promise<boolean>): Promise<null> {
  if (!(await done)) throw new TrainingError('failed', '')
  return null
}

/** How many accounts of the tenant have a phone (S11). */
export function countAccountsByPhone(visitor: Visitor, { phone }: { phone: string }): Promise<number> {
  return training.post(visitor, 'admin/user/checkUserPhone', { phone, tenantId: visitor.tenantId }, wireNumber())
}

/** Sends a code to a phone that wants to register (S12). */
export function sendRegistrationCode(visitor: Visitor, { phone }: { phone: string }): Promise<null> {
  return requireDone(training.post(visitor, 'admin/app/user/v1/sendCodeByRegister', { phone, tenantId: visitor.tenantId }, truthy))
}

/** Makes an account whose name is the phone (S13). */
export function register(visitor: Visitor, form: { phone: string; code: string; nickname: string; password: string; confirmation: string }): Promise<null> {
  const { phone, code, nickname, password, confirmation } = form
  const sent = { phone, code, tenantId: visitor.tenantId, password, confirmPassword: confirmation, userRealName: nickname }
  return requireDone(training.post(visitor, 'admin/user/registerUserInfoWeb', sent, truthy))
}

/** Sends a code to the phone of somebody who forgot the password (S14). */
export function sendResetCode(visitor: Visitor, { phone }: { phone: string }): Promise<null> {
  return requireDone(training.post(visitor, 'admin/app/user/v1/sendCodeByNewPassWord', { phone, tenantId: visitor.tenantId }, notFalse))
}

/** Whether the code is the one sent (S15); the platform remembers for ten minutes that it was. */
export function checkResetCode(visitor: Visitor, { phone, code }: { phone: string; code: string }): Promise<null> {
  return requireDone(training.post(visitor, 'admin/app/user/v1/checkSendCodeByNewPassWord', { phone, code, tenantId: visitor.tenantId }, notFalse))
}

/** Sets a new password for a phone whose code was checked (S16). */
export function resetPassword(visitor: Visitor, form: { phone: string; password: string; confirmation: string }): Promise<null> {
  const { phone, password, confirmation } = form
  return requireDone(training.post(visitor, 'admin/user/resetPasswordByCodeNoTenantId', { phone, tenantId: visitor.tenantId, password, confirmPassword: confirmation }, notFalse))
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
export function getProfile(learner: Learner): Promise<Profile> {
  return training.get(learner, `admin/user/app/userInfo/${encodeURIComponent(learner.id)}`, {}, profile)
}

function update(learner: Learner, change: { phone: string } | { email: string } | { avatar: string } | { password: string }): Promise<null> {
  return requireDone(training.post(learner, 'admin/user/app/userInfo/update', { userId: learner.id, username: learner.username, ...change }, truthy))
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

/** Whether a password is the learner's own, proven by a login with it (S5, contract 8). */
export async function isPasswordRight(learner: Learner, password: string): Promise<boolean> {
  try {
    const login = await logIn({ tenantId: learner.tenantId, locale: learner.locale }, { account: learner.username, password })
    return login.learnerId === learner.id
  } catch (error) {
    if (error instanceof TrainingError && error.status === LOGIN_REFUSED) return false
    throw error
  }
}

const uploaded = z.object({ fileId: wireId }).nullable()

/** Sends a picture (S18) and makes it the learner's avatar (S17); gives back its address as the platform then tells it (S9). */
export async function changeAvatar(learner: Learner, picture: { content: Buffer; type: 'image/jpeg' | 'image/png' }): Promise<string | null> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(picture.content)], picture.type === 'image/png' ? 'avatar.png' : 'avatar.jpg', { type: picture.type }))
  const file = await training.upload(learner, 'admin/user/avatar/upload', form, uploaded)
  if (!file) throw new TrainingError('failed', '')
  await update(learner, { avatar: file.fileId })
  return (await getProfile(learner)).avatarUrl
}
