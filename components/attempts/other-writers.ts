import { codeOf, isPassing, wasReached } from '@/components/attempts/attempt-line'
import type { HandInGiven } from '@/components/attempts/hand-in-given'

/** A platform that fails on so many looks in a row cannot say how a paper stands; one alone is a hiccup. */
const CANNOT_SAY = 3

/** Whether a paper that had to wait has been gone on with elsewhere, which is asked before it is handed in. */
export class OtherWriters {
  readonly #given: Pick<HandInGiven, 'line' | 'look'>
  /** How many looks in a row the platform failed on. */
  #failures = 0

  constructor(given: Pick<HandInGiven, 'line' | 'look'>) {
    this.#given = given
  }

  /** Whether somebody has begun to write elsewhere since this window did; throws while nobody says, unless the platform cannot. */
  async areWriting(): Promise<boolean> {
    const { line, look } = this.#given
    if (line.ownEpoch === null) return false
    const failure = await look()
    if (failure === null) this.#failures = 0
    else if (isPassing(failure)) {
      // What does not come from our server, or wants a login, says nothing of the platform.
      this.#failures = wasReached(failure) && codeOf(failure) !== 'expired' ? this.#failures + 1 : 0
      if (this.#failures < CANNOT_SAY) throw failure
    }
    return line.isOthers
  }
}
