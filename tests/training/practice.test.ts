import { HttpResponse, http } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { BookView, MistakeTarget } from '@/lib/domain/mistakes'
import { endedResultOf, type DrawFrom } from '@/lib/domain/practice'
import { handIn, startAttempt } from '@/lib/training/attempts'
import { addMistake, countBook, getMistake, gradeMistake, listBook, listBookSubjects, removeMistake } from '@/lib/training/mistakes'
import { countQuestions, drawQuestions, getDraw, getSubject, listCategoryRows, listSubjects, openDraw, saveDraw, type KeyedQuestion } from '@/lib/training/practice'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const sunli = () => platform.learner('sunli', 143)
const liming = () => platform.learner('liming', 82)
const view: BookView = { source: 'practice', subjectId: null, kind: 'all', sort: 'newest', isDue: false, page: 1, size: 10 }
const book: DrawFrom = { from: 'book', source: 'theory', subjectId: null, kind: null, isDue: false, mistakeId: null, count: 100 }
const wrongIds = ({ options, correctIds }: KeyedQuestion) => [options.find(({ id }) => !correctIds.includes(id))?.id ?? correctIds[0]!]
const progress = { elapsedSeconds: 5, currentIndex: 1, isEnded: false }

async function bank(size: number) {
  const subject = (await listSubjects(await sunli(), { categoryId: null })).find(({ total }) => total === size)
  if (!subject) throw new Error(`no subject of ${size}`)
  return { subjectId: subject.id, subjectName: subject.title }
}

describe('the exercise centre', () => {
  it('has up to five rows, as far as the path is right', async () => {
    const learner = await sunli()
    const path: string[] = []
    for (let rows = await listCategoryRows(learner, path); rows.length > path.length && path.length < 5; rows = await listCategoryRows(learner, path)) path.push(rows.at(-1)!.categories[0]!.id)
    expect(path.length).toBe(5)
    expect((await listCategoryRows(learner, [path[0]!, 'nonsense'])).map(({ chosenId }) => chosenId)).toEqual([path[0], null])
    expect(await listCategoryRows(await liming(), [])).toEqual([])
  })

  it.each([['of a subject', 'subjectRandomQuestion'], ['of the book', 'mistakeDraw']])('draws half as many %s where all together are too large to come', async (which, call) => {
    const asked: number[] = []
    platform.server.use(http.get(`${UPSTREAM}/train/practiceCenter/${call}`, ({ request }) => {
      const count = Number(new URL(request.url).searchParams.get('randomCount'))
      asked.push(count)
      const question = Array.from({ length: count }, (_, at) => ({ questionId: at + 1, questionType: 1, questionContent: 'x'.repeat(400_000), optionList: [{ optionId: 1, optionContent: '甲' }], trueOptionList: '1' }))
      return HttpResponse.json({ code: 0, msg: null, data: { drawId: 5, question } })
    }))
    onTestFinished(() => platform.server.resetHandlers())
    const what: DrawFrom = which === 'of the book' ? book : { from: 'subject', subjectId: '1', subjectName: 'x', count: 100, labels: [] }
    expect((await drawQuestions(await sunli(), what)).questions).toHaveLength(25)
    expect(asked).toEqual([100, 50, 25])
  })

  it('counts by labels of the subject, and nothing by those of another', async () => {
    const learner = await sunli()
    const subject = await bank(120)
    const { groups } = (await getSubject(learner, subject))!
    const labels = groups.map((group) => ({ groupId: group.id, labelId: group.labels[0]!.id }))
    expect(groups).toHaveLength(5)
    expect((await countQuestions(learner, { ...subject, labels: [] })).count).toBe(120)
    expect((await countQuestions(learner, { ...subject, labels: labels.slice(0, 1) })).count).toBeLessThan(120)
    expect((await countQuestions(learner, { ...(await bank(60)), labels })).count).toBe(0)
    expect(await getSubject(learner, { subjectId: '987654321' })).toBeNull()
  })

  it('counts and draws by a label under the numeral of its group alone', async () => {
    const learner = await sunli()
    const said: Record<string, string>[] = []
    platform.server.use(http.get(`${UPSTREAM}/train/practiceCenter/:call`, ({ request }) => void said.push(Object.fromEntries([...new URL(request.url).searchParams].filter(([name]) => name.startsWith('tag'))))))
    onTestFinished(() => platform.server.resetHandlers())
    const what = { subjectId: '7', subjectName: '', labels: [null, null, { groupId: '3', labelId: '31' }] }
    await countQuestions(learner, what)
    await drawQuestions(learner, { from: 'subject', ...what, count: 100 })
    expect(said).toEqual(Array(2).fill({ tagThreeId: '3', tagThreeValueId: '31' }))
  })
})

