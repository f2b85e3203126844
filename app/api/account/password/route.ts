import { passwordChangeInput } from '@/lib/domain/account-input'
import { audit } from '@/lib/request/audit'
import { learnerDoor, problem } from '@/lib/request/door'
import { forget, take } from '@/lib/request/limits'
import { endAllSessions, endSession } from '@/lib/request/session'
import { changePassword, isAccountClosed, isPasswordRight } from '@/lib/training/account'
import { trainingErrorOf } from '@/lib/training/errors'

/** Nobody can say what was done: a broken or garbled answer, a gateway's. */
const UNKNOWN = [0, 502, 503, 504]

/**
 * Replaces the password of somebody who knows the old one, and ends every session of the learner, this one too; also where nobody can say
 * whether it is replaced, because no answer came that tells.
 */
export const POST = learnerDoor(passwordChangeInput, async (learner, { current, password }, { session }) => {
  const who = [learner.tenantId, learner.id]
  const giveBack = await take('proofsOfLearner', ...who)
  const isRight = await isPasswordRight(learner, current).catch(async (error: unknown) => {
    // Of an account that may not log in nothing was guessed; whatever else failed may have been a guess.
    if (isAccountClosed(error)) await giveBack()
    throw error
  })
  if (!isRight) {
    audit('proof.refused')
    return problem('invalid', undefined, { current: 'wrong' })
  }
  await forget('proofsOfLearner', ...who)
  const late = await changePassword(learner, password).then(() => null, (error: unknown) => {
    const { code, status } = trainingErrorOf(error) ?? {}
    if (code === 'timeout' || code === 'malformed' || (code === 'failed' && UNKNOWN.includes(status ?? 0))) return error
    throw error
  })
  audit('password.changed', late ? { reason: 'no answer' } : {})
  await endAllSessions(session)
  await endSession()
  if (late) throw late
  return { changed: true }
})
