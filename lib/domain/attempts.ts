import type { AnswerFileKey } from './answer-file'
import type { Question } from './questions'
import type { StudyReport } from './study'

/** Where an exam belongs: on its own, an item of a plan, or a section of a course. */
export type ExamOrigin = 'standalone' | 'planExam' | 'section'

/** One exam at one place, as its address names it. */
export type ExamPlace = {
  origin: ExamOrigin
  examId: string
  paperId: string
  /** The section of a section exam. */
  sectionId?: string | null
  /** The plan item: of a plan exam, or around a section exam inside a plan. */
  itemId?: string | null
  /** The course or plan. */
  ownerId?: string | null
  chapterId?: string | null
  planExamId?: string | null
}

/** The same text for the same exam at the same place. */
export function placeKey({ origin, examId, sectionId, itemId }: ExamPlace): string {
  return [origin, examId, sectionId ?? '', itemId ?? ''].join('/')
}

/** An attempt as every call about it names it. */
export type AttemptRef = { attemptId: string; answerId: string }

/** A question on a paper: nothing in it tells its answer. */
export type PaperQuestion = Question & { score: number }

/** What is chosen, by question; ids in ascending order, an empty list where an answer was taken back. */
export type Answers = Record<string, string[]>
/** By question id the number of a change. */
export type AnswerSeqs = Record<string, number>

/** The server's clock, in milliseconds since 1970; a deadline of null is the one already known. */
export type ClockReading = { serverNow: number; deadline: number | null; lateUntil: number | null }

/** Which limits of screen switches hold, and how much of them is used. */
export type SwitchStanding = {
  rule: 'none' | 'count' | 'time' | 'both'
  countAllowed: number
  countUsed: number
  secondsAllowed: number
  secondsUsed: number
  /** What is used up by the server's count; with both limits it is always `either`. */
  exhausted: 'count' | 'time' | 'either' | null
}

export const handInReasons = ['learner', 'time', 'switches'] as const
export type HandInReason = (typeof handInReasons)[number]

/** The proof of a hand-in: its number where the platform gives one, and when it was (milliseconds since 1970). */
export type HandIn = { number: string | null; at: number | null; answeredCount: number | null; by: HandInReason | 'other' }

/** How an attempt stands on the server. */
export type Standing = {
  status: 'running' | 'handedIn'
  clock: ClockReading
  /** Which opening of the paper may write; null when the platform does not tell writers apart. */
  epoch: number | null
  /** Where it was asked what one opening got: the right to write by that; null where it has opened nothing. */
  openedEpoch?: number | null
  /** Asked for with that: when the paper was last opened to be written, by anybody; absent where nobody tells. */
  openedAt?: number
  /** The highest number of a change that is stored. */
  seq: number
  switches: SwitchStanding | null
  handIn: HandIn | null
}

/** A paper that is open: questions in the order of the answer sheet, what is answered, and how it stands. */
export type OpenedAttempt = { place: ExamPlace; ref: AttemptRef; title: string; questions: PaperQuestion[]; answers: Answers; /** By question the number of the change that is stored, where the platform tells. */ answerSeqs?: AnswerSeqs; standing: Standing; /** 1.25 for a quarter more time. */ extraTimeFactor: number; /** What an answer file is closed with, where the platform gives a key. */ fileKey?: AnswerFileKey | null }

/**
 * What starting came to: the paper, or why not in the platform's words, with the attempt in question if it names one. `unsure`: it was sent
 * before, nobody knows what came of that, and by now the platform might begin another attempt, or take this one from another device.
 */
export type StartOutcome = { started: true; attempt: OpenedAttempt } | { started: false; why: 'handedIn' | 'notHere' | 'refused' | 'unsure'; words: string; ref: AttemptRef | null }

/** A change on its way to the server. */
export type Save = { opId: string; seq: number; questionId: string; optionIds: string[] }

/**
 * `superseded`: something newer is stored. `refused`: it will never be taken, for the reason in words. `unclear`: turned down, and nobody
 * says whether for the answer's sake, so it may be taken another time.
 */