describe('a draw', () => {
  it('larger than the bank is the bank; of an unknown subject or of labels of another it is empty', async () => {
    const learner = await sunli()
    const twelve = await bank(12)
    expect((await drawQuestions(learner, { from: 'subject', ...twelve, count: 100, labels: [] })).questions).toHaveLength(12)
    expect(await drawQuestions(learner, { from: 'subject', subjectId: '987654321', subjectName: '', count: 30, labels: [] })).toEqual({ id: null, questions: [] })
    const { groups } = (await getSubject(learner, await bank(120)))!
    const labels = groups.slice(0, 1).map((group) => ({ groupId: group.id, labelId: group.labels[0]!.id }))
    expect((await drawQuestions(learner, { from: 'subject', ...twelve, count: 30, labels })).questions).toEqual([])
  })

  it('tells the browser no answer before it is judged, goes on where it was left, and ends for every window', async () => {
    const learner = await sunli()
    const made = await drawQuestions(learner, { from: 'subject', ...(await bank(60)), count: 30, labels: [] })
    const [one, two] = made.questions as [KeyedQuestion, KeyedQuestion]
    const text = JSON.stringify(openDraw(made, { subjectName: 's', isFromBook: false }))
    for (const name of ['correctIds', 'analysis', 'trueOptionList']) expect(text).not.toContain(name)
    const drawId = made.id!
    const first = await saveDraw(learner, { ...progress, drawId, answers: [{ questionId: one.id, optionIds: one.correctIds }] })
    expect(first).toMatchObject({ isEnded: false, answers: [{ questionId: one.id, isRight: true, correctIds: one.correctIds }] })
    // Another window was slower.
    expect((await saveDraw(learner, { ...progress, drawId, answers: [{ questionId: one.id, optionIds: wrongIds(one) }] })).answers).toMatchObject([{ isRight: true, chosenIds: one.correctIds }])
    expect(await getDraw(learner, { drawId })).toMatchObject({ elapsedSeconds: 5, currentIndex: 1, isEnded: false, answers: [{ questionId: one.id, isRight: true }] })
    expect(JSON.stringify((await getDraw(learner, { drawId }))!.questions)).not.toContain('correctIds')
    await saveDraw(learner, { ...progress, drawId, answers: [{ questionId: two.id, optionIds: wrongIds(two) }], isEnded: true })
    expect(await saveDraw(learner, { ...progress, drawId, answers: [{ questionId: made.questions[2]!.id, optionIds: wrongIds(made.questions[2]!) }] })).toEqual({ isEnded: true, answers: [] })
    expect((await drawQuestions(learner, { from: 'again', drawId })).questions.map(({ id }) => id)).toEqual([two.id])
    expect(await getDraw(await liming(), { drawId })).toBeNull()
    await expect(drawQuestions(await liming(), { from: 'again', drawId })).rejects.toMatchObject({ code: 'missing' })
  })

  it('of a platform without extensions comes from the book as it is listed', async () => {
    platform.server.use(http.get(`${UPSTREAM}/train/practiceCenter/mistakeDraw`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })))
    const made = await drawQuestions(await liming(), book)
    platform.server.resetHandlers()
    expect(made).toMatchObject({ id: null })
    expect(made.questions).toHaveLength(12)
    expect(made.questions.every(({ correctIds, place }) => correctIds.length > 0 && place.source === 'theory')).toBe(true)
  })
})

