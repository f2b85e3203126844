import { newJournal } from '@/lib/domain/attempts-journal'
import { answerFileOf, leftIn } from '@/lib/domain/answer-file'
import type { ExamPlace, OpenedAttempt } from '@/lib/domain/attempts'
import type { AttemptPlace } from '@/lib/domain/exams'
import type { Learner } from '@/lib/domain/learner'
import { handInAnswerFile, listAnswerFiles } from '@/lib/training/answer-files'
import { handIn, lookAtAttempt, reportAbsence, saveAnswers, startAttempt, takeOverAttempt } from '@/lib/training/attempts'
import { listPlanItems } from '@/lib/training/catalogue'
import { getPractical, getResult, listAnswers } from '@/lib/training/exam-results'
import { getExam, getPlanExam, listExams } from '@/lib/training/exams'
import { checkReceipt, getReceipts } from '@/lib/training/receipts'
import { call, orRefused, type CallTable, type Given } from './calls'
import { simulated } from './learning-calls'

const theory: ExamPlace = { origin: 'standalone', examId: '8001', paperId: '8200' }

async function begun(who: Learner, place = theory): Promise<OpenedAttempt> {
  const outcome = await startAttempt(who, { place, intentId: `every-call-${who.id}`, attemptId: null })
  if (!outcome.started) throw new Error(outcome.words)
  return outcome.attempt
}
const keyOf = ({ place, ref, standing }: OpenedAttempt) => ({ place, ref, epoch: standing.epoch })
const saveOf = ({ ref, questions: [question] }: OpenedAttempt) => ({ opId: `every-call-${ref.attemptId}`, seq: 1, questionId: question?.id ?? '', optionIds: [question?.options[0]?.id ?? ''] })

async function opened({ learner }: Given, account: string) {
  const who = await learner(account)
  return { who, attempt: await begun(who) }
}

/** The newest attempt of an exam by 李明, who has handed it in. */
async function ended({ learner }: Given, examId: string) {
  const who = await learner('liming')
  const exam = await getExam(who, { examId, kind: null })
  const attempt = exam?.attempts.find(({ state }) => state !== 'running')
  if (!exam || !attempt) throw new Error(`No attempt of exam ${examId}`)
  const place: AttemptPlace = { origin: 'standalone', examId, paperId: exam.paperId, attemptId: attempt.id, answerId: attempt.answerId, isSimulation: false }
  return { who, place, attempt }
}

/** A paper handed in as that of a section; the platform finds the attempt by its ids. */
async function ofSection(given: Given, account: string, itemId: string | null) {
  const { who, attempt } = await opened(given, account)
  const place: ExamPlace = { ...theory, origin: 'section', sectionId: '3206', itemId, ownerId: itemId ? '5001' : '3001', chapterId: '3103' }
  return orRefused(handIn(who, { ...keyOf(attempt), place }))
}

