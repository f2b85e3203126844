import 'server-only'
import { sealData, unsealData } from 'iron-session'
import { CODE_WAIT_SECONDS, PROOF_SECONDS, type CodePurpose } from '@/lib/domain/account'
import type { Visitor } from '@/lib/domain/learner'
import { checkResetCode, countAccountsByPhone, register, resetPassword, selfServiceClosed, sendRegistrationCode, sendResetCode } from '@/lib/training/account'
import { isTooMuch, TrainingError, trainingErrorOf } from '@/lib/training/errors'
import { audit } from './audit'
import { forget, spend, take } from './limits'
import { registrationOpen } from './registration'
import { openPasswords, sealPassword } from './seal-passwords'
import { store } from './store'

type Proof = { tenantId: string; phone: string }

const resetKey = ({ tenantId, address }: Visitor) => `reset-from:${tenantId}:${address}`
/** Whether somebody has set a new password from this address within ten minutes. */
export const hasJustReset = async (visitor: Visitor): Promise<boolean> => visitor.address !== undefined && (await store.get(resetKey(visitor))) !== null

const from = (visitor: Visitor) => visitor.address ?? 'unknown'
const sentKey = (visitor: Visitor, phone: string) => `code-sent:${visitor.tenantId}:${phone}`

/** Only where the tenant lets strangers in is there anything to be found; whoever has a form open while it closes is told so. */
async function requireOpen({ tenantId }: Visitor): Promise<void> {
  if (!(await registrationOpen(tenantId))) throw selfServiceClosed()
}

/** Whether a phone has an account (S11), as often as an address may ask. */
export async function checkPhone(visitor: Visitor, { phone }: { phone: string }): Promise<{ known: boolean }> {
  await requireOpen(visitor)
  await spend('phoneChecksOfAddress', from(visitor))
  return { known: (await countAccountsByPhone(visitor, { phone })) > 0 }
}

/** Sends a code (S12, S14): once a minute and so many times a day to one phone, and within what address and tenant may send. */
export async function sendCode(visitor: Visitor, { phone, purpose }: { phone: string; purpose: CodePurpose }): Promise<{ againInSeconds: number }> {
  await requireOpen(visitor)
  await spend('codesOfAddress', from(visitor))
  // Everything counts before the platform is asked, so that of many at once one goes on; and it stays counted unless nothing was sent.
  if ((await store.count(sentKey(visitor, phone), CODE_WAIT_SECONDS)) > 1) throw new TrainingError('busy', '')
  const counted = [() => store.delete(sentKey(visitor, phone))]
  try {
    counted.push(await take('codesOfPhone', visitor.tenantId, phone))
    counted.push(await take('codesOfTenant', visitor.tenantId))
    await (purpose === 'register' ? sendRegistrationCode(visitor, { phone }) : sendResetCode(visitor, { phone }))
  } catch (error) {
    const trouble = trainingErrorOf(error)
    if (trouble && (trouble.code === 'rejected' || isTooMuch(trouble))) await Promise.all(counted.map((giveBack) => giveBack()))
    throw error
  }
  audit('code.sent', { tenantId: visitor.tenantId, phone, address: visitor.address, reason: purpose })
  // Tries are counted for each code: else a stranger's, who need not have one, would close the way for whoever holds the phone.
  await forget('triesOfPhone', visitor.tenantId, phone)
  return { againInSeconds: CODE_WAIT_SECONDS }
}

async function spendTry(visitor: Visitor, phone: string): Promise<void> {
  await requireOpen(visitor)
  await spend('triesOfAddress', from(visitor))
  await spend('triesOfPhone', visitor.tenantId, phone)
}

/** Writes down that a code was refused, and lets the refusal go on. */
function noted({ tenantId, address }: Visitor, phone: string) {
  return (error: unknown): never => {
    if (error instanceof TrainingError && error.code === 'rejected') audit('code.refused', { tenantId, phone, address })
    throw error
  }
}

/** Registers (S13); every try counts, because it may be a guess at the code. */
export async function registerVisitor(visitor: Visitor, form: Parameters<typeof register>[1]): Promise<{ registered: true }> {
  await spendTry(visitor, form.phone)
  await register(visitor, form).catch(noted(visitor, form.phone))
  audit('registered', { tenantId: visitor.tenantId, phone: form.phone, address: visitor.address })
  return { registered: true }
}

/** Looks at a code for a new password (S15): a right one gives a proof, sealed, without which nobody sets the password from here. */
export async function checkReset(visitor: Visitor, form: { phone: string; code: string }): Promise<{ proof: string }> {
  await spendTry(visitor, form.phone)
  await checkResetCode(visitor, form).catch(noted(visitor, form.phone))
  const proof: Proof = { tenantId: visitor.tenantId, phone: form.phone }
  return { proof: await sealData(proof, { password: sealPassword, ttl: PROOF_SECONDS }) }
}

/** Sets the new password (S16) for the phone whose code was right less than ten minutes ago, if it is the one that the page shows. */
export async function resetByProof(visitor: Visitor, { proof, phone: shown, password, confirmation }: { proof: string; phone: string; password: string; confirmation: string }): Promise<{ reset: true }> {
  await requireOpen(visitor)
  await spend('triesOfAddress', from(visitor))
  const { tenantId, phone } = await unsealData<Partial<Proof>>(proof, { password: openPasswords, ttl: PROOF_SECONDS }).catch((): Partial<Proof> => ({}))
  if (tenantId !== visitor.tenantId || !phone || phone !== shown) throw new TrainingError('invalid', '')
  await resetPassword(visitor, { phone, password, confirmation })
  if (visitor.address !== undefined) await store.set(resetKey(visitor), '1', PROOF_SECONDS)
  audit('password.reset', { tenantId: visitor.tenantId, phone, address: visitor.address })
  return { reset: true }
}
