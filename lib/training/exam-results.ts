import 'server-only'
import { z } from 'zod'
import { outcomeOf, placeIdOf, secondOf, type AttemptPlace, type ExamKind, type ExamResult, type PracticalComment, type PracticalDetail, type PracticalRow, type SimulationScoreRow } from '@/lib/domain/exams'
import type { Learner } from '@/lib/domain/learner'
import type { ReviewedQuestion } from '@/lib/domain/questions'
import { training, type Fields } from './client'
import { originOnWire, passedOf, practicalPartOf, wireExamKind, wirePassed } from './exams'
import { wireFile } from './files'
import { wireReviewedQuestion } from './questions'
import { wireHtml } from './rich-text'
import { languageOnWire, wireExtra, wireIdMaybe, wireList, wireNumber, wireNumberMaybe, wirePart, wireText, wireTextMaybe, wireTime } from './wire'

const RESULT = 2
const YES = 1
const PENDING = -1
const DEFAULT_TOTAL = 100

/** A share as 0 to 1: a fraction, or a percentage above 1 or with its sign (contract 8). */
const fraction = z.union([z.string(), z.number()]).nullish().transform((value): number | null => {
  if (value === null || value === undefined || value === '') return null
  const number = Number.parseFloat(String(value))
  if (!Number.isFinite(number)) return null
  return Math.min(1, Math.max(0, String(value).includes('%') || number > 1 ? number / 100 : number))
})

const scoreRow = z
  .object({ teachingPointName: wireText, taskName: wireText, taskScore: wireNumber(), taskIsPassed: wireText })
  .transform((wire): SimulationScoreRow => ({ teachingPoint: wire.teachingPointName, task: wire.taskName, score: wire.taskScore, isScored: wire.taskIsPassed === '1' }))

/** An accuracy of 0 beside a review that is still to come says that nothing was counted, unless the paper is known to have questions. */
function countedAccuracy(accuracy: number | null, { score, kind }: { score: number | null; kind: ExamKind | null | undefined }): number | null {
  return accuracy === 0 && score === PENDING && kind !== 'theory' ? null : accuracy
}

const own = wireExtra(wireNumberMaybe, null)
const ownId = wireExtra(wireIdMaybe, null)

const examResult = z
  .object({
    userScore: wireNumberMaybe, passScore: wireNumberMaybe, totalScore: wireNumberMaybe, endTime: wireTime, totalTime: wireNumber(), accuracy: fraction, ranking: wireNumberMaybe,
    averageScore: wireNumberMaybe, averageTime: wireNumberMaybe, averageAccuracy: fraction, isFangZhen: wireNumberMaybe, paperId: wireIdMaybe, objectList: wireList(scoreRow),
    passStatus: wirePassed, title: wireExtra(wireTextMaybe, null), startTime: wireExtra(wireTime, null), attemptNumber: own, attemptTotal: own, learners: own,
    handIn: wireExtra(z.object({ number: wireTextMaybe }).nullish(), null), examType: wireExtra(wireExamKind.nullish(), null), questionGroupActualId: ownId, examAnswerActualDetailId: ownId,
  })
  .transform((wire): ExamResult => ({
    score: wire.userScore, passScore: wire.passScore ?? 0, totalScore: wire.totalScore || DEFAULT_TOTAL,
    outcome: outcomeOf(wire.userScore, passedOf({ score: wire.userScore, passStatus: wire.passStatus }), wire.passScore), submittedAt: wire.endTime,
    usedMs: wire.totalTime, accuracy: countedAccuracy(wire.accuracy, { score: wire.userScore, kind: wire.examType }), ranking: wire.ranking || null, averageScore: wire.averageScore, averageMs: wire.averageTime, averageAccuracy: wire.averageAccuracy,
    isSimulation: wire.isFangZhen === YES, paperId: wire.paperId, rows: wire.objectList,
    kind: wire.examType ?? null, practical: practicalPartOf(wire), title: wire.title, startedAt: wire.startTime, attemptNumber: wire.attemptNumber, attemptTotal: wire.attemptTotal, learnerCount: wire.learners, handInNumber: wire.handIn?.number ?? null,
  }))
  .nullable()

