import type { BookView, MistakeTarget } from '@/lib/domain/mistakes'
import type { DrawFrom } from '@/lib/domain/practice'
import { addMistake, countBook, getMistake, gradeMistake, listBook, listBookSubjects, removeMistake } from '@/lib/training/mistakes'
import { countQuestions, drawQuestions, getDraw, getSubject, listCategories, listSubjects, saveDraw } from '@/lib/training/practice'
import { call, type CallTable, type Given } from './calls'

const sunli = ({ learner }: Given) => learner('sunli', 143)
const view: BookView = { source: 'theory', subjectId: null, kind: 'all', sort: 'newest', isDue: false, page: 1, size: 10 }
const ofBook: DrawFrom = { from: 'book', source: 'theory', subjectId: null, kind: null, isDue: false, mistakeId: null, count: 1 }

/** The first subject that has questions. */
async function bank(given: Given): Promise<{ subjectId: string; subjectName: string }> {
  const subject = (await listSubjects(await sunli(given), { categoryId: null })).find(({ total }) => total > 0)
  if (!subject) throw new Error('No subject has questions')
  return { subjectId: subject.id, subjectName: subject.title }
}

const drawn = async (given: Given) => drawQuestions(await sunli(given), { from: 'subject', ...(await bank(given)), count: 30, labels: [] })

async function practised(given: Given): Promise<MistakeTarget> {
  const [question] = (await drawn(given)).questions
  return { source: 'practice', questionId: question?.id ?? '', kind: question?.kind ?? 'single', content: question?.content ?? '', chosenIds: [], isRight: false }
}

async function wrong({ learner }: Given) {
  const [mistake] = (await listBook(await learner('liming'), view)).items
  if (!mistake) throw new Error('李明 has no wrong questions')
  return mistake
}

/** Contract 4.11 and 4.12 with our extensions to them. */
export const practiceCalls: CallTable = {
  sections: ['4.11', '4.12'],
  calls: [
    call('P1', 'GET', '/train/subjectClassify/selectAllSubjectClassifyByClassifyId', async (given) => listCategories(await sunli(given), { parentId: null })),
    call('P2', 'GET', '/train/practiceCenter/subjectQuestionCountByClassifyId', async (given) => listSubjects(await sunli(given), { categoryId: null })),
    call('P3', 'GET', '/train/subject/:subjectId', async (given) => getSubject(await sunli(given), await bank(given))),
    call('P4', 'GET', '/train/practiceCenter/subjectRandomQuestionCount', async (given) => countQuestions(await sunli(given), { ...(await bank(given)), labels: [] })),
    call('P5', 'GET', '/train/practiceCenter/subjectRandomQuestion', drawn),
    call('XP1', 'GET', '/train/practiceCenter/practiceDraw', async (given) => getDraw(await sunli(given), { drawId: (await drawn(given)).id ?? '' })),
    call('XP2', 'POST', '/train/practiceCenter/savePracticeDraw', async (given) => {
      const { id, questions: [question] } = await drawn(given)
      return saveDraw(await sunli(given), { drawId: id ?? '', answers: [{ questionId: question?.id ?? '', optionIds: question?.correctIds ?? [] }], elapsedSeconds: 5, currentIndex: 0, isEnded: false })
    }),
    call('XP3', 'GET', '/train/practiceCenter/mistakeDraw', async ({ learner }) => drawQuestions(await learner('liming'), ofBook)),
    call('W1', 'GET', '/train/subjectClassify/getSubjectListExamErrorBySubjectId', async ({ learner }) => listBookSubjects(await learner('liming'), { source: 'theory' })),
    call('W2', 'GET', '/train/examPlanApp/findError', wrong),
    call('W3', 'GET', '/train/examPlanApp/examErrorDetail', async (given) => {
      const { id, questionId, attemptId, answerId } = await wrong(given)
      return getMistake(await given.learner('liming'), { source: 'theory', mistakeId: id, questionId, attemptId: attemptId ?? undefined, answerId: answerId ?? undefined })
    }),
    call('W4', 'POST', '/train/examPlanApp/joinError', async (given) => addMistake(await sunli(given), await practised(given))),
    call('W5', 'POST', '/train/examPlanApp/removeError', async (given) => removeMistake(await sunli(given), await practised(given))),
    call('XP4', 'POST', '/train/examPlanApp/gradeError', async (given) => {
      const learner = await given.learner('liming')
      const { id, questions: [question] } = await drawQuestions(learner, ofBook)
      const { answers: [answer] } = await saveDraw(learner, { drawId: id ?? '', answers: [{ questionId: question?.id ?? '', optionIds: question?.correctIds ?? [] }], elapsedSeconds: 5, currentIndex: 0, isEnded: false })
      return gradeMistake(learner, { mistakeId: answer?.mistakeId ?? '', grade: 'easy', operationId: 'every-call-graded' })
    }),
    call('XP5', 'GET', '/train/examPlanApp/errorCounts', async ({ learner }) => countBook(await learner('liming'))),
  ],
  servedOnly: {},
}
