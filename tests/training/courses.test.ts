import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { checkCourseAccess, countMyCourses, listMyCourses } from '@/lib/training/courses'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const everything = { state: 'all', name: '', page: 1, size: 8 } as const
const LIST = `${UPSTREAM}/train/web/getMyWebCourseBySort`
const answerWith = (data: unknown) => platform.server.use(http.get(LIST, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))

describe('my courses', () => {
  it('come by eight, 36 in all, each with what its card shows', async () => {
    const liming = await platform.learner('liming', 82)
    const first = await listMyCourses(liming, everything)
    expect(first).toMatchObject({ total: 36, page: 1, size: 8 })
    expect(first.items).toHaveLength(8)
    const last = await listMyCourses(liming, { ...everything, page: 5 })
    expect(last.items).toHaveLength(4)
    for (const { id, name, companyName, progressPercent } of [...first.items, ...last.items]) {
      expect(id).toMatch(/^\d+$/)
      expect(name).not.toBe('')
      expect(companyName).not.toBe('')
      expect(progressPercent).toBeGreaterThanOrEqual(0)
      expect(progressPercent).toBeLessThanOrEqual(100)
    }
  })

  it('are filtered by state, and the states make up the whole', async () => {
    const liming = await platform.learner('liming', 82)
    const states = ['learning', 'completed', 'failed'] as const
    const list = await listMyCourses(liming, everything)
    const counts = await countMyCourses(liming, everything, list)
    expect(counts.all).toBe(36)
    expect(states.every((state) => (counts[state] ?? 0) > 0)).toBe(true)
    expect(states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)).toBe(36)
    // A platform that does not say them is asked for each.
    expect(await countMyCourses(liming, everything, { ...list, counts: undefined })).toEqual(counts)
    const named = { ...everything, name: '安全', state: 'completed' } as const
    const found = await listMyCourses(liming, named)
    expect(await countMyCourses(liming, named, { ...found, counts: undefined })).toEqual(found.counts)
    for (const state of states) {
      const { items } = await listMyCourses(liming, { ...everything, state, size: 64 })
      expect(new Set(items.map((course) => course.state))).toEqual(new Set([state]))
    }
  })

  it('are found by a part of the name', async () => {
    const liming = await platform.learner('liming', 82)
    const { items, total } = await listMyCourses(liming, { ...everything, name: '低压电工' })
    expect(total).toBeGreaterThan(0)
    expect(items.every(({ name }) => name.includes('低压电工'))).toBe(true)
    expect(await listMyCourses(liming, { ...everything, name: '没有这样的课程' })).toMatchObject({ items: [], total: 0 })
  })

  it('are nobody else\'s', async () => {
    const wangfang = await platform.learner('wangfang', 82)
    expect(await listMyCourses(wangfang, everything)).toMatchObject({ items: [], total: 0 })
    const other = await platform.learner('liming', 101)
    const names = (await listMyCourses(other, { ...everything, size: 64 })).items.map(({ name }) => name)
    expect(names).not.toContain('低压电工作业安全')
  })

  it('draw over titles only where the platform says so, and cap progress at 100', async () => {
    answerWith({
      records: [
        { id: '7', courseName: '甲', companyName: null, studyProcess: '135%', studtyState: '1', courseIndexType: 2, oneTitle: '数控', twoTitle: '编程', courseIndexPictureUrl: '/train/file/cover/a.svg' },
        { id: 8, planName: '乙', studyProcess: null, studtyState: 2, planIndexType: 1, oneTitle: '不画', twoTitle: null, planIndexPictureUrl: 'javascript:alert(1)' },
        { id: 9, courseName: '丙', studtyState: 3 },
        { id: 10, courseName: '丁' },
      ],
      total: '4', size: '8', current: 1,
    })
    const { items } = await listMyCourses(await platform.learner('liming', 82), everything)
    expect(items[0]).toMatchObject({ id: '7', state: 'learning', progressPercent: 100, cover: { words: { title: '数控', subtitle: '编程' }, pictureUrl: '/api/public/files/train/file/cover/a.svg' } })
    expect(items[1]).toMatchObject({ name: '乙', state: 'completed', progressPercent: 0, cover: { words: null, pictureUrl: null } })
    expect(items.map(({ state }) => state)).toEqual(['learning', 'completed', 'failed', 'none'])
  })

  it('accept the records at the top or one level down, and null for none', async () => {
    const liming = await platform.learner('liming', 82)
    answerWith({ data: { records: null, total: 0 } })
    expect(await listMyCourses(liming, everything)).toEqual({ items: [], total: 0, page: 1, size: 8 })
    answerWith({ records: [{ id: 1, courseName: '甲' }], total: 1 })
    expect((await listMyCourses(liming, everything)).items).toHaveLength(1)
  })

  it('fail with a code, never with half a list', async () => {
    const liming = await platform.learner('liming', 82)
    answerWith({ records: 'many' })
    await expect(listMyCourses(liming, everything)).rejects.toMatchObject({ code: 'malformed' })
    platform.server.use(http.get(LIST, () => HttpResponse.error(), { once: true }))
    await expect(listMyCourses(liming, everything)).rejects.toMatchObject({ code: 'failed' })
  })
})

describe('the access check', () => {
  const idOf = async (name: string) => {
    const { items } = await listMyCourses(await platform.learner('liming', 82), { ...everything, name })
    return items[0]!.id
  }

  it('lets an open course be opened', async () => {
    expect(await checkCourseAccess(await platform.learner('liming', 82), { id: await idOf('低压电工作业安全') })).toEqual({ allowed: true })
  })

  it('gives a refusal in the platform\'s own words', async () => {
    expect(await checkCourseAccess(await platform.learner('liming', 82), { id: await idOf('高处作业安全') })).toEqual({ allowed: false, reason: '本课程仅限高处作业班学员学习' })
  })

  it('treats a course of another tenant like one that does not exist', async () => {
    const stranger = await platform.learner('liming', 101)
    const foreign = await checkCourseAccess(stranger, { id: await idOf('低压电工作业安全') })
    expect(foreign).toEqual(await checkCourseAccess(stranger, { id: '999999999' }))
    expect(foreign.allowed).toBe(false)
  })

  it('reads the flag as digits too, and anything odd as a refusal', async () => {
    const liming = await platform.learner('liming', 82)
    const answers = [[{ type: '1' }, { allowed: true }], [{ type: 2, content: null }, { allowed: false, reason: '' }], [{}, { allowed: false, reason: '' }], [null, { allowed: false, reason: '' }]] as const
    for (const [data, access] of answers) {
      platform.server.use(http.get(`${UPSTREAM}/train/course/getClearFlagByCourseId`, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))
      expect(await checkCourseAccess(liming, { id: '1' })).toEqual(access)
    }
  })
})