export type SaveOutcome = { opId: string; outcome: 'saved' | 'superseded' | 'refused' | 'unclear'; words: string | null }

/**
 * What saving came to: what became of each change that was looked at; `elsewhere`: another window writes, nothing changed;
 * `closed`: nothing is taken any more; `cut`: the rest could not be sent, try again.
 */
export type SavesOutcome = { verdict: 'taken' | 'elsewhere' | 'closed' | 'cut'; outcomes: SaveOutcome[]; standing: Standing | null; savedAt: number }

/** Why an absence happened; the first two count. */
export const absenceCauses = ['hidden', 'blur', 'dialog', 'screenOff', 'simulation', 'tooShort', 'passing'] as const
export type AbsenceCause = (typeof absenceCauses)[number]

/** The answer to the report of an absence: the standing, and whether the server counted it. */
export type AbsenceOutcome = { standing: Standing | null; switches: SwitchStanding | null; counted: boolean }

export type HandInOutcome = { handIn: HandIn; /** Handed in before, by whomever: this call changed nothing. */ repeated: boolean; report: StudyReport }

/** The platform's own limits of one call. */
export const SAVES_PER_CALL = 50
/** Between the notice of an automatic hand-in and the hand-in (spec 2 §9). */
export const NOTICE_MS = 3_000

/** What chosen options come to as one text, the same for the same set. */
export function answerText(optionIds: readonly string[]): string {
  return [...new Set(optionIds)].sort(byId).join('&')
}

/** Options in ascending order of their ids, as the platform stores them. */
export function inIdOrder(optionIds: readonly string[]): string[] {
  return [...new Set(optionIds)].sort(byId)
}

function byId(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)
}

/**
 * What is chosen after one option was pressed: another one in single choice and judgement, in or out in multiple choice. What is no option
 * any more, since the question was changed after it was answered, goes: nobody could take it out, and the platform refuses the whole answer.
 */
export function chosenAfter({ kind, options }: PaperQuestion, chosen: readonly string[], optionId: string): string[] {
  const isOption = (id: string) => options.some((option) => option.id === id)
  if (!isOption(optionId)) return [...chosen]
  if (kind !== 'multiple') return [optionId]
  const before = chosen.filter(isOption)
  return inIdOrder(before.includes(optionId) ? before.filter((id) => id !== optionId) : [...before, optionId])
}

/** The answers as this paper shows them: without what is no option any more, since a question was changed after it was answered. */
export function onPaper(questions: readonly PaperQuestion[], answers: Answers): Answers {
  const shown = (id: string, options: PaperQuestion['options']) => (answers[id] ?? []).filter((optionId) => options.some((option) => option.id === optionId))
  return Object.fromEntries(questions.map(({ id, options }) => [id, shown(id, options)] as const).filter(([, optionIds]) => optionIds.length > 0))
}

/** The limit that is used up by the figures alone, for platforms that do not say so (contract 5.17); what nothing was used of is not, not even a limit of 0. */
export function exhaustedBy({ rule, countAllowed, countUsed, secondsAllowed, secondsUsed }: Omit<SwitchStanding, 'exhausted'>): SwitchStanding['exhausted'] {
  const count = countUsed > 0 && countUsed >= countAllowed
  const time = secondsUsed > 0 && secondsUsed >= secondsAllowed
  if (rule === 'count') return count ? 'count' : null
  if (rule === 'time') return time ? 'time' : null
  return rule === 'both' && (count || time) ? 'either' : null
}

/** What is left of the limits; null where a limit does not apply. */
export function switchesLeft({ rule, countAllowed, countUsed, secondsAllowed, secondsUsed }: SwitchStanding): { count: number | null; seconds: number | null } {
  return {
    count: rule === 'count' || rule === 'both' ? Math.max(0, countAllowed - countUsed) : null,
    seconds: rule === 'time' || rule === 'both' ? Math.max(0, secondsAllowed - secondsUsed) : null,
  }
}
