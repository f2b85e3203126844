import { spread } from '@/lib/domain/spread'

/** Resolves after so many milliseconds. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Between two tries at what the server has to answer before the paper can be answered. */
export const AGAIN_MS = 3_000

const [HAND_IN_AGAIN_MS, HAND_IN_AGAIN_MAX_MS] = [1_000, 8_000]
/** Resolves when a hand-in is to be tried again after so many failures and one. */
export const pauseAfter = (failures: number) => pause(spread(Math.min(HAND_IN_AGAIN_MAX_MS, HAND_IN_AGAIN_MS * 2 ** failures)))
