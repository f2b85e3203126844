import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { indexLabels } from '../queries/label-sets.ts'
import { watchStatements } from './statements.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf, expectKeys, expectRefusal, expectStatus, hostileValues } from './world.ts'

type Origin = { kind: string; id: number; name: string }
type PracticeQ = { questionId: number; questionType: number; questionContent: string; optionList: { optionId: number }[]; trueOptionList: number[]; analysis: string; errorId: number | null; errorType?: number; instanceId?: number | null; review?: Review; origin: Origin }
type Drawn = { drawId: number | null; shouldNumber: number; question: PracticeQ[] }
type Draw = { drawId: number; subjectName: string; source: string; answers: { questionId: number; resultIds: string; status: number }[]; elapsedSeconds: number; currentIndex: number; ended: number; shouldNumber: number; actualNumber: number; correctNumber: number; accuracyRate: number; question: PracticeQ[] }
type Review = { streak: number; mayLeave: number; dueTime: string | null; grade: number | null; intervals: { grade: number; dueTime: string }[] }
type Judged = { questionId: number; status: number; trueOptionList: number[]; errorId: number | null; review?: Review }
type Subject = { id: number; title: string; labelTreeList: { id: number; title: string; children: { id: number; title: string }[] }[] }

let api: TestApi
let sunli: TestLearner
let liming: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  sunli = await api.loginAs('sunli', 143)
  liming = await api.loginAs('liming', 82)
}, 300_000)
afterAll(() => api.close())
beforeEach(() => api.clock.set(testMoment))

const categories = async (classifyId: unknown, who = sunli) => dataOf(await who.get<{ id: number; title: string; parentId: number }[]>('/train/subjectClassify/selectAllSubjectClassifyByClassifyId', { classifyId, languageType: 1 }))
const cards = async (classifyId: unknown, who = sunli) => dataOf(await who.get<{ id: number; title: string; questionAllCount: number }[]>('/train/practiceCenter/subjectQuestionCountByClassifyId', { classifyId, languageType: 1 }))
const count = async (query: Record<string, unknown>, who = sunli) => dataOf(await who.get<number>('/train/practiceCenter/subjectRandomQuestionCount', query))
const draw = async (query: Record<string, unknown>, who = sunli) => dataOf(await who.get<Drawn>('/train/practiceCenter/subjectRandomQuestion', query))
const read = async (drawId: unknown, who = sunli) => dataOf(await who.get<Draw | null>('/train/practiceCenter/practiceDraw', { drawId }))
const save = async (body: Record<string, unknown>, who = sunli) => dataOf(await who.post<Draw & { judged: Judged[] }>('/train/practiceCenter/savePracticeDraw', body))
const subjectOf = async (size: number) => (await cards(0)).find(({ questionAllCount }) => questionAllCount === size)?.id ?? 0
const rightOf = ({ trueOptionList }: PracticeQ) => trueOptionList.join('&')
/** An option that is not right; where all of them are, the first alone is not the whole answer. */
const wrongOf = ({ optionList, trueOptionList }: PracticeQ) => String(optionList.find(({ optionId }) => !trueOptionList.includes(optionId))?.optionId ?? trueOptionList[0])

