import { codeOf, isPassing, wasReached, wasSilent } from '@/components/attempts/attempt-line'
import type { HandInGiven } from '@/components/attempts/hand-in-given'

/** A platform that fails on so many looks in a row, for so long, cannot say how a paper stands; less is a hiccup. */
const [CANNOT_SAY, CANNOT_SAY_MS] = [3, 15_000]
/** Where something else than our server answers for so long, as for looks alone, nothing will be said either. */
const NOT_HEARD_MS = 60_000

/** Whether a paper that had to wait has been gone on with elsewhere, which is asked before it is handed in. */
export class OtherWriters {
  readonly #given: Pick<HandInGiven, 'line' | 'look'>
  /** Since when nobody has said it, and how often and since when the platform itself has failed on it. */
  #unsaidSince: number | null = null
  #failedSince: number | null = null
  #failures = 0

  constructor(given: Pick<HandInGiven, 'line' | 'look'>) {
    this.#given = given
  }

  /** Whether somebody has begun to write elsewhere since this window did; throws while nobody says, unless nobody can, or nobody could still be writing. */
  async areWriting(): Promise<boolean> {
    const { line, look } = this.#given
    if (line.ownEpoch === null) return false
    const failure = await look()
    const isUnsaid = failure !== null && isPassing(failure)
    // That too much is asked, or without a login, says nothing of the platform, and silence least: behind it the hand-in would go as the network is back.
    const counts = isUnsaid && codeOf(failure) !== 'expired' && codeOf(failure) !== 'busy' && !wasSilent(failure)
    if (!counts) this.#forget()
    // By a clock of its own alone a window does not know whether the time is over.
    const isOver = !line.isAlone && line.lateLeft <= 0
    if (isUnsaid && !isOver && !(counts && this.#cannotSay(wasReached(failure)))) throw failure
    return line.isOthers
  }

  /** Notes one more failure, of the platform or of whatever answers in its place, and tells whether nothing else will come. */
  #cannotSay(isOfPlatform: boolean): boolean {
    const now = this.#given.line.now()
    this.#unsaidSince ??= now
    this.#failedSince = isOfPlatform ? (this.#failedSince ?? now) : null
    this.#failures = isOfPlatform ? this.#failures + 1 : 0
    if (this.#failedSince !== null && this.#failures >= CANNOT_SAY && now - this.#failedSince >= CANNOT_SAY_MS) return true
    if (now - this.#unsaidSince < NOT_HEARD_MS) return false
    // Once: where the hand-in fails as well, it is asked anew.
    this.#forget()
    return true
  }

  #forget(): void {
    this.#unsaidSince = this.#failedSince = null
    this.#failures = 0
  }
}
