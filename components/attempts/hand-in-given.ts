import type { AttemptLine } from '@/components/attempts/attempt-line'
import type { AttemptGiven, AttemptState } from '@/components/attempts/attempt-state'
import type { Observable } from '@/components/study/observable'

/** What a hand-in is made of: whose paper it is, how the server is reached, and who is told. */
export type HandInGiven = Pick<AttemptGiven, 'learnerId' | 'store' | 'doors' | 'onHandedIn' | 'onRefused'> & {
  line: AttemptLine
  state: Observable<AttemptState>
  /** Asks how the attempt stands; gives why nobody told, null where it was told. */
  look: () => Promise<unknown>
  /** Resolves when a paper that is being opened again is open, or cannot be. */
  reopened: () => Promise<void>
  /** The other tabs of this browser are told. */
  tellTabs: () => void
}