describe('exercise centre', () => {
  test('five levels of categories, down to subjects with their counts', async () => {
    let level = await categories(0)
    const depths = [level.length]
    let path = level[0]?.id
    while (path !== undefined) {
      level = await categories(path)
      for (const { parentId } of level) expect(parentId).toBe(path)
      if (level.length > 0) depths.push(level.length)
      path = level[0]?.id
    }
    expect(depths).toHaveLength(5)
    const all = await cards(0)
    expect(all.map(({ questionAllCount }) => questionAllCount).toSorted((a, b) => a - b)).toEqual([0, 12, 40, 60, 120])
    for (const card of all) {
      expectKeys(card, 'id title radioCount selectCount judgeCount questionAllCount')
      expect(await count({ subjectId: card.id })).toBe(card.questionAllCount)
    }
    expect((await cards((await categories(0))[3]?.id))).toEqual([])
  })

  test('titles follow the language; nothing in a tenant without exercise bank', async () => {
    const english = dataOf(await sunli.get<{ title: string }[]>('/train/subjectClassify/selectAllSubjectClassifyByClassifyId', { classifyId: 0, languageType: 2 }))
    expect(english.map(({ title }) => title)).toContain('Electrical')
    expect(await categories(0, liming)).toEqual([])
    expect(await cards(0, liming)).toEqual([])
    for (const classifyId of hostileValues.filter((value) => ![0, '', null].includes(value as never))) {
      for (const path of ['/train/subjectClassify/selectAllSubjectClassifyByClassifyId', '/train/practiceCenter/subjectQuestionCountByClassifyId']) {
        expect([200, 400]).toContain((await sunli.get(path, { classifyId })).status)
      }
    }
  })

  test('a category may have an id of all the digits there are; 0 and nothing are the top', async () => {
    for (const classifyId of ['9007199254740000', '9999999999999999999']) expect([await categories(classifyId), await cards(classifyId)]).toEqual([[], []])
    for (const top of [0, '0', '', null, undefined]) expect((await categories(top)).length).toBe(4)
  })

  test('a subject shows its groups of labels; foreign and unknown ones are nothing', async () => {
    const subjectId = await subjectOf(120)
    const { answer, mostAtOnce } = await watchStatements(api, () => sunli.get<Subject>(`/train/subject/${subjectId}`, { languageType: 1 }))
    expect(mostAtOnce).toBe(3)
    const subject = dataOf(answer)
    expect(subject.labelTreeList).toHaveLength(5)
    for (const group of subject.labelTreeList) expect(group.children.length).toBeGreaterThan(1)
    expect(dataOf(await liming.get(`/train/subject/${subject.id}`))).toBeNull()
    expect(dataOf(await sunli.get('/train/subject/999999'))).toBeNull()
    expectStatus(await sunli.get('/train/subject/abc'), 400)
  })
})

