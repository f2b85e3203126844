import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notes } from '../db/schema/notes.ts'
import { operations } from '../db/schema/operations.ts'
import { withTx } from '../db/tx.ts'
import { addNote } from '../queries/notes.ts'
import { onServer } from './meeting.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { whileAnotherIsOpen } from './two-at-once.ts'
import { courses, dataOf, electrical, expectKeys, expectRefusal, expectStatus, foreign, hostileValues } from './world.ts'

type Note = { id: number; noteContent: string; createTime: string; type: number; moment: number | null }

let api: TestApi
let liming: TestLearner
let wangfang: TestLearner
let elsewhere: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  wangfang = await api.loginAs('wangfang', 82)
  elsewhere = await api.loginAs('liming', 101)
})
afterAll(() => api.close())

const place = { chapterId: 3101, sectionId: electrical.video, coursePlanId: courses.electrical, coursePlanType: 1, type: 2, planContentId: '', resourceId: 7001 }
const add = (noteContent: unknown, more: object = {}, who = wangfang) => who.post('/train/app/note', { ...place, noteContent, ...more })
const list = async (more: Record<string, string> = {}, who = wangfang) => {
  const query = new URLSearchParams({ ...Object.fromEntries(Object.entries(place).map(([key, value]) => [key, String(value)])), ...more })
  return dataOf(await who.post<Note[]>(`/train/app/note/selectNoteByUserId?${query}`))
}
const edit = (id: unknown, noteContent: unknown, who = wangfang) => who.put('/train/app/note', { ...place, id, noteContent })
const remove = (id: unknown, who = wangfang) => who.get('/train/app/note/updateNoteDelFlagById', { id })

