import { launchRef } from '@/lib/domain/courseware-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { isCurrent, keepAlive, ownLaunch, takeNews } from '@/lib/request/launches'

/** The player is still there: its launch lives on, with the token of today, and gives what its commits have brought. */
export const POST = learnerDoor(launchRef, async (learner, { launchId }, asking) => {
  const launch = await ownLaunch(asking, launchId)
  if (!launch) return problem('missing')
  await keepAlive(launch, learner.token)
  return { current: await isCurrent(launch), ...(await takeNews(launch)) }
})