describe('drawing', () => {
  test('gives exactly as many as asked, each once, in another order each time', async () => {
    const subjectId = await subjectOf(120)
    for (const randomCount of [30, 50, 100]) {
      const { question, shouldNumber } = await draw({ subjectId, randomCount })
      expect(new Set(question.map(({ questionId }) => questionId)).size).toBe(randomCount)
      expect(shouldNumber).toBe(randomCount)
    }
    const [a, b] = [await draw({ subjectId, randomCount: 50 }), await draw({ subjectId, randomCount: 50 })]
    expect(a.question.map(({ questionId }) => questionId)).not.toEqual(b.question.map(({ questionId }) => questionId))
    for (const one of a.question) expectKeys(one, `questionId questionType questionContent optionList trueOptionList analysis errorId subjectId origin${one.errorId === null ? '' : ' errorType instanceId answerId review'}`)
  })

  test('a draw larger than the bank gives the bank', async () => {
    expect((await draw({ subjectId: await subjectOf(12), randomCount: 100 })).question).toHaveLength(12)
    expect(await draw({ subjectId: await subjectOf(0), randomCount: 30 })).toEqual({ drawId: null, shouldNumber: 0, question: [] })
    expect((await draw({ subjectId: await subjectOf(120), randomCount: 5000 })).question).toHaveLength(100)
  })

  test('labels narrow it, whatever their combination', async () => {
    const subjectId = await subjectOf(120)
    const { labelTreeList } = dataOf(await sunli.get<Subject>(`/train/subject/${subjectId}`))
    const carried = new Map<number, Set<number>>()
    for (const { value_id, question_id } of (await api.db.execute<{ value_id: number; question_id: number }>(sql`select value_id, question_id from question_labels where tenant_id = 143`)).rows) {
      carried.set(question_id, (carried.get(question_id) ?? new Set()).add(value_id))
    }
    const names = ['One', 'Two', 'Three', 'Four', 'Five']
    for (let used = 0; used < 32; used += 1) {
      const chosen = labelTreeList.map((group, at) => ((used >> at) & 1 ? group.children[used % group.children.length] : undefined))
      const query = Object.fromEntries(chosen.flatMap((value, at) => (value ? [[`tag${names[at]}Id`, labelTreeList[at]?.id], [`tag${names[at]}ValueId`, value.id]] : [])))
      const wanted = [...carried.values()].filter((values) => chosen.every((value) => value === undefined || values.has(value.id))).length
      expect(await count({ subjectId, ...query }), JSON.stringify(query)).toBe(wanted)
      const { question } = await draw({ subjectId, randomCount: 100, ...query })
      expect(question).toHaveLength(Math.min(100, wanted))
      for (const { questionId } of question) for (const value of chosen) if (value) expect(carried.get(questionId)).toContain(value.id)
    }
    const counts = await Promise.all(labelTreeList.flatMap(({ id, children }) => children.map((value) => count({ subjectId, tagOneId: id, tagOneValueId: value.id }))))
    expect(counts.some((one) => one >= 30 && one < 100)).toBe(true)
    expect(counts).toContain(0)
  })

  test('labels of another subject, another group or no group at all find nothing', async () => {
    const [subjectId, other] = [await subjectOf(120), await subjectOf(60)]
    const { labelTreeList } = dataOf(await sunli.get<Subject>(`/train/subject/${subjectId}`))
    const [one, two] = labelTreeList
    const value = one?.children[0]?.id
    expect(await count({ subjectId: other, tagOneId: one?.id, tagOneValueId: value })).toBe(0)
    expect(await count({ subjectId, tagOneId: two?.id, tagOneValueId: value })).toBe(0)
    expect(await count({ subjectId, tagOneId: one?.id, tagOneValueId: 999_999 })).toBe(0)
    expect(await count({ subjectId, tagOneId: one?.id })).toBe(120)
    expect(await count({ subjectId: 999_999 })).toBe(0)
    expect(await count({ subjectId }, liming)).toBe(0)
    for (const value of hostileValues) {
      expect([200, 400]).toContain((await sunli.get('/train/practiceCenter/subjectRandomQuestionCount', { subjectId: value })).status)
      expect([200, 400]).toContain((await sunli.get('/train/practiceCenter/subjectRandomQuestion', { subjectId, randomCount: value })).status)
      expect([200, 400]).toContain((await sunli.get('/train/practiceCenter/subjectRandomQuestion', { subjectId, tagOneValueId: value })).status)
    }
  })

  test('from a bank too large to look at all of it', async () => {
    await api.db.execute(sql`insert into subjects (tenant_id, subject_id, position, title) values (143, 9900, 99, '大题库')`)
    await api.db.execute(sql`insert into label_groups (tenant_id, subject_id, group_id, position, title) select 143, 9900, 9900 + g, g, '组' || g from generate_series(1, 2) g`)
    await api.db.execute(sql`insert into label_values (tenant_id, group_id, value_id, position, title) select 143, 9900 + g, 9910 + g * 10 + v, v, '值' from generate_series(1, 2) g, generate_series(0, 3) v`)
    await api.db.execute(sql`insert into questions (tenant_id, question_id, subject_id, kind, content, analysis, in_practice, draw_key) select 143, 900000 + n, 9900, 'judgement', '<p>题</p>', '', true, random() from generate_series(1, 6000) n`)
    await api.db.execute(sql`insert into question_options (tenant_id, question_id, option_id, position, content, correct) select 143, 900000 + n, (900000 + n) * 10 + o, o, '正确', o = 1 from generate_series(1, 6000) n, generate_series(1, 2) o`)
    await api.db.execute(sql`insert into question_labels (tenant_id, subject_id, value_id, question_id, draw_key) select 143, 9900, 9910 + g * 10 + n % (3 + g) % 4, 900000 + n, 0 from generate_series(1, 6000) n, generate_series(1, 2) g`)
    await indexLabels(api.db, { tenantId: 143, subjectId: 9900 })
    expect(await count({ subjectId: 9900 })).toBe(6000)
    const seen = new Set<number>()
    for (let round = 0; round < 30; round += 1) {
      const { question } = await draw({ subjectId: 9900, randomCount: 100 })
      expect(new Set(question.map(({ questionId }) => questionId)).size).toBe(100)
      for (const { questionId } of question) seen.add(questionId)
    }
    // 3000 draws of 6000: about 2360 different ones when all questions are equally likely.
    expect(seen.size).toBeGreaterThan(1900)
    const tagged = await draw({ subjectId: 9900, randomCount: 100, tagOneId: 9901, tagOneValueId: 9921 })
    expect(tagged.question).toHaveLength(100)
    for (const { questionId } of tagged.question) expect(questionId % 4 % 4).toBe(1)
  })
})

