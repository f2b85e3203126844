// What the wrong-question book and the exercises read.
import { mistakeSources } from '@/lib/domain/mistakes'
import { countBook, getMistake, listBookSubjects, listMistakes } from '@/lib/training/mistakes'
import { countQuestions, getSubject, listCategories, listSubjects } from '@/lib/training/practice'
import { attempts } from './attempts.mjs'

/** Tries each tab of the wrong-question book. */
export async function examineBook(report, who) {
  const on = attempts(report)
  await on('wrong-question book (XP5, an extension)', () => countBook(who), { saysOffered: true })
  for (const source of mistakeSources) {
    await on(`subjects of wrong questions, ${source} (W1)`, () => listBookSubjects(who, { source }))
    const found = await on(`wrong questions, ${source} (W2)`, () => listMistakes(who, { source, subjectId: null, kind: 'all', sort: 'newest', isDue: false, page: 1, size: 10 }))
    const mistake = found?.items[0]
    if (mistake) await on(`one wrong question, ${source} (W3)`, () => getMistake(who, named(mistake)), { mayRefuse: true })
    else report.note(`this account has no wrong question of ${source}: one (W3) is not tried`)
  }
}

const named = ({ source, id, questionId, attemptId, answerId }) => ({ source, mistakeId: id, questionId, attemptId: attemptId ?? undefined, answerId: answerId ?? undefined })

/** Tries the groups of exercises, and one exercise up to the draw, which would begin one. */
export async function examinePractice(report, who) {
  const on = attempts(report)
  await on('groups of exercises (P1)', () => listCategories(who, { parentId: null }), { mayMiss: true })
  const subjects = await on('exercises (P2)', () => listSubjects(who, { categoryId: null }), { mayMiss: true })
  const subject = subjects?.find(({ total }) => total > 0) ?? subjects?.[0]
  if (!subject) return report.note('there are no exercises: one (P3) and its questions (P4) are not tried')
  await on('one exercise (P3)', () => getSubject(who, { subjectId: subject.id }))
  await on('how many questions it has (P4)', () => countQuestions(who, { subjectId: subject.id, subjectName: subject.title, labels: [] }))
}
