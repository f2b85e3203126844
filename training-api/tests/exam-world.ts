import { and, asc, eq } from 'drizzle-orm'
import { paperQuestions } from '../db/schema/exams.ts'
import { questionOptions } from '../db/schema/questions.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf } from './world.ts'

/** The named exams of tenant 82. */
export const exams = { theory: 8001, contest: 8002, quick: 8003, renewal: 8004, assessment: 8005, simulation: 8006, practical: 8007, section: 8101 } as const

export type WireQuestion = { questionId: number; questionType: number; questionContent: string; optionList: { optionId: number; optionContent: string }[]; score: number }
export type WireSwitch = {
  switchScreenType: number; switchScreenNumber: number; switchNumber: number; switchScreenTime: number; switchTime: number
  counted: boolean; reason: string | null; exhausted: string | null; handInAt: string | null; repeated: boolean
}
export type WireHandIn = { number: string; instanceId: number; answerId: number; time: string; by: string; answeredCount: number; questionCount: number; head: string | null; hash: string; signature: string }
export type WireClock = {
  instanceId: number; answerId: number; status: 'running' | 'handedIn'; serverNow: string; startedAt: string; deadline: string; lateUntil: string
  epoch: number; seq: number; extraTimeFactor: number; switchInfo: WireSwitch; handIn?: WireHandIn
}
export type WireStart = WireClock & {
  questionOneList: WireQuestion[]; questionTwoList: WireQuestion[]; questionThreeList: WireQuestion[]; residueTime: number
  examAnswerUserRelationList: { questionId: number; resultIds: string }[]; paperId: number; answerTime: number; questionCount: number; totalScore: number
}
export type WireReceipt = { code: string; instanceId: number; link: number; opId: string; questionId: number; answerHash: string; time: string; previousHash: string; hash: string; signature: string; late: boolean }
export type WireSaved = WireClock & { outcome: string; receipt?: WireReceipt }
export type WireReport = { integral: string[]; certificate: number; userScore: number; passStatus: number | null; instanceId: number; answerId: number; handIn: WireHandIn; repeated: boolean }

/** Every question of a started paper. */
export const questionsOf = ({ questionOneList, questionTwoList, questionThreeList }: WireStart) => [...questionOneList, ...questionTwoList, ...questionThreeList]

/** The call that starts an exam, as it was answered. */
export const startReply = (who: TestLearner, examPlanId: number, more: Record<string, unknown> = {}) => who.get<WireStart>('/train/examPlanApp/startAnswer', { examPlanId, userId: who.userId, ...more })

/** Starts an exam, or goes on with it. */
export async function start(who: TestLearner, examPlanId: number, more: Record<string, unknown> = {}): Promise<WireStart> {
  return dataOf(await startReply(who, examPlanId, more))
}

/** The clock of a paper, and whether it is handed in. */
export const clock = async (who: TestLearner, instanceId: number) => dataOf(await who.get<WireClock>('/train/examPlanApp/answerClock', { instanceId }))

/** The call that saves one answer, as it was answered. */
export const saveReply = (who: TestLearner, body: Record<string, unknown>) => who.post<WireSaved>('/train/examPlanApp/updateAnswerResult', body)

/** Saves one answer as a plain client does. */
export async function save(who: TestLearner, attempt: { answerId: number }, questionId: number, answer: string, more: Record<string, unknown> = {}): Promise<WireSaved> {
  return dataOf(await saveReply(who, { userId: who.userId, answerId: attempt.answerId, questionId, answer, ...more }))
}

/** Hands a stand-alone exam in. */
export async function handIn(who: TestLearner, attempt: { answerId: number; instanceId: number }, more: Record<string, unknown> = {}): Promise<WireReport> {
  return dataOf(await who.post<WireReport>('/train/examPlanApp/submitPaper', { userId: who.userId, answerId: attempt.answerId, instanceId: attempt.instanceId, examPlanType: 1, ...more }))
}

/** The right answers of a paper as they are sent, by question. */
export async function rightAnswers(api: TestApi, paperId: number, tenantId = 82): Promise<Map<number, string>> {
  const rows = await api.db
    .select({ questionId: paperQuestions.questionId, optionId: questionOptions.optionId })
    .from(paperQuestions)
    .innerJoin(questionOptions, and(eq(questionOptions.tenantId, paperQuestions.tenantId), eq(questionOptions.questionId, paperQuestions.questionId), eq(questionOptions.correct, true)))
    .where(and(eq(paperQuestions.tenantId, tenantId), eq(paperQuestions.paperId, paperId)))
    .orderBy(asc(questionOptions.optionId))
  const answers = new Map<number, string>()
  for (const { questionId, optionId } of rows) answers.set(questionId, answers.has(questionId) ? `${answers.get(questionId)}&${optionId}` : String(optionId))
  return answers
}

/** Answers so many questions right, the others not at all, and hands in. */
export async function sit(api: TestApi, who: TestLearner, examPlanId: number, rightOnes: number, more: Record<string, unknown> = {}): Promise<WireReport> {
  const paper = await start(who, examPlanId, more)
  const right = await rightAnswers(api, paper.paperId, who.tenantId)
  for (const { questionId } of questionsOf(paper).slice(0, rightOnes)) await save(who, paper, questionId, right.get(questionId) ?? '')
  return handIn(who, paper)
}