describe('a draw that goes on', () => {
  test('keeps questions, answers, time and place; each question is judged once', async () => {
    const { drawId, question } = await draw({ subjectId: await subjectOf(60), randomCount: 30 })
    const [one, two] = question
    if (!one || !two) throw new Error('no questions')
    const first = await save({ drawId, answers: [{ questionId: one.questionId, resultIds: rightOf(one) }, { questionId: two.questionId, resultIds: wrongOf(two) }], elapsedSeconds: 42.9, currentIndex: 2 })
    expect(first.judged.map(({ questionId, status, trueOptionList }) => ({ questionId, status, trueOptionList }))).toEqual([
      { questionId: one.questionId, status: 1, trueOptionList: one.trueOptionList },
      { questionId: two.questionId, status: 2, trueOptionList: two.trueOptionList },
    ])
    expect(first).toMatchObject({ elapsedSeconds: 42, currentIndex: 2, actualNumber: 2, correctNumber: 1, shouldNumber: 30, accuracyRate: 1 / 30, ended: 0 })
    // Another tab with other answers and less time.
    const second = await save({ drawId, answers: [{ questionId: one.questionId, resultIds: wrongOf(one) }], elapsedSeconds: 7 })
    expect(second).toMatchObject({ elapsedSeconds: 42, actualNumber: 2, correctNumber: 1, judged: [{ questionId: one.questionId, status: 1 }] })
    const back = await read(drawId)
    expect(back?.question.map(({ questionId }) => questionId)).toEqual(question.map(({ questionId }) => questionId))
    expect(back?.answers).toEqual([{ questionId: one.questionId, resultIds: rightOf(one), status: 1 }, { questionId: two.questionId, resultIds: wrongOf(two), status: 2 }])
    expect(await save({ drawId, elapsedSeconds: 60, ended: 1 })).toMatchObject({ ended: 1, elapsedSeconds: 60 })
    const three = question[2]
    expect(await save({ drawId, answers: [{ questionId: three?.questionId, resultIds: rightOf(three as PracticeQ) }], elapsedSeconds: 99 })).toMatchObject({ actualNumber: 2, elapsedSeconds: 60, judged: [] })
    const again = dataOf(await sunli.get<Drawn>('/train/practiceCenter/mistakeDraw', { drawId }))
    expect(again.question.map(({ questionId }) => questionId)).toEqual([two.questionId])
  })

  test('survives a removed question and refuses what does not fit', async () => {
    const { drawId, question } = await draw({ subjectId: await subjectOf(40), randomCount: 30 })
    const [one, two] = question
    if (!one || !two) throw new Error('no questions')
    const refused = (answers: unknown) => sunli.post('/train/practiceCenter/savePracticeDraw', { drawId, answers, elapsedSeconds: 1 })
    expectRefusal(await refused([{ questionId: 1, resultIds: '1' }]), '题目不在本次练习中')
    expectRefusal(await refused([{ questionId: one.questionId, resultIds: rightOf(one) }, { questionId: two.questionId, resultIds: rightOf(one) }]), '选项不属于该题目')
    expectStatus(await refused([{ questionId: one.questionId, resultIds: '' }]), 400)
    expectStatus(await refused('nonsense'), 400)
    expectStatus(await sunli.post('/train/practiceCenter/savePracticeDraw', { drawId: 1, elapsedSeconds: 1 }), 404)
    expectStatus(await liming.post('/train/practiceCenter/savePracticeDraw', { drawId, elapsedSeconds: 1 }), 404)
    expect(await read(drawId, liming)).toBeNull()
    expect(await read(drawId)).toMatchObject({ actualNumber: 0 })
    await api.db.execute(sql`delete from questions where tenant_id = 143 and question_id = ${two.questionId}`)
    expect((await read(drawId))?.question).toHaveLength(29)
    expect(await save({ drawId, answers: [{ questionId: two.questionId, resultIds: rightOf(two) }, { questionId: one.questionId, resultIds: rightOf(one) }], elapsedSeconds: 2 })).toMatchObject({ actualNumber: 1 })
    expect((await draw({ subjectId: await subjectOf(40), randomCount: 100 })).question).toHaveLength(39)
  })
})

