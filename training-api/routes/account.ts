import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Api } from '../app.ts'
import { sendByWebhook } from '../code-sender.ts'
import type { ApiContext } from '../context.ts'
import { newId } from '../db/ids.ts'
import { withTx } from '../db/tx.ts'
import { CallError, missing, refuse } from '../envelope.ts'
import { maybe, wireId, wirePhone, wireText } from '../params.ts'
import {
  addAccount,
  addUpload,
  countByPhone,
  getAccount,
  getUpload,
  listByPhone,
  removeOtherUploads,
  sendWelcome,
  setPassword,
  updateAccount,
} from '../queries/accounts.ts'
import { addCode, countCodes, countHit, getNewestCode, holdPhone, updateCode } from '../queries/codes.ts'
import type { CodePurpose } from '../queries/codes.ts'
import { clearLoginFailures, endAllSessions } from '../queries/sessions.ts'
import { getTenant } from '../queries/tenants.ts'
import type { Tenant } from '../queries/tenants.ts'
import type { Db } from '../db/client.ts'
import { redrawPicture } from '../pictures.ts'
import { allowsNewPassword, codeSeconds, hashCode, isCodeOpen, isCodeRight, newCode } from '../rules/codes.ts'
import { avatarLimitBytes, codePauseSeconds, codesPerDay, phoneChecksPerHour } from '../rules/limits.ts'
import { messages } from '../rules/messages.ts'
import { hashPassword, isPasswordAllowed, isPlainPassword } from '../rules/passwords.ts'
import { avatarFileId, avatarPath, pictureType } from '../rules/uploads.ts'

const sexes = { male: 0, female: 1, unknown: 2 }
const hourSeconds = 3600
const dayMs = 86_400_000

const phoneOfTenant = { phone: wirePhone, tenantId: maybe(wireId) }
const newPasswordFields = { password: z.string(), confirmPassword: z.string() }