/** Contract 4.10 with our extensions to it. */
export const examCalls: CallTable = {
  sections: ['4.10'],
  calls: [
    call('E1', 'GET', '/train/examPlanApp/queryPage', async ({ learner }) => listExams(await learner('liming'), { status: 'available', kind: 'all', title: '', page: 1, size: 10 })),
    call('E2', 'GET', '/train/examPlanApp/result', async (given) => {
      const { who, place } = await ended(given, theory.examId)
      return getResult(who, place)
    }),
    call('E3', 'GET', '/train/examPlanApp/answerDetail', async (given) => {
      const { who, place } = await ended(given, theory.examId)
      return listAnswers(who, place)
    }),
    call('E4', 'GET', '/train/examPlanApp/info', async ({ learner }) => getExam(await learner('liming'), { examId: theory.examId, kind: 'theory' })),
    call('E5', 'GET', '/train/examPlanApp/startAnswer', (given) => opened(given, 'learner070')),
    call('E6', 'POST', '/train/examPlanApp/updateAnswerResult', async (given) => {
      const { who, attempt } = await opened(given, 'learner071')
      return saveAnswers(who, { ...keyOf(attempt), epoch: null, saves: [saveOf(attempt)] })
    }),
    call('XE1', 'POST', '/train/examPlanApp/updateAnswerResults', async (given) => {
      const { who, attempt } = await opened(given, 'learner072')
      return saveAnswers(who, { ...keyOf(attempt), saves: [saveOf(attempt)] })
    }),
    call('XE2', 'POST', '/train/examPlanApp/takeOverAnswer', async (given) => {
      const { who, attempt } = await opened(given, 'learner073')
      return takeOverAttempt(who, { ...keyOf(attempt), intentId: 'every-call-taken-over' })
    }),
    call('XE3', 'GET', '/train/examPlanApp/answerClock', async (given) => {
      const { who, attempt } = await opened(given, 'learner074')
      return lookAtAttempt(who, keyOf(attempt))
    }),
    call('E7', 'POST', '/train/examPlanApp/updateInstanceInfo', async (given) => {
      const { who, attempt } = await opened(given, 'learner075')
      return reportAbsence(who, { ...keyOf(attempt), eventId: 'every-call-away', cause: 'hidden', seconds: 3 })
    }),
    call('E8', 'POST', '/train/examPlanApp/submitPaper', async (given) => {
      const { who, attempt } = await opened(given, 'learner076')
      return handIn(who, keyOf(attempt))
    }),
    call('E9', 'POST', '/train/examPlanApp/submitPaperAndPlanExam', async ({ learner }) => {
      const who = await learner('liming')
      const items = (await listPlanItems(who, { planId: '5001' })).filter(({ kind }) => kind === 'exam')
      const exams = await Promise.all(items.map(async ({ id }) => ({ id, exam: await getPlanExam(who, { itemId: id ?? '' }) })))
      const open = exams.find(({ exam }) => exam && (exam.attemptsAllowed === null || exam.attemptsUsed < exam.attemptsAllowed))
      const attempt = await begun(who, { origin: 'planExam', examId: open?.exam?.id ?? '', paperId: open?.exam?.paperId ?? '', itemId: open?.id, ownerId: '5001', planExamId: open?.exam?.id })
      return handIn(who, keyOf(attempt))
    }),
    call('E10', 'POST', '/train/examPlanApp/submitPaperAndPlanSection', async (given) => {
      const items = await listPlanItems(await given.learner('liming'), { planId: '5001' })
      return ofSection(given, 'learner068', items.find(({ targetId }) => targetId === '3001')?.id ?? '')
    }),
    call('E11', 'POST', '/train/examPlanApp/submitPaperAndCourseSection', (given) => ofSection(given, 'learner069', null)),
    call('E12', 'GET', '/train/plan/planeExaminationByVr', async (given) => {
      await simulated(given, 'learner077')
      const who = await given.learner('learner077')
      const exam = await getExam(who, { examId: '8006', kind: 'simulation' })
      return getResult(who, { origin: 'standalone', examId: '8006', paperId: exam?.paperId ?? null, attemptId: exam?.attempts[0]?.id ?? '', answerId: exam?.attempts[0]?.answerId ?? null, isSimulation: true })
    }),
    call('E13', 'GET', '/train/examPlan/questionGroupActualInfo', async (given) => {
      const { who, place, attempt } = await ended(given, '8007')
      return getPractical(who, { groupId: attempt.practical?.groupId ?? '', paperId: place.paperId, attemptId: attempt.id, detailId: attempt.practical?.detailId ?? '' })
    }),
    call('XE4', 'GET', '/train/examPlanApp/answerReceipts', async (given) => {
      const { who, attempt } = await ended(given, theory.examId)
      return getReceipts(who, { attemptId: attempt.id, answerId: attempt.answerId })
    }),
    call('XE5', 'GET', '/train/web/checkAnswerReceipt', async ({ visitor }) => checkReceipt(visitor, { code: 'ABCD-EFGH', signature: null })),
    call('XE6', 'POST', '/train/examPlanApp/handInAnswerFile', async (given) => {
      const { who, attempt } = await opened(given, 'learner078')
      const left = leftIn(attempt, newJournal({}, 0))
      const file = left && (await answerFileOf(left, { id: who.id, name: '学员', account: who.username }, Date.now()))
      return orRefused(handInAnswerFile(who, { file: JSON.stringify(file) }))
    }),
    call('XE7', 'GET', '/train/examPlanApp/answerFiles', async ({ learner }) => listAnswerFiles(await learner('liming'), { examId: theory.examId })),
  ],
  servedOnly: {},
}
