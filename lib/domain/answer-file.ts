import { answerText, type AttemptRef, type OpenedAttempt } from './attempts'
import { pendingSaves, type Journal } from './attempts-journal'
import type { Attempt, ExamDetail, ExamNow } from './exams'
import { lettersOf } from './questions'

/** A paper that is closed, with changes that the server has not acknowledged. */
export type LeftAnswers = { attempt: OpenedAttempt; journal: Journal }

/** One change that was not acknowledged; `number` is its question's place on the paper, from 1. */
export type LeftAnswer = { number: number; letters: string; questionId: string; optionIds: string[]; opId: string; seq: number }

/** What a tenant's answer files are closed with: a P-256 key as base64url of its SPKI, and its name. */
export type AnswerFileKey = { id: string; publicKey: string }

/**
 * What a learner hands in when answers did not arrive. `content` is JSON of the answers, each with the very hash that the receipt of such a
 * change holds (SHA-256 of `opId|questionId|option ids joined by &`), so that the platform sees what arrived after all; where the platform
 * has given a key, the content stands closed in `sealed` (ECDH P-256, HKDF-SHA-256, AES-256-GCM, bound to the attempt), and only the
 * platform can open it. `hash` is SHA-256 of the content; null, and nothing closed, where the browser has no such functions (pages without
 * https).
 */
export type AnswerFile = {
  format: 'trainhall-answer-file'
  version: 2
  exam: string
  learner: { id: string; name: string; account: string }
  attempt: AttemptRef
  /** Moments with time zone; null when this device never knew them. */
  deadline: string | null
  madeAt: string
  count: number
  hash: string | null
  content?: string
  sealed?: { key: string; from: string; iv: string; data: string }
}

/** What the platform answered to a file: its number, and how many answers wait for the examiner, had arrived before, or fit no question. */
export type FiledAnswers = { number: string; attemptId: string; receivedAt: string; late: number; arrived: number; unfit: number }

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
  const { ref, title, standing, fileKey } = left.attempt
  const { deadline } = standing.clock
  const answers = await Promise.all(leftAnswers(left).map(async (answer) => ({ ...answer, answerHash: await sha256(`${answer.opId}|${answer.questionId}|${answerText(answer.optionIds)}`) })))
  const content = JSON.stringify({ answers })
  const hash = await sha256(content)
  const head = {
    format: 'trainhall-answer-file' as const, version: 2 as const, exam: title, learner: { id: learner.id, name: learner.name, account: learner.account }, attempt: ref,
    deadline: deadline === null ? null : new Date(deadline).toISOString(), madeAt: new Date(now).toISOString(), count: answers.length, hash,
  }
  return fileKey && hash !== null ? { ...head, sealed: await sealed(content, fileKey, `${ref.attemptId}|${ref.answerId}|${hash}`) } : { ...head, content }
}

/** What a file says of itself without being opened; null when it is none of ours. */
export function answerFileIn(text: string): Pick<AnswerFile, 'exam' | 'learner' | 'attempt' | 'madeAt' | 'count'> | null {
  try {
    const file = JSON.parse(text) as Partial<AnswerFile> | null
    if (file?.format !== 'trainhall-answer-file' || typeof file.learner?.id !== 'string' || typeof file.attempt?.attemptId !== 'string') return null
    const { exam, learner, attempt, madeAt, count } = file
    if (typeof exam !== 'string' || typeof madeAt !== 'string' || Number.isNaN(Date.parse(madeAt)) || !Number.isSafeInteger(count)) return null
    return { exam, learner, attempt, madeAt, count: count! }
  } catch {
    return null
  }
}

const subtleOf = () => globalThis.crypto.subtle as SubtleCrypto | undefined

/** SHA-256 of a text in hexadecimal; null where the browser does not offer it. */
async function sha256(text: string): Promise<string | null> {
  const bytes = await subtleOf()?.digest('SHA-256', new TextEncoder().encode(text))
  return bytes ? [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('') : null
}

async function sealed(content: string, { id, publicKey }: AnswerFileKey, bound: string): Promise<NonNullable<AnswerFile['sealed']>> {
  const subtle = subtleOf()!
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const theirs = await subtle.importKey('spki', fromBase64url(publicKey), curve, false, [])
  const ours = await subtle.generateKey(curve, false, ['deriveBits'])
  const shared = await subtle.importKey('raw', await subtle.deriveBits({ name: 'ECDH', public: theirs }, ours.privateKey, 256), 'HKDF', false, ['deriveKey'])
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(12))
  const info = new TextEncoder().encode('trainhall answer file')
  const secret = await subtle.deriveKey({ name: 'HKDF', hash: 'SHA-256', salt: iv, info }, shared, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const data = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(bound) }, secret, new TextEncoder().encode(content))
  return { key: id, from: toBase64url(await subtle.exportKey('spki', ours.publicKey)), iv: toBase64url(iv), data: toBase64url(data) }
}

function toBase64url(bytes: ArrayBuffer | Uint8Array): string {
  const text = [...new Uint8Array(bytes)].map((byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0)!)
}

/** Whether a list of attempts says of one that it is handed in and takes no late answers either; some platforms name it there by its answers alone. `waitedMs` since it came. */
export const takesNoAnswers = (attempts: readonly Attempt[], { attemptId, answerId }: AttemptRef, waitedMs = 0): boolean =>
  attempts.some((one) => (one.id === attemptId || one.answerId === answerId) && !['running', 'pendingSubmit'].includes(one.state) && !one.isUnsure && (one.lateMs ?? 0) <= waitedMs)

/** Whether answers that did not get through may be handed in as a file: of a paper that was written, where the platform knows our exam protocol. */
export const takesAnswerFiles = ({ kind, attempts }: Pick<ExamDetail, 'kind' | 'attempts'>, { aheadMs }: Pick<ExamNow, 'aheadMs'>): boolean =>
  kind === 'theory' && aheadMs !== null && attempts.some(({ state }) => state !== 'running')
