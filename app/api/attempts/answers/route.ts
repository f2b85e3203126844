import { attemptSaves } from '@/lib/domain/attempts-input'
import { learnerDoor } from '@/lib/request/door'
import { takeMany } from '@/lib/request/limits'
import { ofOwner } from '@/lib/request/own-attempt'
import { saveAnswers } from '@/lib/training/attempts'

/** Changes of answers on their way to the platform, oldest first. */
export const POST = learnerDoor(attemptSaves, ofOwner(async (learner, given) => {
  const asked = given.saves.length
  const giveBack = await takeMany('answersOfLearner', asked, learner.tenantId, learner.id)
  let kept = 0
  try {
    const outcome = await saveAnswers(learner, given)
    kept = outcome.outcomes.filter((one) => one.outcome === 'saved').length
    return outcome
  } finally {
    // Only what is kept counts: while the platform is away the browser sends the same again and again.
    if (kept < asked) await giveBack(asked - kept)
  }
}))