describe('notes', () => {
  test.runIf(onServer)('of the same words twice at once are one', async () => {
    const who = { tenantId: 82, userId: wangfang.userId }
    const note = { kind: 'course' as const, contentId: courses.electrical, sectionId: electrical.video, text: '同时', moment: null, isNamed: false, now: api.clock.now() }
    await whileAnotherIsOpen(api, (tx) => addNote(tx, { ...who, ...note }), () => withTx(api.db, (tx) => addNote(tx, { ...who, ...note })))
    expect(await api.db.delete(notes).where(eq(notes.text, note.text)).returning()).toHaveLength(1)
  })

  test('are added, listed newest first, edited and deleted', async () => {
    expect(await list()).toEqual([])
    dataOf(await add('停电、验电、接地'))
    dataOf(await add('停电、验电、接地'))
    api.clock.advance({ minutes: 1 })
    dataOf(await add('<b>安全距离</b>'))
    const [second, first] = await list()
    expect(second).toEqual({
      id: expect.any(Number), noteContent: '<b>安全距离</b>', createTime: '2026-03-10 10:01:00', chapterId: 3101, sectionId: electrical.video,
      coursePlanId: courses.electrical, planContentId: null, resourceId: 7001, coursePlanType: 1, type: 2, moment: null,
    })
    expectKeys(first, 'id noteContent createTime chapterId sectionId coursePlanId planContentId resourceId coursePlanType type moment')
    dataOf(await edit(first?.id, '停电、验电、装设接地线'))
    expect((await list()).map(({ noteContent }) => noteContent)).toEqual(['<b>安全距离</b>', '停电、验电、装设接地线'])
    dataOf(await remove(first?.id))
    dataOf(await remove(first?.id))
    expect((await list()).map(({ id }) => id)).toEqual([second?.id])
    expectStatus(await edit(first?.id, '再来'), 404)
  })

  test('that are deleted say nothing any more, also to whoever reads the database', async () => {
    dataOf(await add('只写给自己', { moment: 31 }))
    const [note] = await list()
    dataOf(await remove(note?.id))
    const [kept] = await api.db.select({ text: notes.text, moment: notes.moment, deletedAt: notes.deletedAt }).from(notes).where(eq(notes.noteId, note?.id ?? 0))
    expect(kept).toEqual({ text: '', moment: null, deletedAt: api.clock.now() })
  })

  test.each([['planContentId', 6001], ['chapterId', 3102], ['sectionId', electrical.document], ['resourceId', 7002], ['type', 1], ['moment', 28]])('of the same words with another %s are others, and sent again the same', async (field, other) => {
    const words = `同样的话 ${field}`
    for (const more of [{}, { [field]: other }, {}, { [field]: other }]) dataOf(await add(words, more))
    expect(await api.db.delete(notes).where(eq(notes.text, words)).returning()).toHaveLength(2)
  })

  test('are of one place: another section, kind or learner shows others', async () => {
    expect(await list({ sectionId: String(electrical.document) })).toEqual([])
    expect(await list({ type: '1' })).toEqual([])
    expect((await list({ sectionId: '', chapterId: '', resourceId: '', type: '' })).length).toBeGreaterThan(0)
    expect((await list({}, liming)).some(({ noteContent }) => noteContent === '<b>安全距离</b>')).toBe(false)
    expect(await list({}, elsewhere)).toEqual([])
  })

  test('of a section are found whatever chapter it is in by now', async () => {
    expect((await list({ chapterId: '3103' })).map(({ id }) => id)).toEqual((await list()).map(({ id }) => id))
    expect(await list({ chapterId: '3103', sectionId: '' })).toEqual([])
  })

  test('of a whole course and of one section are all there are', async () => {
    const own = { tenantId: 82, learnerId: wangfang.userId, contentKind: 'course' as const, contentId: courses.electrical, sectionId: electrical.scorm12, kind: 'other' as const, text: '一条', createdAt: testMoment, updatedAt: testMoment }
    const before = await list({ sectionId: '', chapterId: '', resourceId: '', type: '' })
    await api.db.insert(notes).values(Array.from({ length: 501 }, (_, at) => ({ ...own, noteId: 880_000 + at })))
    expect(await list({ sectionId: '', chapterId: '', resourceId: '', type: '' })).toHaveLength(before.length + 501)
    expect(await list({ sectionId: String(electrical.scorm12), chapterId: '', resourceId: '', type: '' })).toHaveLength(501)
    await api.db.delete(notes).where(eq(notes.text, own.text))
  })

  test.each([[''], ['   '], [null], [undefined]])('that say nothing (%j) are refused', async (noteContent) => {
    expectRefusal(await add(noteContent), '添加笔记不能为空')
  })

  test('keep the moment they were taken at, also when their words change', async () => {
    dataOf(await add('跨步电压', { moment: 27 }))
    const taken = (await list()).find(({ noteContent }) => noteContent === '跨步电压')
    expect(taken).toMatchObject({ moment: 27 })
    dataOf(await edit(taken?.id, '跨步电压：单脚跳出'))
    expect((await list()).find(({ id }) => id === taken?.id)).toMatchObject({ noteContent: '跨步电压：单脚跳出', moment: 27 })
    for (const moment of [-1, 'x', 1e9]) expectStatus(await add('y', { moment }), 400)
    expect((await list({}, liming)).map(({ moment }) => moment)).toEqual([44, 27, 12])
  })

  test('hold 200 characters', async () => {
    dataOf(await add('字'.repeat(200)))
    dataOf(await add(`  ${'宽'.repeat(200)}\n`))
    expect((await list())[0]?.noteContent).toBe('宽'.repeat(200))
    expectRefusal(await add('字'.repeat(201)), '笔记内容不能超过200字')
  })

  test('of another learner are forbidden, of another tenant missing', async () => {
    const [own] = await list()
    expectStatus(await edit(own?.id, '改写', liming), 403)
    expectStatus(await remove(own?.id, liming), 403)
    expectStatus(await edit(own?.id, '改写', elsewhere), 404)
    expectStatus(await remove(own?.id, elsewhere), 404)
    expectStatus(await remove(4_444_444), 404)
    expect((await list())[0]).toEqual(own)
  })

  test('need a course or plan of the tenant', async () => {
    expectStatus(await add('x', { coursePlanId: foreign(courses.electrical) }), 404)
    expectStatus(await add('x', { coursePlanId: 5_000_000 }), 404)
  })

  test('never break on bad input', async () => {
    for (const value of hostileValues) {
      expectStatus(await add('x', { coursePlanId: value }), 400)
      expect([200, 400]).toContain((await add('x', { sectionId: value })).status)
      expectStatus(await remove(value), 400)
    }
    for (const noteContent of [7, true, {}, ['a']]) expectStatus(await add(noteContent), 400)
    expectStatus(await add('x', { type: 9 }), 400)
  })
})

test('a note that a browser could not send for weeks is added once, and what was told is forgotten after thirty days', async () => {
  const opId = 'ab'.repeat(16)
  const told = () => api.db.select().from(operations).where(eq(operations.operationId, opId))
  const send = async () => dataOf(await add('停电、验电', { opId }, await api.loginAs('wangfang', 82)))
  const notes = async () => (await list({}, await api.loginAs('wangfang', 82))).filter(({ noteContent }) => noteContent === '停电、验电')
  await send()
  api.clock.advance({ days: 29 })
  await api.runJob('sweepOperations')
  await send()
  expect([(await notes()).length, (await told()).length]).toEqual([1, 1])
  api.clock.advance({ days: 2 })
  await api.runJob('sweepOperations')
  expect(await told()).toEqual([])
})
