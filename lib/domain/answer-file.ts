import { answerText, type AttemptRef, type OpenedAttempt } from './attempts'
import { pendingSaves, type Journal } from './attempts-journal'
import { lettersOf } from './questions'

/** A paper that is closed, with changes that the server has not acknowledged. */
export type LeftAnswers = { attempt: OpenedAttempt; journal: Journal }

/** One change that was not acknowledged; `number` is its question's place on the paper, from 1. */
export type LeftAnswer = { number: number; letters: string; questionId: string; optionIds: string[]; opId: string; seq: number }

/**
 * What a learner hands to the organiser when answers did not arrive. `answerHash` is the very hash that the receipt of such a change holds
 * (SHA-256 of `opId|questionId|option ids joined by &`), so that whoever has the receipts sees what arrived after all; `hash` is
 * SHA-256 of the same text without it. Both are null where the browser has no SHA-256 (pages without https).
 */
export type AnswerFile = {
  format: 'answers-not-received'
  version: 1
  exam: string
  learner: { id: string; name: string; account: string }
  attempt: AttemptRef
  /** Moments with time zone; null when this device never knew them. */
  deadline: string | null
  madeAt: string
  answers: (LeftAnswer & { answerHash: string | null })[]
  hash: string | null
}

/** The paper with its unacknowledged changes; null when there are none. */
export function leftIn(attempt: OpenedAttempt, journal: Journal): LeftAnswers | null {
  return pendingSaves(journal).length > 0 ? { attempt, journal } : null
}

/** The unacknowledged changes in the order of the paper. */
export function leftAnswers({ attempt, journal }: LeftAnswers): LeftAnswer[] {
  return pendingSaves(journal)
    .map((save) => {
      const at = attempt.questions.findIndex(({ id }) => id === save.questionId)
      return { number: at + 1, letters: lettersOf(attempt.questions[at]?.options ?? [], save.optionIds), ...save }
    })
    .sort((one, other) => one.number - other.number)
}

/** The file with everything that was not acknowledged, made at `now` (milliseconds since 1970). */
export async function answerFileOf(left: LeftAnswers, learner: AnswerFile['learner'], now: number): Promise<AnswerFile> {
  const { ref, title, standing } = left.attempt
  const { deadline } = standing.clock
  const answers = await Promise.all(leftAnswers(left).map(async (answer) => ({ ...answer, answerHash: await sha256(`${answer.opId}|${answer.questionId}|${answerText(answer.optionIds)}`) })))
  const file = {
    format: 'answers-not-received' as const, version: 1 as const, exam: title, learner: { id: learner.id, name: learner.name, account: learner.account }, attempt: ref,
    deadline: deadline === null ? null : new Date(deadline).toISOString(), madeAt: new Date(now).toISOString(), answers,
  }
  return { ...file, hash: await sha256(JSON.stringify(file)) }
}

/** SHA-256 of a text in hexadecimal; null where the browser does not offer it. */
async function sha256(text: string): Promise<string | null> {
  const { subtle } = globalThis.crypto
  if ((subtle as SubtleCrypto | undefined) === undefined) return null
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
