import { passwordChangeInput } from '@/lib/domain/account-input'
import { audit } from '@/lib/request/audit'
import { learnerDoor, problem } from '@/lib/request/door'
import { forget, spend } from '@/lib/request/limits'
import { endAllSessions, endSession } from '@/lib/request/session'
import { changePassword, isPasswordRight } from '@/lib/training/account'

/** Replaces the password of somebody who knows the old one, and ends every session of the learner, this one too. */
export const POST = learnerDoor(passwordChangeInput, async (learner, { current, password }, { session }) => {
  const who = [learner.tenantId, learner.id]
  await spend('proofsOfLearner', ...who)
  if (!(await isPasswordRight(learner, current))) {
    audit('proof.refused')
    return problem('invalid', undefined, { current: 'wrong' })
  }
  await forget('proofsOfLearner', ...who)
  await changePassword(learner, password)
  audit('password.changed')
  await endAllSessions(session)
  await endSession()
  return { changed: true }
})
