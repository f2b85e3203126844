import { queryOptions } from '@tanstack/react-query'
import type { ExamPlace } from '@/lib/domain/attempts'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { AttemptPlace, ExamLaunched, ExamNow, ExamResult } from '@/lib/domain/exams'
import type { PlayerExam } from '@/lib/domain/player-exam'
import type { StudyReport } from '@/lib/domain/study'
import { bff, PAPER_MS } from './bff'

// What a platform does not name is not asked for by an empty name.
const fieldsOf = ({ isSimulation, paperId, answerId, ...attempt }: AttemptPlace) => ({ ...attempt, paperId: paperId || null, answerId: answerId || null, simulation: isSimulation ? 1 : 0 })

/** How an attempt went. */
export const examResultQuery = (attempt: AttemptPlace) =>
  queryOptions({ queryKey: ['exams', 'result', attempt.attemptId, attempt.examId], queryFn: ({ signal }) => bff.get<ExamResult>('exams/result', fieldsOf(attempt), { signal }) })

/** With the clock that decides over it, as the preparation of an exam by itself has it. */
export type OpenedExam = PlayerExam & ExamNow & { simulationUrl: string | null }

/** An exam of the player: asked afresh each time it is opened, since it may have been taken elsewhere, and its clock is that of the answer. */
export const playerExamQuery = (place: { kind: EnrolmentKind; ownerId: string; sectionId: string | undefined; itemId: string | undefined }) =>
  queryOptions({ queryKey: ['exams', 'player', place.kind, place.ownerId, place.sectionId ?? '', place.itemId ?? ''], queryFn: ({ signal }) => bff.post<OpenedExam>('exams/player', place, { signal }), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })

/** Opens a simulation exam; each launch has a ticket of its own. Null when it cannot be opened now. */
export const launchSimulationExam = (where: { place: ExamPlace; kind?: EnrolmentKind }) => bff.post<ExamLaunched | null>('exams/launch', where)

export type SimulationReturn = { handedIn: false } | { handedIn: true; attemptId: string; score: number; report: StudyReport }

/** Back from a simulation: its newest result is handed in, if there is one. */
export const returnFromSimulation = (what: { place: ExamPlace; requestId: string; kind?: EnrolmentKind }) => bff.post<SimulationReturn>('exams/simulation', what, { longestMs: PAPER_MS })

/** The server's clock. */
export const serverClock = () => bff.get<{ now: number }>('exams/clock')

/** Where the receipts of an attempt are downloaded. */
export const receiptsHref = ({ attemptId, answerId }: { attemptId: string; answerId: string }) => `/api/exams/receipts?attemptId=${encodeURIComponent(attemptId)}&answerId=${encodeURIComponent(answerId)}`
