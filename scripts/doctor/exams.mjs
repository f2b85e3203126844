// What my exams, their preparation and their results read.
import { examKinds, examStatuses } from '@/lib/domain/exams'
import { listAnswerFiles } from '@/lib/training/answer-files'
import { getPractical, getResult, listAnswers } from '@/lib/training/exam-results'
import { listSimulationScores } from '@/lib/training/exam-simulations'
import { getExam, listExams } from '@/lib/training/exams'
import { getReceipts } from '@/lib/training/receipts'
import { attempts } from './attempts.mjs'

/** Tries the lists, and of each kind one exam, one that was taken where there is such. */
export async function examineExams(report, who) {
  const rows = []
  for (const status of examStatuses) {
    const found = await attempts(report)(`my exams, ${status} (E1)`, () => listExams(who, { status, kind: 'all', title: '', page: 1, size: 50 }))
    rows.push(...(found?.items ?? []))
  }
  for (const kind of examKinds) {
    const ofKind = rows.filter((row) => row.kind === kind)
    const exam = ofKind.find(isTaken) ?? ofKind[0]
    if (exam) await examineExam(report, who, exam)
    else report.note(`this account has no ${kind} exam: what is read of one is not tried`)
  }
}

const isTaken = ({ score, outcome }) => score !== null || outcome !== null

/** Until an attempt has its score, whoever asks for more than its place in the list ends the minute for late answers. */
const isSettled = ({ state, score, isUnsure }) => state === 'pendingReview' || (state === 'finished' && score !== null && !isUnsure)

async function examineExam(report, who, { id: examId, kind }) {
  const on = attempts(report)
  const exam = await on(`preparation of a ${kind} exam (E4)`, () => getExam(who, { examId, kind }))
  if (!exam) return
  await on('answers that came as files (XE7, an extension)', () => listAnswerFiles(who, { examId }), { saysOffered: true })
  if (exam.simulation) await on('results of a simulation (R6)', () => listSimulationScores(who, { requestId: exam.simulation.requestId }))
  const attempt = exam.attempts.find(isSettled)
  if (attempt) await resultsOf[kind](report, who, { origin: 'standalone', examId, paperId: exam.paperId || null, attemptId: attempt.id, answerId: attempt.answerId, isSimulation: kind === 'simulation' }, attempt)
  else report.note(`of this ${kind} exam no attempt has a result: what is read of one is not tried`)
}

const resultsOf = {
  async theory(report, who, place) {
    const on = attempts(report)
    await on('result of an attempt (E2)', () => getResult(who, place))
    await on('its answers (E3)', () => listAnswers(who, place), { mayRefuse: true })
    await on('its receipts (XE4, an extension)', () => getReceipts(who, place), { saysOffered: true })
  },
  async simulation(report, who, place) {
    await attempts(report)('score record of a simulation (E12)', () => getResult(who, place))
  },
  async practical(report, who, { paperId, attemptId }, { practical }) {
    if (practical) await attempts(report)('practical detail (E13)', () => getPractical(who, { ...practical, paperId, attemptId }))
    else report.note('the platform names no practical part of the attempt: its detail (E13) is not tried')
  },
}