describe('a draw of a book whose list leaves the options out', () => {
  it.each([['refuses', () => HttpResponse.json({ code: 1, msg: '题目已删除' })], ['has no more of', () => HttpResponse.json({ code: 0, data: { questionId: 1, questionType: 1, optionList: null } })]])('has them from each question, and none that the platform %s', async (_, gone) => {
    onTestFinished(() => platform.server.resetHandlers())
    const [lost, ...others] = (await drawQuestions(await liming(), { ...book, count: 5 })).questions
    platform.server.use(
      http.get(`${UPSTREAM}/train/practiceCenter/mistakeDraw`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })),
      http.get(`${UPSTREAM}/train/examPlanApp/findError`, async ({ request }) => {
        const { data } = (await (await platform.api().app.fetch(request)).json()) as { data: { records: { questionId: unknown }[] } }
        const known = new Set([lost, ...others].map((question) => question!.id))
        return HttpResponse.json({ code: 0, data: { ...data, records: data.records.filter(({ questionId }) => known.has(String(questionId))).map((record) => ({ ...record, optionList: undefined })) } })
      }),
      http.get(`${UPSTREAM}/train/examPlanApp/examErrorDetail`, ({ request }) => (new URL(request.url).searchParams.get('questionId') === lost!.id ? gone() : platform.api().app.fetch(request))),
    )
    const byId = (all: KeyedQuestion[]) => Object.fromEntries(all.map(({ id, options, correctIds }) => [id, { options, correctIds }]))
    expect(byId((await drawQuestions(await liming(), book)).questions)).toEqual(byId(others))
  })
})

