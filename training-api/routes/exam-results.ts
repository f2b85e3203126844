import { maybe, wireText } from '../params.ts'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { refuse, wireTime } from '../envelope.ts'
import { isSettled } from '../queries/attempts.ts'
import type { AttemptName, AttemptOfExam } from '../queries/attempts.ts'
import { findPractical, listPracticalParts, readFigures, reviewAttempt } from '../queries/exam-results.ts'
import { findForResult } from '../queries/hand-in.ts'
import { signingKey } from '../queries/receipt-keys.ts'
import { handInReceipt } from '../queries/receipts.ts'
import { listQuestionsBeingAnswered } from '../queries/running-papers.ts'
import { listSavedAnswers } from '../queries/saved-answers.ts'
import { listResultRows } from '../queries/simulation-exams.ts'
import type { Who } from '../queries/who.ts'
import type { PracticalScoreRow } from '../db/schema/attempts.ts'
import { roundPoints } from '../rules/grading.ts'
import { titleIn } from '../rules/languages.ts'
import { messages } from '../rules/messages.ts'
import { examKindCode, language, optionalId } from './codes.ts'
import { handInShape, passCode, practicalShape, reviewShape, withheldShape } from './exam-shapes.ts'

const notHandedIn = () => refuse(messages.paperNotHandedIn, { reason: 'notHandedIn' })

/** E2, E3, E12, E13: results, answers reviewed, practical parts (contract 4.10). */
export function bindExamResults(api: Api, { db, clock }: ApiContext): void {
  const asked = { examPlanId: optionalId, instanceId: optionalId, answerId: optionalId, languageType: language }
  api.learner('GET', '/train/examPlanApp/result', asked, async (caller, { examPlanId, instanceId, answerId, languageType }) => {
    const found = await ended(caller, { instanceId, answerId }, examPlanId)
    if (found === null) return null
    return !isSettled(found.attempt) ? notHandedIn() : resultShape(found, languageType)
  })

  api.learner('GET', '/train/plan/planeExaminationByVr', { id: optionalId, instanceId: optionalId, answerId: optionalId, languageType: language }, async (caller, { id, instanceId, answerId, languageType }) => {
    const found = await ended(caller, { instanceId, answerId }, id)
    if (found === null) return null
    return !isSettled(found.attempt) ? notHandedIn() : resultShape(found, languageType)
  })

  api.learner('GET', '/train/examPlanApp/answerDetail', asked, async (caller, { examPlanId, instanceId, answerId }) => {
    const found = await ended(caller, { instanceId, answerId }, examPlanId)
    if (found === null) return []
    if (!isSettled(found.attempt)) return notHandedIn()
    const [questions, beingAnswered] = await Promise.all([reviewAttempt(db, found), listQuestionsBeingAnswered(db, { ...caller, now: clock.now() })])
    const isWithheld = ({ questionId }: { questionId: number }) => beingAnswered.has(questionId)
    if (questions.length > 0 && questions.every(isWithheld)) return refuse(messages.paperBeingAnswered, { reason: 'beingAnswered' })
    return questions.map((question) => (isWithheld(question) ? withheldShape(question) : reviewShape(question)))
  })

  const practical = { QuestionGroupActualId: optionalId, examInstanceId: optionalId, examAnswerActualDetailId: optionalId, paperId: maybe(wireText) }
  api.learner('GET', '/train/examPlan/questionGroupActualInfo', practical, async (caller, params) => {
    const detail = await findPractical(db, { ...caller, groupId: params.QuestionGroupActualId, instanceId: params.examInstanceId, detailId: params.examAnswerActualDetailId })
    if (detail === null) return null
    return {
      passStatus: passCode(detail.passed),
      totalScore: detail.score ?? -1,
      actualContent: detail.title,
      answerNumber: detail.attemptNumber,
      answerUseTime: detail.usedMs,
      startTime: wireTime(detail.startedAt),
      endTime: wireTime(detail.endedAt),
      requirement: detail.requirement,
      examAnswerActualDetailInfo: { answerVideoUrl: detail.videoUrl, readTeacherName: detail.reviewerName, readTime: wireTime(detail.reviewedAt) },
      questionGroupActualScoreContentDtoList: detail.scoreRows.map(scoreRowShape),
      teacherReviewList: detail.comments.map(({ text, videoTime }) => ({ reviewContent: text, videoTime })),
      studentTestParamList: detail.parameters.map(({ name, value }) => ({ questionGroupActualTestParamName: name, studentTestParamData: value })),
    }
  })

  /** The attempt asked for, handed in when its time is over; who asks for a result answers no more. */
  async function ended(who: Who, name: AttemptName, examId: number | undefined): Promise<AttemptOfExam | null> {
    const found = await findForResult(db, { tenantId: who.tenantId, userId: who.userId, ...name, now: clock.now() })
    return found === null || (examId !== undefined && found.exam.examId !== examId) ? null : found
  }

  async function resultShape(found: AttemptOfExam, languageType: 'zh' | 'en' | 'ja') {
    const { attempt, exam } = found
    const [figures, handIn, [part], rows] = await Promise.all([
      readFigures(db, found),
      signingKey(db).then((key) => handInReceipt(db, attempt, exam, key)),
      listPracticalParts(db, { tenantId: exam.tenantId, attemptIds: [attempt.attemptId] }),
      listResultRows(db, { tenantId: exam.tenantId, resultId: attempt.simulationResultId }),
    ])
    return {
      userScore: attempt.score ?? -1,
      passScore: exam.passScore,
      totalScore: exam.totalScore,
      startTime: wireTime(attempt.startedAt),
      endTime: wireTime(attempt.submittedAt),
      totalTime: attempt.usedMs ?? 0,
      accuracy: attempt.accuracy ?? 0,
      ranking: figures.ranking,
      averageScore: roundPoints(figures.averageScore),
      averageTime: Math.round(figures.averageUsedMs),
      averageAccuracy: Math.round(figures.averageAccuracy * 10_000) / 10_000,
      isFangZhen: exam.kind === 'simulation' ? 1 : 0,
      paperId: attempt.paperId,
      objectList: rows.map(({ teachingPoint, task, score, scored }) => ({ teachingPointName: teachingPoint, taskName: task, taskScore: score, taskIsPassed: scored ? '1' : '0' })),
      passStatus: passCode(attempt.passed),
      examPlanId: exam.examId,
      examType: examKindCode[exam.kind],
      title: titleIn(languageType, exam),
      instanceId: attempt.attemptId,
      answerId: attempt.answerId,
      attemptNumber: attempt.number,
      attemptTotal: exam.attemptsAllowed ?? figures.attemptsUsed,
      answeredCount: handIn?.answeredCount ?? (await listSavedAnswers(db, attempt)).saved.length,
      correctCount: attempt.correctCount ?? 0,
      questionCount: attempt.questionCount ?? exam.questionCount,
      learners: figures.learners,
      handIn: handIn === null ? null : handInShape(handIn),
      ...practicalShape(part),
    }
  }
}

type WireScoreRow = { name: string; describeContent: string | null; score: number; isScore: number; children: WireScoreRow[] | null }

function scoreRowShape({ name, description, score, scored, children }: PracticalScoreRow): WireScoreRow {
  return { name, describeContent: description, score, isScore: scored ? 1 : 0, children: children.length === 0 ? null : children.map(scoreRowShape) }
}
