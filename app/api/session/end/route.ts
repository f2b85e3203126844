import { log } from '@/lib/log'
import { nothing } from '@/lib/domain/session-input'
import { audit } from '@/lib/request/audit'
import { learnerDoor } from '@/lib/request/door'
import { currentLearnerAsKept } from '@/lib/request/learner'
import { endSession } from '@/lib/request/session'
import { logOut } from '@/lib/training/session'

/** Logs out: our session ends even when the platform cannot be told. */
export const POST = learnerDoor(nothing, async (learner) => {
  await logOut(learner).catch((error: unknown) => log.warn({ error: String(error) }, 'the platform was not told of a logout'))
  await endSession()
  audit('logout')
  // Pages and answers are kept by no browser; files for some minutes, and those go too.
  return Response.json({ loggedOut: true }, { headers: { 'Cache-Control': 'private, no-store', 'Clear-Site-Data': '"cache"' } })
}, undefined, currentLearnerAsKept)
