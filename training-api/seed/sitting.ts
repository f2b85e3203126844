import { attemptAnswers, attempts } from '../db/schema/attempts.ts'
import { minutesAfter } from './calendar.ts'
import type { Exam, Question, TenantWorld } from './model.ts'
import type { Random } from './random.ts'

/** How many questions of each kind are answered wrong. */
export type WrongCounts = Readonly<Record<Question['kind'], number>>

/** One sitting of an exam. */
export type Sitting = {
  at: Date
  number: number
  wanted: 'pass' | 'fail' | WrongCounts
  usedMinutes?: number
  /** The plan item or section it is taken at; 0 or absent: on its own. */
  placeId?: number
  planItemId?: number
  courseId?: number
  planId?: number
  /** Handed in, but still to be reviewed. */
  pendingReview?: boolean
  /** Score of a simulation or of the practical part. */
  given?: { score: number; simulationResultId?: number }
}

/** What the learner's book remembers of a sitting. */
export type SatAttempt = {
  attemptId: number
  answerId: number
  examId: number
  courseId: number | null
  sectionId: number | null
  score: number | null
  passed: boolean
  usedMs: number
  accuracy: number
  submittedAt: Date
  answers: { questionId: number; optionIds: readonly number[]; correct: boolean }[]
  wrong: { question: Question; optionIds: readonly number[] }[]
}

/** Writes one handed-in attempt with its answers. */
export function sitExam(world: TenantWorld, learnerId: number, exam: Exam, sitting: Sitting, random: Random): SatAttempt {
  const { tenantId, rows } = world
  const attemptId = world.next('attempt', 88_101)
  const answerId = attemptId + 1000
  const usedMinutes = Math.min(sitting.usedMinutes ?? exam.answerMinutes * (0.4 + random.next() * 0.5), exam.answerMinutes)
  const submittedAt = minutesAfter(sitting.at, usedMinutes)
  const usedMs = Math.round(usedMinutes * 60_000)
  const wrongIds = chooseWrong(exam, sitting.wanted, random)
  const answered = exam.paper.questions.map(({ question, score }) => {
    const correct = !wrongIds.has(question.id)
    return { question, correct, score: correct ? score : 0, optionIds: correct ? question.rightIds : wrongAnswer(question, random) }
  })
  const practicalScore = sitting.given?.score ?? 0
  const score = sitting.pendingReview ? null : answered.reduce((sum, one) => sum + one.score, practicalScore)
  const passed = score !== null && score >= exam.passScore
  const correctCount = answered.filter(({ correct }) => correct).length
  const accuracy = answered.length > 0 ? correctCount / answered.length : (score ?? 0) / exam.paper.totalScore
  rows.put(attempts, {
    tenantId, attemptId, answerId, learnerId, examId: exam.id, placeId: sitting.placeId ?? 0, planItemId: sitting.planItemId ?? 0, paperId: exam.paper.id,
    number: sitting.number, status: sitting.pendingReview ? 'pendingReview' : 'finished', startedAt: sitting.at, deadlineAt: minutesAfter(sitting.at, exam.answerMinutes),
    submittedAt, submittedBy: sitting.given?.simulationResultId === undefined ? 'learner' : 'simulation', usedMs, score, passed: score === null ? null : passed,
    correctCount, accuracy, questionCount: exam.paper.questions.length, simulationResultId: sitting.given?.simulationResultId ?? null,
  })
  rows.put(attemptAnswers, ...answered.map(({ question, correct, score: points, optionIds }, index) => ({
    tenantId, attemptId, questionId: question.id, optionIds: optionIds.join('&'), seq: index + 1,
    savedAt: minutesAfter(sitting.at, (usedMinutes * (index + 1)) / (answered.length + 1)), correct, score: points,
  })))
  return {
    attemptId, answerId, examId: exam.id, courseId: sitting.courseId ?? null, sectionId: sitting.courseId === undefined ? null : (sitting.placeId ?? null),
    score, passed, usedMs, accuracy, submittedAt,
    answers: answered.map(({ question, correct, optionIds }) => ({ questionId: question.id, optionIds, correct })),
    wrong: answered.filter(({ correct }) => !correct),
  }
}

function chooseWrong(exam: Exam, wanted: Sitting['wanted'], random: Random): Set<number> {
  const shuffled = random.shuffle(exam.paper.questions)
  if (typeof wanted === 'object') {
    const left = { ...wanted }
    return new Set(shuffled.filter(({ question }) => (left[question.kind] -= 1) >= 0).map(({ question }) => question.id))
  }
  const full = shuffled.reduce((sum, { score }) => sum + score, 0)
  const target = wanted === 'pass' ? exam.passScore + random.next() * (full - exam.passScore) : exam.passScore * (0.35 + random.next() * 0.6)
  const wrong = new Set<number>()
  let score = full
  for (const { question, score: points } of shuffled) {
    if (wanted === 'pass' ? score - points < Math.max(target, exam.passScore) : score < Math.min(target + points, exam.passScore)) continue
    wrong.add(question.id)
    score -= points
  }
  return wrong
}

function wrongAnswer({ kind, optionIds, rightIds }: Question, random: Random): readonly number[] {
  const others = optionIds.filter((optionId) => !rightIds.includes(optionId))
  if (kind !== 'multiple') return [random.pick(others)]
  if (rightIds.length > 1 && (others.length === 0 || random.chance(0.6))) {
    const dropped = random.pick(rightIds)
    return rightIds.filter((optionId) => optionId !== dropped)
  }
  return [...rightIds, random.pick(others)].sort((a, b) => a - b)
}
