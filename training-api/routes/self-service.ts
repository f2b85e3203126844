import { z } from 'zod'
import type { Api } from '../app.ts'
import { sendByWebhook } from '../code-sender.ts'
import type { ApiContext } from '../context.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { withTx } from '../db/tx.ts'
import { CallError, refuse } from '../envelope.ts'
import { maybe, wireId, wirePhone, wireText } from '../params.ts'
import { addAccount, countByPhone, countHolding, listByPhone, sendWelcome, setPassword } from '../queries/accounts.ts'
import { addCode, countCodes, countHit, getNewestCode, holdPhone, updateCode, voidResetCodes } from '../queries/codes.ts'
import type { CodePurpose } from '../queries/codes.ts'
import { clearLoginFailures, endAllSessions, findCredentials } from '../queries/sessions.ts'
import { getTenant } from '../queries/tenants.ts'
import type { Tenant } from '../queries/tenants.ts'
import { dayMs } from '../rules/china-time.ts'
import { allowsNewPassword, codeSeconds, hashCode as hashUnderKey, isCodeOpen, isCodeRight, newCode, wasUsedJustNow } from '../rules/codes.ts'
import { codePauseSeconds, codesEverywhere, codesPerDay, phoneChecksPerHour } from '../rules/limits.ts'
import { messages } from '../rules/messages.ts'
import { hashPassword, isPasswordRight } from '../rules/passwords.ts'
import { nicknameFault, passwordFault } from '../rules/registration.ts'

const hourSeconds = 3600

const phoneOfTenant = { phone: wirePhone, tenantId: maybe(wireId) }
const newPasswordFields = { password: z.string(), confirmPassword: z.string() }