describe('practising from the book', () => {
  test('three right in a row let a question leave, the schedule moves on, and nothing leaves by itself', async () => {
    let who = liming
    const bookDraw = async (query: Record<string, unknown> = {}) => dataOf(await who.get<Drawn>('/train/practiceCenter/mistakeDraw', query))
    expect((await bookDraw({ randomCount: 100 })).question.length).toBeGreaterThan(20)
    const [question] = (await bookDraw({ errorType: 3, questionType: 1, randomCount: 1 })).question
    if (!question) throw new Error('no question')
    const seen: unknown[] = []
    for (let day = 0; day < 4; day += 1) {
      const { drawId } = await bookDraw({ mistakeId: question.errorId })
      const answer = day === 0 ? wrongOf(question) : rightOf(question)
      const { judged } = await save({ drawId, answers: [{ questionId: question.questionId, resultIds: answer }], elapsedSeconds: 3 }, who)
      seen.push([judged[0]?.review?.streak, judged[0]?.review?.mayLeave])
      expect(judged[0]?.errorId).toBe(question.errorId)
      expect(judged[0]?.review?.dueTime ?? '').not.toBe('')
      api.clock.advance({ days: 20 })
      who = await api.loginAs('liming', 82)
    }
    expect(seen).toEqual([[0, 0], [1, 0], [2, 0], [3, 1]])
    expect((await bookDraw({ mistakeId: question.errorId })).question).toHaveLength(1)
  })

  test('what is due today comes by the schedule', async () => {
    const counts = async () => dataOf(await liming.get<{ total: number; due: number; counts: { errorType: number; total: number; due: number; nextDue: string | null }[] }>('/train/examPlanApp/errorCounts'))
    const before = await counts()
    expect(before.counts.map(({ total }) => total)).toEqual([12, 12, 12])
    const [question] = dataOf(await liming.get<Drawn>('/train/practiceCenter/mistakeDraw', { errorType: 3, due: 1, randomCount: 1 })).question
    const graded = (body: Record<string, unknown>) => liming.post<{ streak: number; dueTime: string; intervals: { grade: number; dueTime: string }[] }>('/train/examPlanApp/gradeError', { id: question?.errorId, ...body })
    const easy = dataOf(await graded({ grade: 4, opId: 'grade-once-1' }))
    expect(easy.intervals.map(({ dueTime }) => dueTime)).toEqual(easy.intervals.map(({ dueTime }) => dueTime).toSorted())
    expect(dataOf(await graded({ grade: 4, opId: 'grade-once-1' })).dueTime).toBe(easy.dueTime)
    expectStatus(await graded({ grade: 1, opId: 'grade-once-1' }), 400)
    expect((await counts()).due).toBe(before.due - 1)
    expect((await counts()).counts.map(({ nextDue }) => nextDue === null)).toEqual([true, true, false])
    api.clock.advance({ days: 400 })
    const late = await api.loginAs('liming', 82)
    expect(dataOf(await late.get<{ due: number }>('/train/examPlanApp/errorCounts')).due).toBe(before.total)
    api.clock.set(testMoment)
    for (const grade of [0, 5, 'x', null]) expectStatus(await graded({ grade }), 400)
    expectStatus(await sunli.post('/train/examPlanApp/gradeError', { id: question?.errorId, grade: 3 }), 404)
  })

  test('a question that is in two parts of the book is shown as of the part it was drawn from', async () => {
    const [held] = dataOf(await liming.get<Drawn>('/train/practiceCenter/mistakeDraw', { errorType: 1, randomCount: 1 })).question
    if (!held) throw new Error('no question')
    const twin = dataOf(await liming.post<{ id: number }>('/train/examPlanApp/joinError', { errorType: 3, questionId: held.questionId }))
    expect(twin.id).not.toBe(held.errorId)
    const drawnFrom = async (query: Record<string, unknown>) => dataOf(await liming.get<Drawn>('/train/practiceCenter/mistakeDraw', query))
    for (const [query, errorType] of [[{ errorType: 1, mistakeId: held.errorId }, 1], [{ mistakeId: held.errorId }, 1], [{ mistakeId: twin.id }, 3]] as const) {
      const { drawId, question } = await drawnFrom(query)
      expect(question, JSON.stringify(query)).toMatchObject([{ questionId: held.questionId, errorType, errorId: errorType === 1 ? held.errorId : twin.id }])
      expect((await read(drawId, liming))?.question).toMatchObject([{ errorType }])
      expect(await save({ drawId, answers: [{ questionId: held.questionId, resultIds: wrongOf(held) }], elapsedSeconds: 1 }, liming)).toMatchObject({ judged: [{ errorId: errorType === 1 ? held.errorId : twin.id }] })
      expect((await drawnFrom({ drawId })).question).toMatchObject([{ errorType }])
    }
  })

  test('the learner’s own grade takes the place of the answer’s, and the draw still shows it', async () => {
    const drawn = dataOf(await liming.get<Drawn>('/train/practiceCenter/mistakeDraw', { errorType: 1, randomCount: 1 }))
    const [question] = drawn.question
    if (!question) throw new Error('no question')
    expect(question).toMatchObject({ errorType: 1, instanceId: expect.any(Number) })
    const { judged: [one] } = await save({ drawId: drawn.drawId, answers: [{ questionId: question.questionId, resultIds: rightOf(question) }], elapsedSeconds: 1 }, liming)
    expect(one?.review).toMatchObject({ grade: 3, streak: 1 })
    const wanted = Object.fromEntries(one?.review?.intervals.map(({ grade, dueTime }) => [grade, dueTime]) ?? [])
    expect(one?.review?.dueTime).toBe(wanted[3])
    for (const grade of [4, 1, 2]) {
      const graded = dataOf(await liming.post<Review>('/train/examPlanApp/gradeError', { id: one?.errorId, grade }))
      expect(graded).toMatchObject({ grade, dueTime: wanted[grade], streak: 1 })
      expect(graded.intervals).toEqual(one?.review?.intervals)
    }
    expect((await read(drawn.drawId, liming))?.question[0]?.review).toMatchObject({ grade: 2, dueTime: wanted[2] })
  })

  test('an unknown subject, an empty book and a draw of nobody give nothing, and nothing is kept of it', async () => {
    const nothing = { drawId: null, shouldNumber: 0, question: [] }
    expect(await draw({ subjectId: 987_654_321, randomCount: 100 })).toEqual(nothing)
    expect(dataOf(await sunli.get<Drawn>('/train/practiceCenter/mistakeDraw', { errorType: 2, randomCount: 100 }))).toEqual(nothing)
    expectStatus(await sunli.get('/train/practiceCenter/mistakeDraw', { drawId: 987_654_321 }), 404)
    const own = await draw({ subjectId: await subjectOf(12), randomCount: 12 })
    expectStatus(await liming.get('/train/practiceCenter/mistakeDraw', { drawId: own.drawId }), 404)
  })
})
