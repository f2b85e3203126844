import { isPassing, type AttemptLine } from '@/components/attempts/attempt-line'
import type { AttemptGiven, AttemptState } from '@/components/attempts/attempt-state'
import type { PaperHandIn } from '@/components/attempts/paper-hand-in'
import { AGAIN_MS, pause } from '@/components/attempts/pause'
import type { Observable } from '@/components/study/observable'
import { reopened, type Journal } from '@/lib/domain/attempts-journal'
import { freshId } from '@/lib/domain/fresh-id'

type Given = Pick<AttemptGiven, 'doors'> & {
  line: AttemptLine
  state: Observable<AttemptState>
  ending: PaperHandIn
  /** This window writes from now on, with this journal; so many answers of its own gave way to newer ones. */
  writeOn: (journal: Journal, lost: number) => void
}

/** Lets this window write (again), with what is stored and what this browser has not sent yet. */
export class TakingOver {
  readonly #given: Given

  constructor(given: Given) {
    this.#given = given
  }

  /** Tries once; a failure is thrown, but for one that needs a login, which is shown. */
  async now(): Promise<void> {
    try {
      await this.#once()
    } catch (error) {
      if (!this.#given.line.needsLogin(error)) throw error
    }
  }

  async #once(): Promise<void> {
    const { line, state, doors, ending, writeOn } = this.#given
    const { attempt, sync } = state.get()
    if (!attempt || !sync) return
    // Read last: whoever writes here goes on choosing while the server is asked, and another tab of this browser has kept what it did not send.
    const own = async () => (sync.get().writing === 'here' ? sync.get().journal : ((await line.kept(attempt.ref))?.journal ?? sync.get().journal))
    if (line.epoch === null) return writeOn(await own(), 0)
    const sentAt = line.now()
    const { standing, answers, answerSeqs } = await doors.takeOver(line.key(attempt), freshId())
    const mine = await own()
    line.read(standing, sentAt)
    if (standing.epoch !== null) line.owns(standing.epoch)
    if (standing.status === 'handedIn') return ending.handedInElsewhere(standing.handIn)
    const { current, currentId } = sync.get().journal
    const { journal, lost } = reopened({ ...mine, current, currentId }, answers, standing.seq, freshId, answerSeqs)
    // By which a page that is loaded anew knows whether anybody else has written since.
    void line.keep(attempt)
    writeOn(journal, lost.length)
  }

  /** Something newer is stored than what this window shows: tries until that is known, or does not matter any more. */
  async untilKnown(): Promise<void> {
    const { line, state } = this.#given
    while (!line.isClosed && state.get().phase === 'answering' && state.get().sync?.get().writing === 'here') {
      try {
        return await this.#once()
      } catch (error) {
        if (line.needsLogin(error)) await line.loginMayBeBack()
        else if (isPassing(error)) await Promise.race([pause(AGAIN_MS), line.woken()])
        else return
      }
    }
  }
}