/** How the calls name an attempt (E2, E3; `languageType` is ours). */
function attemptFields(learner: Learner, attempt: AttemptPlace): Fields {
  return {
    examPlanId: attempt.examId, userId: learner.id, paperId: attempt.paperId, answerId: attempt.answerId, instanceId: attempt.attemptId, examType: originOnWire[attempt.origin],
    otherContentId: placeIdOf(attempt), type: RESULT, languageType: languageOnWire[learner.locale],
  }
}

/** How an attempt went (E2); of a simulation with its score record (E12); null when there is none such. */
export async function getResult(learner: Learner, attempt: AttemptPlace): Promise<ExamResult | null> {
  if (!attempt.isSimulation) return training.get(learner, 'train/examPlanApp/result', attemptFields(learner, attempt), examResult)
  const query = { studentId: learner.id, id: attempt.examId, contentId: attempt.itemId, otherContentId: placeIdOf(attempt), studentName: learner.username, type: RESULT, instanceId: attempt.attemptId, languageType: languageOnWire[learner.locale] }
  const found = await training.get(learner, 'train/plan/planeExaminationByVr', query, examResult)
  return found && { ...found, isSimulation: true }
}

/** An attempt question by question (E3); one that is not handed in is refused with the platform's words. */
export function listAnswers(learner: Learner, attempt: AttemptPlace): Promise<ReviewedQuestion[]> {
  return training.get(learner, 'train/examPlanApp/answerDetail', attemptFields(learner, attempt), wireList(wireReviewedQuestion))
}

type WireRow = { name: string; describeContent: string; score: number; isScore: number; children: WireRow[] }
const practicalRow: z.ZodType<WireRow> = z.lazy(() => z.object({ name: wireText, describeContent: wireText, score: wireNumber(), isScore: wireNumber(), children: wireList(practicalRow) })) as z.ZodType<WireRow>
const rowOf = (wire: WireRow): PracticalRow => ({ name: wire.name, description: wire.describeContent, score: wire.score, isScored: wire.isScore === YES, children: wire.children.map(rowOf) })

const practicalDetail = z
  .object({
    passStatus: wireNumber(), totalScore: wireNumberMaybe, actualContent: wireText, answerNumber: wireNumber(), answerUseTime: wireNumber(), startTime: wireTime, endTime: wireTime, requirement: wireHtml,
    examAnswerActualDetailInfo: wirePart(z.object({ answerVideoUrl: wireFile, readTeacherName: wireText, readTime: wireTime })),
    questionGroupActualScoreContentDtoList: wireList(practicalRow),
    teacherReviewList: wireList(z.object({ reviewContent: wireText, videoTime: wireTextMaybe })),
    studentTestParamList: wireList(z.object({ questionGroupActualTestParamName: wireText, studentTestParamData: wireText })),
  })
  .transform((wire): PracticalDetail => ({
    outcome: outcomeOf(wire.totalScore, wire.passStatus === YES, null), score: wire.totalScore, content: wire.actualContent, attemptNumber: wire.answerNumber, usedMs: wire.answerUseTime, startedAt: wire.startTime, endedAt: wire.endTime,
    requirement: wire.requirement, videoUrl: wire.examAnswerActualDetailInfo?.answerVideoUrl ?? null, reviewerName: wire.examAnswerActualDetailInfo?.readTeacherName ?? '',
    reviewedAt: wire.examAnswerActualDetailInfo?.readTime ?? null, rows: wire.questionGroupActualScoreContentDtoList.map(rowOf),
    comments: wire.teacherReviewList.map(({ reviewContent, videoTime }): PracticalComment => ({ text: reviewContent, second: secondOf(videoTime) })),
    parameters: wire.studentTestParamList.map((one) => ({ name: one.questionGroupActualTestParamName, value: one.studentTestParamData })),
  }))
  .nullable()

/** How a practical attempt went (E13); null when there is none such. */
export function getPractical(learner: Learner, what: { groupId: string; paperId: string | null; attemptId: string; detailId: string }): Promise<PracticalDetail | null> {
  const query = { QuestionGroupActualId: what.groupId, paperId: what.paperId, examInstanceId: what.attemptId, examAnswerActualDetailId: what.detailId }
  return training.get(learner, 'train/examPlan/questionGroupActualInfo', query, practicalDetail)
}