/** S11 to S16: registration and the way back to a lost password, by codes for phones (contract 4.1). */
export function bindSelfService(api: Api, ctx: ApiContext): void {
  const { db, clock, env } = ctx
  // Whoever has the webhook's secret brings the codes, and knows them anyway; without a webhook they lie in the outbox in clear.
  const codeKey = env.smsWebhook?.secret ?? ''
  const hashCode = (given: { tenantId: number; phone: string; code: string }) => hashUnderKey({ ...given, key: codeKey })

  api.visitor('POST', '/admin/user/checkUserPhone', phoneOfTenant, async (visitor, { phone, tenantId }) => {
    const hits = await countHit(db, {
      tenantId: 0,
      subject: `phone-check:${visitor.address}`,
      windowSeconds: hourSeconds,
      now: clock.now(),
    })
    if (hits > phoneChecksPerHour(env.demo)) throw new CallError(429, messages.tooOften)
    return countHolding(db, { tenantId: tenantId ?? visitor.tenantId, phone })
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
      if (purpose === 'register' && (await countHolding(tx, { tenantId, phone })) > 0) return messages.phoneTaken
      // Whoever has given a number up has no say by it any more: an account's name alone opens no way to a new password.
      if (purpose === 'reset' && (await countByPhone(tx, { tenantId, phone })) === 0) return messages.phoneUnknown
      const lastMinute = new Date(now.getTime() - codePauseSeconds * 1000)
      if ((await countCodes(tx, { tenantId, phone, since: lastMinute })) > 0) return messages.tooOften
      const lastDay = new Date(now.getTime() - dayMs)
      if ((await countCodes(tx, { tenantId, phone, since: lastDay })) >= codesPerDay) return messages.tooOften
      // The phone is one, at however many tenants somebody asks for its codes.
      for (const { windowSeconds, most } of codesEverywhere) {
        if ((await countHit(tx, { tenantId: 0, subject: `codes-${windowSeconds}:${phone}`, windowSeconds, now })) > most) return messages.tooOften
      }
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
      ctx.log.info({ audit: 'code.sent', tenantId, purpose }, 'a code for a phone is in the outbox, on the page /demo/outbox.html')
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

  /** The new password's hash; null where the code is wrong anyway: strangers must not fill the queue in which logins wait for theirs. */
  async function hashIf(mayBeSet: boolean, password: string): Promise<string | null> {
    return mayBeSet ? hashPassword(password) : null
  }

  /**
   * Whether the code was used just now to set this very password, as when somebody sends the same again because the answer was lost. Each
   * wrong password counts as a wrong try of the code, so that nobody guesses here what the login locks. Compared outside of any transaction:
   * nobody waits for a hash.
   */
  async function isRepeated(given: { tenantId: number; phone: string; purpose: CodePurpose; code?: string; password: string }): Promise<boolean> {
    const used = await findUsed(db, given)
    if (used === null) return false
    const isSame = await isPasswordOfPhone(given)
    return withTx(db, async (tx) => {
      await holdPhone(tx, given)
      // Of tries at once each counts, and those after the last that may be are told nothing.
      const stored = await findUsed(tx, given)
      if (stored?.codeId !== used.codeId) return false
      if (!isSame) await updateCode(tx, { tenantId: given.tenantId, codeId: stored.codeId, failedTries: stored.failedTries + 1 })
      return isSame
    })
  }

  /** The newest code when it was used just now and is the given one, where one is given. */
  async function findUsed(at: Db, { code, ...given }: { tenantId: number; phone: string; purpose: CodePurpose; code?: string }) {
    const stored = await getNewestCode(at, { ...given, verified: code === undefined })
    if (!wasUsedJustNow(stored, clock.now())) return null
    return code === undefined || isCodeRight(stored, hashCode({ ...given, code })) ? stored : null
  }

  async function isPasswordOfPhone({ tenantId, phone, password }: { tenantId: number; phone: string; password: string }): Promise<boolean> {
    for (const { account } of await listByPhone(db, { tenantId, phone })) {
      const credentials = await findCredentials(db, { tenantId, account })
      if (credentials !== null && (await isPasswordRight(password, credentials.phc))) return true
    }
    return false
  }

  api.visitor(
    'POST',
    '/admin/user/registerUserInfoWeb',
    { ...phoneOfTenant, ...newPasswordFields, code: wireText, userRealName: wireText },
    async (visitor, { phone, code, userRealName, password, confirmPassword, ...given }) => {
      const tenantId = given.tenantId ?? visitor.tenantId
      const tenant = await getTenant(db, { tenantId })
      if (!tenant?.registrationOpen) return refuse(messages.selfServiceClosed)
      const fault = nicknameFault(userRealName) ?? passwordFault(password, confirmPassword)
      if (fault) return refuse(fault)
      const now = clock.now()
      const sent = await getNewestCode(db, { tenantId, phone, purpose: 'register' })
      const phc = await hashIf(isCodeOpen(sent, now) && isCodeRight(sent, hashCode({ tenantId, phone, code })), password)
      const refusal = await withTx(db, async (tx) => {
        await holdPhone(tx, { tenantId, phone })
        const right = await tryCode(tx, { tenantId, phone, purpose: 'register', code })
        // Nobody can know a code that was sent a moment ago.
        if (!right || phc === null) return messages.codeInvalid
        if ((await countHolding(tx, { tenantId, phone })) > 0) return messages.phoneTaken
        const userId = newId()
        if (!(await addAccount(tx, { tenantId, userId, phone, name: userRealName, phc, now }))) return messages.phoneTaken
        await updateCode(tx, { tenantId, codeId: right.codeId, usedAt: now })
        // They were meant for the account that had the number before.
        await voidResetCodes(tx, { tenantId, phone, now })
        await welcome(tx, tenant, userId, now)
        return undefined
      })
      if (refusal === messages.codeInvalid && (await isRepeated({ tenantId, phone, purpose: 'register', code, password }))) return true
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
        // Given again it gives its ten minutes again: whoever gave it counts them from the last time.
        if (stored) await updateCode(tx, { tenantId, codeId: stored.codeId, verifiedAt: clock.now() })
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
      const now = clock.now()
      const phc = await hashIf(allowsNewPassword(await getNewestCode(db, { tenantId, phone, purpose: 'reset', verified: true }), now), password)
      const refusal = await withTx(db, async (tx) => {
        await holdPhone(tx, { tenantId, phone })
        // A code sent since, which anybody can ask for, takes nothing from the one that was right.
        const stored = await getNewestCode(tx, { tenantId, phone, purpose: 'reset', verified: true })
        if (!allowsNewPassword(stored, now) || phc === null) return messages.codeInvalid
        await updateCode(tx, { tenantId, codeId: stored.codeId, usedAt: now })
        const accounts = await listByPhone(tx, { tenantId, phone })
        // Whoever had the number has given it up since the code was right; the code is worth nothing to whoever takes it next.
        if (accounts.length === 0) return messages.phoneUnknown
        for (const { userId, account } of accounts) {
          await setPassword(tx, { tenantId, userId, phc, now })
          await endAllSessions(tx, { tenantId, userId })
          await clearLoginFailures(tx, { tenantId, account })
        }
        return undefined
      })
      if (refusal === messages.codeInvalid && (await isRepeated({ tenantId, phone, purpose: 'reset', password }))) return true
      return refusal ? refuse(refusal) : true
    },
  )
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
