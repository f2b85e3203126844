import type { AnswerSync } from '@/components/attempts/answer-sync'
import type { AttemptStore } from '@/components/attempts/attempt-store'
import type { Kept } from '@/components/study/kept'
import type { LeftAnswers } from '@/lib/domain/answer-file'
import type { AbsenceOutcome, Answers, AnswerSeqs, AttemptRef, ExamPlace, HandIn, HandInOutcome, HandInReason, OpenedAttempt, Save, SavesOutcome, Standing, StartOutcome, SwitchStanding } from '@/lib/domain/attempts'
import type { JudgedAbsence } from '@/lib/domain/attempts-switches'
import type { StudyReport } from '@/lib/domain/study'

/** Names an attempt and the right to write it, as a session asks with it. */
export type AttemptKey = { learnerId: string; place: ExamPlace; ref: AttemptRef; epoch: number | null }

/** How a session reaches the server; every call may fail with an error that has a `code`. */
export type AttemptDoors = {
  open: (start: { learnerId: string; place: ExamPlace; intentId: string; attemptId: string | null; /** It was sent before, and nobody has answered for so long. */ sinceMs?: number | null }) => Promise<StartOutcome>
  save: (key: AttemptKey, saves: Save[], leaving: boolean) => Promise<SavesOutcome>
  look: (key: AttemptKey & { /** An opening that may have been heard. */ intentId?: string }) => Promise<Standing>
  takeOver: (key: AttemptKey, intentId: string) => Promise<{ standing: Standing; answers: Answers; answerSeqs?: AnswerSeqs }>
  absence: (key: AttemptKey, eventId: string, absence: JudgedAbsence) => Promise<AbsenceOutcome>
  handIn: (key: AttemptKey, by: HandInReason) => Promise<HandInOutcome>
}

export type AttemptPhase = 'opening' | 'failed' | 'refused' | 'answering' | 'handingIn' | 'handedIn'

export type AttemptState = {
  phase: AttemptPhase
  /** The exam is not there; without that, a failed opening may be mended by another try. */
  isMissing: boolean
  /** What came could not be read: whether an attempt has begun nobody knows, and another try may begin one more. */
  isUnread: boolean
  /** Nobody has answered the opening: it is asked for again by itself, and the attempt may have begun. */
  isUnanswered: boolean
  /** It is being asked for at this moment. */
  isAsking: boolean
  /** Why it did not open, or was not taken (`notTaken`): the platform's words, empty without any. */
  refusal: { why: 'handedIn' | 'notHere' | 'refused' | 'unsure' | 'notTaken'; words: string; ref: AttemptRef | null } | null
  attempt: OpenedAttempt | null
  sync: AnswerSync | null
  /** What is left, in milliseconds; null before the clock is known, and where the platform tells no end. */
  remaining: number | null
  /** Minutes left that are worth a word; it stands until the next one. */
  warning: number | null
  deadline: number | null
  switches: SwitchStanding | null
  /** The absence that was last told to the server, with what it made of it. */
  absence: { judged: JudgedAbsence; counted: boolean; switches: SwitchStanding | null } | null
  /** The paper is about to be handed in by itself. */
  notice: { by: 'time' } | { by: 'switches'; exhausted: 'count' | 'time' | 'either' } | null
  /** What is going on with the hand-in while it is not done. */
  waitsForNetwork: boolean
  handIn: HandIn | null
  /** The session is over, or is somebody else's by now. */
  login: 'alive' | 'over' | 'otherLearner'
  /** How many answers were changed by another window while this one could not save. */
  lost: number
  /** What the server did not confirm before it took nothing any more: of this paper, or of an earlier attempt. */
  left: LeftAnswers | null
}

/** What the platform turned down. */
export type Refused = 'answer' | 'paper'

/** What a session is made of: who takes what, where it is kept, how the server is reached, and who is told. */
export type AttemptGiven = {
  learnerId: string
  place: ExamPlace
  store: AttemptStore
  /** What must be kept in the moment a page goes away. */
  kept: Kept
  doors: AttemptDoors
  /** Only this attempt may be gone on with: the page was reloaded or gone back to. */
  attemptId: string | null
  /** Other tabs of this browser. */
  tab: (attemptId: string, told: { onLost: () => void; onDoubt: () => void; onHandedIn: () => void }) => { claim: (epoch: number | null) => void; handedIn: () => void; close: () => void }
  onOpened: (ref: AttemptRef) => void
  onHandedIn: (ref: AttemptRef, report: StudyReport | null) => void
  /** The platform turned down an answer, or the paper while there is still time, in its words. */
  onRefused: (words: string | null, what: Refused) => void
  /** The learner may not be here, and nothing of the paper is kept; without it, a failure like any other. */
  onForbidden?: () => void
  /** Whether somebody sees the page; without it, always. */
  isSeen?: () => boolean
  now?: () => number
  calendar?: () => number
}

/** Before anything is known of a paper. */
export const opening: AttemptState = {
  phase: 'opening', isMissing: false, isUnread: false, isUnanswered: false, isAsking: false, refusal: null, attempt: null, sync: null, remaining: null, warning: null, deadline: null, switches: null, absence: null, notice: null,
  waitsForNetwork: false, handIn: null, login: 'alive', lost: 0, left: null,
}
