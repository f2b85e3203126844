import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import type { Learner } from '@/lib/domain/learner'
import { spread } from '@/lib/domain/spread'
import { log } from '@/lib/log'
import { trainingErrorOf } from '@/lib/training/errors'
import { logOut } from '@/lib/training/session'
import { isPassing } from './renewal'
import { isUntoldLogout, noteUntoldLogout } from './untold-logouts'

/** About so long after a platform could not be told it is told again, as long as this web runs. */
const AGAIN_MS = [5_000, 30_000, 120_000, 600_000]
/** So many logouts wait to be told again, each with what its request holds; of one more the platform is not told again. */
const MOST_WAITING = 1_000
let waiting = 0

/**
 * Has the platform end the learner's token, so that a copy of the session is worth nothing there either, whatever becomes of what this web
 * knows. A platform that cannot be told keeps nobody logged in: it is told again later, unless somebody was given the same token meanwhile.
 */
export async function logOutAtPlatform(learner: Learner, { againMs = AGAIN_MS, most = MOST_WAITING } = {}): Promise<void> {
  // Before it is told: a login that comes while the platform says nothing is later than this.
  await noteUntoldLogout(learner.token)
  if (!(await isToldInVain(learner)) || waiting >= most) return
  waiting += 1
  void tellAgain(learner, againMs).finally(() => (waiting -= 1))
}

async function tellAgain(learner: Learner, againMs: number[]): Promise<void> {
  for (const ms of againMs) {
    // What ends meanwhile does not wait for it.
    await pause(spread(ms), undefined, { ref: false })
    if (!(await isUntoldLogout(learner.token)) || !(await isToldInVain(learner))) return
  }
}

/** Tells it once; whether another time may help. */
async function isToldInVain(learner: Learner): Promise<boolean> {
  try {
    await logOut(learner)
    return false
  } catch (error) {
    log.warn({ error: String(error) }, 'the platform was not told of a logout')
    const trouble = trainingErrorOf(error)
    return trouble !== null && isPassing(trouble)
  }
}
