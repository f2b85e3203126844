import { queryOptions } from '@tanstack/react-query'
import type { FiledAnswers } from '@/lib/domain/answer-file'
import type { AbsenceOutcome, Answers, AnswerSeqs, AttemptRef, ExamPlace, HandInOutcome, HandInReason, Save, SavesOutcome, Standing, StartOutcome } from '@/lib/domain/attempts'
import type { JudgedAbsence } from '@/lib/domain/attempts-switches'
import { bff } from './bff'

/** Which attempt, as every door about one wants it; `learnerId` is whose paper the page shows. */
export type AttemptKey = { learnerId: string; place: ExamPlace; ref: AttemptRef; epoch: number | null }

/** A call that hangs would stop all that wait behind it. */
const CALL_MS = 15_000
const LONG_CALL_MS = 40_000
const within = (ms: number) => ({ signal: AbortSignal.timeout(ms) })

/** Opens a paper; the same `intentId` is the same press, however often it is sent; `sinceMs` for how long nobody has answered it. */
export const openPaper = (start: { learnerId: string; place: ExamPlace; intentId: string; attemptId: string | null; sinceMs?: number | null }) => bff.post<StartOutcome>('attempts/start', start, within(LONG_CALL_MS))

/** Saves changes of answers; `leaving` when the page goes away at this moment. */
export const saveAnswers = (key: AttemptKey, saves: Save[], leaving: boolean) => bff.post<SavesOutcome>('attempts/answers', { ...key, saves }, leaving ? { keepalive: true } : within(CALL_MS))

/** How the attempt stands, with the server's clock. */
export const lookAtAttempt = (key: AttemptKey & { intentId?: string }) => bff.post<Standing>('attempts/standing', key, within(CALL_MS))

/** This window writes from now on. */
export const takeOverAttempt = (key: AttemptKey, intentId: string) => bff.post<{ standing: Standing; answers: Answers; answerSeqs?: AnswerSeqs }>('attempts/take-over', { ...key, intentId }, within(LONG_CALL_MS))

/** Tells of an absence; each `eventId` counts once. */
export const reportAbsence = (key: AttemptKey, eventId: string, { cause, counts, seconds, lastedSeconds }: JudgedAbsence) =>
  bff.post<AbsenceOutcome>('attempts/absence', { ...key, eventId, cause, seconds: counts ? seconds : lastedSeconds }, within(CALL_MS))

/** Hands the paper in; again is the same. */
export const handInAttempt = (key: AttemptKey, by: HandInReason) => bff.post<HandInOutcome>('attempts/hand-in', { ...key, by }, within(LONG_CALL_MS))

/** Hands in answers that did not arrive in time; null where the platform takes no such files. The same file again is the same. */
export const handInAnswerFile = (file: string) => bff.post<{ filed: FiledAnswers | null }>('attempts/files', { file }, within(LONG_CALL_MS)).then(({ filed }) => filed)

/** The answer files that were received; null where the platform takes none. */
export const answerFilesQuery = (examId: string) =>
  queryOptions({ queryKey: ['attempts', 'files', examId], queryFn: ({ signal }) => bff.get<FiledAnswers[] | null>('attempts/files', { examId }, { signal }) })