/** S9 and S11 to S18: profile, registration, password reset, contact, picture (contract 4.1). */
export function bindAccount(api: Api, ctx: ApiContext): void {
  const { db, clock, env } = ctx

  api.learner('GET', '/admin/user/app/userInfo/:userId', { userId: wireId }, async (caller) => {
    const account = await getAccount(db, caller)
    if (!account) throw missing()
    return {
      userId: account.userId,
      username: account.account,
      account: account.account,
      name: account.name,
      avatar: account.avatarUrl,
      sex: sexes[account.sex],
      job: account.post,
      companyName: account.companyName,
      deptName: account.departmentName,
      phone: account.phone,
      mail: account.email,
    }
  })

  api.visitor('POST', '/admin/user/checkUserPhone', phoneOfTenant, async (visitor, { phone, tenantId }) => {
    const hits = await countHit(db, {
      tenantId: 0,
      subject: `phone-check:${visitor.address}`,
      windowSeconds: hourSeconds,
      now: clock.now(),
    })
    if (hits > phoneChecksPerHour(env.demo)) throw new CallError(429, messages.tooOften)
    return countByPhone(db, { tenantId: tenantId ?? visitor.tenantId, phone })
  })

  api.visitor('POST', '/admin/app/user/v1/sendCodeByRegister', phoneOfTenant, (visitor, { phone, tenantId }) =>
    sendCode({ tenantId: tenantId ?? visitor.tenantId, phone, purpose: 'register' }),
  )

  api.visitor('POST', '/admin/app/user/v1/sendCodeByNewPassWord', phoneOfTenant, (visitor, { phone, tenantId }) =>
    sendCode({ tenantId: tenantId ?? visitor.tenantId, phone, purpose: 'reset' }),
  )

  async function sendCode(wish: { tenantId: number; phone: string; purpose: CodePurpose }) {
    const { tenantId, phone, purpose } = wish
    const tenant = await getTenant(db, { tenantId })
    if (!tenant?.registrationOpen) return refuse(messages.selfServiceClosed)
    if (!env.smsWebhook && !env.demo) {
      ctx.log.error('codes cannot be sent: SMS_WEBHOOK_URL is not set')
      return refuse(messages.codeNotSent)
    }
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + codeSeconds * 1000)
    const code = newCode()
    const codeId = newId()
    const refusal = await withTx(db, async (tx) => {
      await holdPhone(tx, { tenantId, phone })
      const accounts = await countByPhone(tx, { tenantId, phone })
      if (purpose === 'register' && accounts > 0) return messages.phoneTaken
      if (purpose === 'reset' && accounts === 0) return messages.phoneUnknown
      const lastMinute = new Date(now.getTime() - codePauseSeconds * 1000)
      if ((await countCodes(tx, { tenantId, phone, since: lastMinute })) > 0) return messages.tooOften
      const lastDay = new Date(now.getTime() - dayMs)
      if ((await countCodes(tx, { tenantId, phone, since: lastDay })) >= codesPerDay) return messages.tooOften
      await addCode(tx, {
        tenantId,
        phone,
        purpose,
        codeId,
        code,
        codeHash: hashCode({ tenantId, phone, code }),
        now,
        expiresAt,
        toOutbox: !env.smsWebhook,
      })
      return undefined
    })
    if (refusal) return refuse(refusal)
    if (!env.smsWebhook) {
      ctx.log.info({ tenantId, phone, purpose, code }, 'a code for a phone went to the outbox')
      return true
    }
    try {
      await sendByWebhook(env.smsWebhook, { id: codeId, tenantId, phone, purpose, code, expiresAt }, () => clock.now())
      return true
    } catch (fault) {
      ctx.log.error({ err: fault, tenantId, purpose }, 'a code could not be sent')
      // Nobody got it; it still counts as one of the day, so that a provider in trouble is not flooded.
      await updateCode(db, { tenantId, codeId, usedAt: clock.now() })
      return refuse(messages.codeNotSent)
    }
  }

  /** The newest code when it is open and the given one is right; a wrong try is counted. Inside a transaction. */
  async function tryCode(tx: Db, given: { tenantId: number; phone: string; purpose: CodePurpose; code: string }) {
    const stored = await getNewestCode(tx, given)
    if (!isCodeOpen(stored, clock.now())) return null
    if (isCodeRight(stored, hashCode(given))) return stored
    await updateCode(tx, { tenantId: given.tenantId, codeId: stored.codeId, failedTries: stored.failedTries + 1 })
    return null
  }

  api.visitor(
    'POST',
    '/admin/user/registerUserInfoWeb',
    { ...phoneOfTenant, ...newPasswordFields, code: wireText, userRealName: wireText },
    async (visitor, { phone, code, userRealName, password, confirmPassword, ...given }) => {
      const tenantId = given.tenantId ?? visitor.tenantId
      const tenant = await getTenant(db, { tenantId })
      if (!tenant?.registrationOpen) return refuse(messages.selfServiceClosed)
      if (!isNicknameLong(userRealName)) return refuse(messages.nicknameLength)
      const fault = passwordFault(password, confirmPassword)
      if (fault) return refuse(fault)
      const phc = await hashPassword(password)
      const now = clock.now()
      const refusal = await withTx(db, async (tx) => {
        await holdPhone(tx, { tenantId, phone })
        const right = await tryCode(tx, { tenantId, phone, purpose: 'register', code })
        if (!right) return messages.codeInvalid
        if ((await countByPhone(tx, { tenantId, phone })) > 0) return messages.phoneTaken
        const userId = newId()
        if (!(await addAccount(tx, { tenantId, userId, phone, name: userRealName, phc, now }))) return messages.phoneTaken
        await updateCode(tx, { tenantId, codeId: right.codeId, usedAt: now })
        await welcome(tx, tenant, userId, now)
        return undefined
      })
      return refusal ? refuse(refusal) : true
    },
  )

  api.visitor(
    'POST',
    '/admin/app/user/v1/checkSendCodeByNewPassWord',
    { ...phoneOfTenant, code: wireText },
    async (visitor, { phone, code, ...given }) => {
      const tenantId = given.tenantId ?? visitor.tenantId
      const right = await withTx(db, async (tx) => {
        await holdPhone(tx, { tenantId, phone })
        const stored = await tryCode(tx, { tenantId, phone, purpose: 'reset', code })
        if (stored && !stored.verifiedAt) {
          await updateCode(tx, { tenantId, codeId: stored.codeId, verifiedAt: clock.now() })
        }
        return stored !== null
      })
      return right ? true : refuse(messages.codeInvalid)
    },
  )

  api.visitor(
    'POST',
    '/admin/user/resetPasswordByCodeNoTenantId',
    { ...phoneOfTenant, ...newPasswordFields },
    async (visitor, { phone, password, confirmPassword, ...given }) => {
      const tenantId = given.tenantId ?? visitor.tenantId
      const fault = passwordFault(password, confirmPassword)
      if (fault) return refuse(fault)
      const phc = await hashPassword(password)
      const now = clock.now()
      const done = await withTx(db, async (tx) => {
        await holdPhone(tx, { tenantId, phone })
        const stored = await getNewestCode(tx, { tenantId, phone, purpose: 'reset' })
        if (!allowsNewPassword(stored, now)) return false
        await updateCode(tx, { tenantId, codeId: stored.codeId, usedAt: now })
        for (const { userId, account } of await listByPhone(tx, { tenantId, phone })) {
          await setPassword(tx, { tenantId, userId, phc, now })
          await endAllSessions(tx, { tenantId, userId })
          await clearLoginFailures(tx, { tenantId, account })
        }
        return true
      })
      return done ? true : refuse(messages.codeInvalid)
    },
  )

  api.learner(
    'POST',
    '/admin/user/app/userInfo/update',
    {
      phone: maybe(wirePhone),
      email: maybe(wireText.refine(isEmail, messages.emailInvalid)),
      avatar: maybe(wireId),
      password: maybe(z.string()),
    },
    async (caller, { phone, email, avatar, password }) => {
      const changes = [phone, email, avatar, password].filter((change) => change !== undefined)
      if (changes.length !== 1) throw new CallError(400, messages.malformed)
      if (phone !== undefined) return changePhone(caller, phone)
      if (avatar !== undefined) return changeAvatar(caller, avatar)
      if (password !== undefined) return changePassword(caller, password)
      await updateAccount(db, { ...learnerOf(caller), email })
      return true
    },
  )

  function learnerOf({ tenantId, userId }: { tenantId: number; userId: number }) {
    return { tenantId, userId }
  }

  async function changePhone(caller: { tenantId: number; userId: number }, phone: string) {
    const { tenantId, userId } = caller
    const changed = await withTx(db, async (tx) => {
      await holdPhone(tx, { tenantId, phone })
      if ((await countByPhone(tx, { tenantId, phone, except: userId })) > 0) return false
      await updateAccount(tx, { tenantId, userId, phone })
      return true
    })
    return changed ? true : refuse(messages.phoneTaken)
  }

  async function changeAvatar(caller: { tenantId: number; userId: number }, fileId: number) {
    const { tenantId, userId } = caller
    const upload = await getUpload(db, { tenantId, fileId })
    if (!upload || upload.userId !== userId) return refuse(messages.avatarFailed)
    await withTx(db, async (tx) => {
      await updateAccount(tx, { tenantId, userId, avatarUrl: avatarPath({ ...upload, tenantId, fileId }) })
      await removeOtherUploads(tx, { tenantId, userId, keep: [fileId] })
    })
    return true
  }

  async function changePassword(caller: { tenantId: number; userId: number }, password: string) {
    if (!isPasswordAllowed(password)) return refuse(messages.passwordMalformed)
    const { tenantId, userId } = caller
    const phc = await hashPassword(password)
    await withTx(db, async (tx) => {
      await setPassword(tx, { tenantId, userId, phc, now: clock.now() })
      await endAllSessions(tx, { tenantId, userId })
    })
    return true
  }

  api.learner('POST', '/admin/user/avatar/upload', { file: z.unknown() }, async ({ tenantId, userId }, { file }) => {
    if (!(file instanceof File)) throw new CallError(400, messages.avatarFailed)
    if (file.size >= avatarLimitBytes) return refuse(messages.avatarSize)
    const content = Buffer.from(await file.arrayBuffer())
    if (!pictureType(content)) return refuse(messages.avatarKind)
    const picture = await redrawPicture(content)
    if (!picture) return refuse(messages.avatarFailed)
    const { contentType } = picture
    const contentHash = createHash('sha256').update(picture.content).digest('hex')
    const now = clock.now()
    const fileId = await withTx(db, async (tx) => {
      const kept = await addUpload(tx, { tenantId, userId, fileId: newId(), contentType, contentHash, content: picture.content, now })
      const current = (await getAccount(tx, { tenantId, userId }))?.avatarUrl
      // The picture in use stays until another is chosen; what was sent and never chosen goes.
      await removeOtherUploads(tx, { tenantId, userId, keep: [kept, avatarFileId(current) ?? kept] })
      return kept
    })
    return { fileId, url: avatarPath({ tenantId, fileId, contentHash, contentType }) }
  })
}

function passwordFault(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return messages.passwordsDiffer
  return isPlainPassword(password) ? undefined : messages.passwordMalformed
}

function isEmail(text: string): boolean {
  return z.email().max(100).safeParse(text).success
}

function isNicknameLong(name: string): boolean {
  const { length } = [...name]
  return length >= 4 && length <= 15
}

function welcome(tx: Db, tenant: Tenant, userId: number, now: Date): Promise<void> {
  const { tenantId, welcomeTitle, welcomeContent, webTitle } = tenant
  return sendWelcome(tx, {
    tenantId,
    userId,
    messageId: newId(),
    title: welcomeTitle,
    content: welcomeContent,
    sender: webTitle,
    now,
  })
}
