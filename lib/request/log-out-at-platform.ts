import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import type { Learner } from '@/lib/domain/learner'
import { log } from '@/lib/log'
import { trainingErrorOf } from '@/lib/training/errors'
import { logOut } from '@/lib/training/session'
import { isPassing } from './renewal'

/** So long after a platform could not be told it is told again, as long as this web runs. */
const AGAIN_MS = [5_000, 30_000, 120_000, 600_000]

/**
 * Has the platform end the learner's token, so that a copy of the session is worth nothing there either, whatever becomes of what this web
 * knows. A platform that cannot be told keeps nobody logged in: it is told again later.
 */
export async function logOutAtPlatform(learner: Learner, againMs = AGAIN_MS): Promise<void> {
  if (!(await isToldInVain(learner))) return
  void (async () => {
    for (const ms of againMs) {
      // What ends meanwhile does not wait for it.
      await pause(ms, undefined, { ref: false })
      if (!(await isToldInVain(learner))) return
    }
  })()
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