describe('the book', () => {
  it.each(['theory', 'simulation'] as const)('has a question of %s again where it was, when it was taken out in an exercise that has ended', async (source) => {
    const learner = await liming()
    const made = await drawQuestions(learner, { ...book, source })
    // One that stands in the book by nothing else: taken out it is not in the book any more.
    const others = await Promise.all((['practice', 'theory', 'simulation'] as const).map(async (other) => (other === source ? [] : (await listBook(learner, { ...view, source: other, size: 100 })).items.map(({ questionId }) => questionId))))
    const question = made.questions.find(({ id }) => !others.flat().includes(id))!
    await saveDraw(learner, { ...progress, drawId: made.id!, answers: [{ questionId: question.id, optionIds: wrongIds(question) }], isEnded: true })
    const target: MistakeTarget = { ...question.place, questionId: question.id, kind: question.kind, content: question.content, mistakeId: question.mistakeId }
    await removeMistake(learner, target)
    const shown = (await getDraw(learner, { drawId: made.id! }))!.questions.find(({ id }) => id === question.id)
    expect(question.place.source).toBe(source)
    expect(shown).toMatchObject({ mistakeId: null, place: question.place, origin: question.origin })
    expect(await addMistake(learner, { ...target, ...shown!.place, chosenIds: wrongIds(question), isRight: false, mistakeId: null })).toEqual({ inBook: true, mistakeId: question.mistakeId })
  })

  it('takes a question twice and gives it away twice, and its counts follow', async () => {
    const learner = await sunli()
    const size = async () => (await countBook(learner))!.bySource.practice.total
    const made = await drawQuestions(learner, { from: 'subject', ...(await bank(120)), count: 100, labels: [] })
    const question = made.questions.find(({ mistakeId }) => mistakeId === null)!
    const target: MistakeTarget = { ...question.place, questionId: question.id, kind: question.kind, content: question.content, chosenIds: wrongIds(question), isRight: false, mistakeId: null }
    const before = await size()
    const put = await addMistake(learner, target)
    expect(await addMistake(learner, target)).toEqual(put)
    expect(await size()).toBe(before + 1)
    const subjects = await listBookSubjects(learner, { source: 'practice' })
    expect(subjects.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(before + 1)
    expect((await listBook(learner, view)).items[0]).toMatchObject({ questionId: question.id, origin: { kind: 'subject' } })
    for (let time = 0; time < 2; time += 1) expect(await removeMistake(learner, { ...target, mistakeId: put.mistakeId })).toEqual({ inBook: false, mistakeId: null })
    expect(await size()).toBe(before)
    expect(await getMistake(learner, { source: 'practice', mistakeId: put.mistakeId!, questionId: question.id })).toBeNull()
  })

  it.each(['theory', 'simulation'] as const)('takes back a question of %s that was taken out while it was practised', async (source) => {
    const learner = await liming()
    const [question] = (await drawQuestions(learner, { ...book, source, count: 1 })).questions as [KeyedQuestion]
    expect(question.place).toMatchObject({ source })
    const target: MistakeTarget = { ...question.place, questionId: question.id, kind: question.kind, content: question.content, mistakeId: question.mistakeId }
    const total = async () => (await countBook(learner))!.bySource[source].total
    await removeMistake(learner, target)
    expect(await total()).toBe(11)
    expect(await addMistake(learner, { ...target, mistakeId: null })).toEqual({ inBook: true, mistakeId: question.mistakeId })
    expect(await total()).toBe(12)
  })

  it('takes the learner’s own grade, once for each operation, and shows it in a draw that goes on', async () => {
    const learner = await liming()
    const made = await drawQuestions(learner, { ...book, count: 1 })
    const [question] = made.questions as [KeyedQuestion]
    const { answers: [answer] } = await saveDraw(learner, { ...progress, drawId: made.id!, answers: [{ questionId: question.id, optionIds: question.correctIds }] })
    const choices = answer!.review!.choices
    expect(choices.map(({ grade }) => grade)).toEqual(['again', 'hard', 'good', 'easy'])
    expect(choices.map(({ days }) => days)).toEqual(choices.map(({ days }) => days).toSorted((a, b) => a - b))
    expect(answer!.review).toMatchObject({ grade: 'good', streak: 1, mayLeave: false })
    const grading = { mistakeId: answer!.mistakeId!, grade: 'easy' as const, operationId: 'operation-1' }
    const graded = await gradeMistake(learner, grading)
    expect(graded).toMatchObject({ grade: 'easy', streak: 1 })
    expect(Date.parse(graded.dueAt!)).toBeGreaterThan(Date.parse(answer!.review!.dueAt!))
    expect(await gradeMistake(learner, grading)).toEqual(graded)
    await expect(gradeMistake(learner, { ...grading, grade: 'again' })).rejects.toMatchObject({ code: 'rejected' })
    expect((await getDraw(learner, { drawId: made.id! }))!.answers[0]!.review).toEqual(graded)
  })

  it('promises by each grade the day on which the question is due, also late on the day of its answer', async () => {
    const learner = await liming()
    const due = ['2026-03-11 08:00:00', '2026-03-12 08:00:00', '2026-03-13 08:00:00', '2026-03-18 08:00:00']
    platform.server.use(http.post(`${UPSTREAM}/train/examPlanApp/gradeError`, () => HttpResponse.json({ code: 0, data: { streak: 1, mayLeave: 0, dueTime: due[2], grade: 3, intervals: due.map((dueTime, at) => ({ grade: at + 1, dueTime })) } }), { once: true }))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T21:00:00+08:00') })
    onTestFinished(() => void vi.useRealTimers())
    expect((await gradeMistake(learner, { mistakeId: '1', grade: 'good', operationId: 'operation-2' })).choices.map(({ days }) => days)).toEqual([1, 2, 3, 8])
  })

  it('shows its last page where one asks past its end', async () => {
    const found = await listBook(await liming(), { ...view, source: 'theory', page: 99 })
    expect(found).toMatchObject({ page: 2, total: 12 })
    expect(found.items).toHaveLength(2)
    expect((await listBook(await sunli(), { ...view, source: 'simulation', page: 99 })).items).toEqual([])
    for (const subjectId of ['nonsense', '987654321']) expect(await listBook(await liming(), { ...view, subjectId })).toMatchObject({ items: [], total: 0 })
  })
})

describe('beside a running paper', () => {
  it('an exercise that has ended keeps its figures, whatever is left out of it', async () => {
    const learner = await sunli()
    const made = await drawQuestions(learner, { from: 'subject', ...(await bank(120)), count: 100, labels: [] })
    const drawId = made.id!
    await saveDraw(learner, { ...progress, drawId, answers: made.questions.slice(0, 50).map(({ id, correctIds }) => ({ questionId: id, optionIds: correctIds })), isEnded: true })
    const figures = { shouldCount: 100, answeredCount: 50, rightCount: 50, accuracy: 0.5 }
    expect(endedResultOf((await getDraw(learner, { drawId }))!)).toMatchObject(figures)
    const place = { origin: 'standalone' as const, examId: '1438001', paperId: '1438200' }
    const opened = await startAttempt(learner, { place, intentId: 'beside-ended', attemptId: null })
    if (!opened.started) throw new Error(opened.words)
    const draw = (await getDraw(learner, { drawId }))!
    await handIn(learner, { place, ref: opened.attempt.ref, epoch: opened.attempt.standing.epoch })
    expect(draw.questions.length).toBeLessThan(100)
    expect(endedResultOf(draw)).toMatchObject(figures)
  })

  it('a platform that counts nothing leaves the figures to the questions', async () => {
    const learner = await sunli()
    const made = await drawQuestions(learner, { from: 'subject', ...(await bank(60)), count: 30, labels: [] })
    const drawId = made.id!
    await saveDraw(learner, { ...progress, drawId, answers: made.questions.slice(0, 15).map(({ id, correctIds }) => ({ questionId: id, optionIds: correctIds })), isEnded: true })
    platform.server.use(http.get(`${UPSTREAM}/train/practiceCenter/practiceDraw`, async ({ request }) => {
      const { data } = (await (await platform.api().app.fetch(request)).json()) as { data: Record<string, unknown> }
      return HttpResponse.json({ code: 0, msg: null, data: { ...data, shouldNumber: undefined, actualNumber: '15', correctNumber: {}, accuracyRate: null } })
    }))
    onTestFinished(() => platform.server.resetHandlers())
    const draw = (await getDraw(learner, { drawId }))!
    expect(draw.counts).toBeUndefined()
    expect(endedResultOf(draw)).toMatchObject({ shouldCount: 30, answeredCount: 15, rightCount: 15, accuracy: 0.5 })
  })

  it('nothing tells what is right on it: practice goes on without, the book and earlier answers come with the reason', async () => {
    const learner = await sunli()
    const place = { origin: 'standalone' as const, examId: '1438001', paperId: '1438200' }
    const opened = await startAttempt(learner, { place, intentId: 'beside-practice', attemptId: null })
    if (!opened.started) throw new Error(opened.words)
    const { ref, questions, standing } = opened.attempt
    const asked = new Set(questions.map(({ id }) => id))
    const drawn = await drawQuestions(learner, { from: 'subject', ...(await bank(120)), count: 100, labels: [] })
    expect(drawn.questions.length).toBe(120 - asked.size)
    expect(drawn.questions.filter(({ id }) => asked.has(id))).toEqual([])

    const question = questions[0]!
    const target: MistakeTarget = { source: 'practice', questionId: question.id, kind: question.kind, content: question.content, mistakeId: null }
    const refusal = { code: 'rejected', status: 200, message: '该题目在您正在作答的试卷中，交卷后才能查看' }
    await expect(addMistake(learner, target)).rejects.toMatchObject(refusal)
    await expect(getMistake(learner, { source: 'practice', mistakeId: '1', questionId: question.id })).rejects.toMatchObject(refusal)
    expect((await listBook(learner, { ...view, size: 100 })).items.filter(({ questionId }) => asked.has(questionId))).toEqual([])

    await handIn(learner, { place, ref, epoch: standing.epoch })
    const { mistakeId } = await addMistake(learner, target)
    expect((await getMistake(learner, { source: 'practice', mistakeId: mistakeId!, questionId: question.id }))?.correctIds).not.toEqual([])
  })
})
