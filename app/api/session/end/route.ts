import { nothing } from '@/lib/domain/session-input'
import { audit } from '@/lib/request/audit'
import { learnerDoor } from '@/lib/request/door'
import { currentLearnerAsKept } from '@/lib/request/learner'
import { logOutAtPlatform } from '@/lib/request/log-out-at-platform'
import { endSession } from '@/lib/request/session'

/** Logs out: our session ends even when the platform cannot be told. */
export const POST = learnerDoor(nothing, async (learner) => {
  await logOutAtPlatform(learner)
  await endSession()
  audit('logout')
  // Pages and answers are kept by no browser; files for some minutes, and those go too.
  return Response.json({ loggedOut: true }, { headers: { 'Cache-Control': 'private, no-store', 'Clear-Site-Data': '"cache"' } })
}, undefined, currentLearnerAsKept)
