import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { LibraryView } from '@/lib/domain/library'
import { listCourseLibrary, listPlanLibrary, listTagGroups } from '@/lib/training/library'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const everything: LibraryView = { name: '', sort: 'comprehensive', tags: [null, null, null, null, null], page: 1, size: 128 }
const missing = (path: string) => platform.server.use(http.get(`${UPSTREAM}/train/web/${path}`, () => HttpResponse.json({ code: 1, msg: '请求的内容不存在' }, { status: 404 }), { once: true }))
const descending = (values: number[]) => values.every((value, index) => index === 0 || value <= values[index - 1]!)

describe('the course library', () => {
  it('holds the courses of the tenant, joined or not, with the learner\'s own state', async () => {
    const mine = await listCourseLibrary(await platform.learner('liming', 82), everything)
    expect(mine.total).toBeGreaterThan(36)
    expect(new Set(mine.items.map(({ state }) => state))).toEqual(new Set(['none', 'learning', 'completed', 'failed']))
    const hers = await listCourseLibrary(await platform.learner('wangfang', 82), everything)
    expect(hers.total).toBe(mine.total)
    expect(new Set(hers.items.map(({ state }) => state))).toEqual(new Set(['none']))
    const elsewhere = await listCourseLibrary(await platform.learner('liming', 101), everything)
    expect(elsewhere.items.map(({ name }) => name)).not.toContain('低压电工作业安全')
  })

  it('is ordered by praise, popularity and both together, and by release', async () => {
    const liming = await platform.learner('liming', 82)
    const [both, praise, popularity, latest] = await Promise.all((['comprehensive', 'praise', 'popularity', 'latest'] as const).map(async (sort) => (await listCourseLibrary(liming, { ...everything, sort })).items))
    expect(descending(praise!.map(({ rating }) => rating))).toBe(true)
    expect(descending(popularity!.map(({ joinCount }) => joinCount))).toBe(true)
    const most = popularity![0]!.joinCount
    // The platform rounds what it sends.
    expect(descending(both!.map(({ rating, joinCount }) => Math.round((0.6 * rating) / 5 * 50 + (0.4 * joinCount) / most * 50)))).toBe(true)
    expect(latest!.map(({ id }) => id)).not.toEqual(both!.map(({ id }) => id))
    expect(new Set(latest!.map(({ id }) => id))).toEqual(new Set(both!.map(({ id }) => id)))
  })

  it('is narrowed by tags, one of each group, and by a word', async () => {
    const liming = await platform.learner('liming', 82)
    const groups = await listTagGroups(liming, { kind: 'course' })
    const by = (...tags: (string | null)[]) => listCourseLibrary(liming, { ...everything, tags })
    const all = await by()
    const first = await by(groups[0]!.tags[0]!.id)
    const second = await by(null, groups[1]!.tags[0]!.id)
    const bothOfThem = await by(groups[0]!.tags[0]!.id, groups[1]!.tags[0]!.id)
    expect(first.total).toBeGreaterThan(0)
    expect(first.total).toBeLessThan(all.total)
    const inBoth = first.items.filter(({ id }) => second.items.some((other) => other.id === id)).map(({ id }) => id)
    expect(bothOfThem.items.map(({ id }) => id).sort()).toEqual(inBoth.sort())
    const found = await listCourseLibrary(liming, { ...everything, name: '焊' })
    expect(found.items.length).toBeGreaterThan(0)
    expect(found.items.every(({ name }) => name.includes('焊'))).toBe(true)
  })

  it('speaks the learner\'s language', async () => {
    const { items } = await listCourseLibrary(await platform.learner('liming', 82, 'en'), everything)
    expect(items.map(({ name }) => name)).toContain('Low-Voltage Electrical Work Safety')
    const groups = await listTagGroups(await platform.learner('liming', 82, 'ja'), { kind: 'course' })
    expect(groups[0]!.name).toBe('専門分野')
  })

  it('comes in pages', async () => {
    const liming = await platform.learner('liming', 82)
    const whole = await listCourseLibrary(liming, everything)
    const second = await listCourseLibrary(liming, { ...everything, page: 2, size: 8 })
    expect(second).toMatchObject({ page: 2, size: 8, total: whole.total })
    expect(second.items.map(({ id }) => id)).toEqual(whole.items.slice(8, 16).map(({ id }) => id))
  })
})

describe('the plan library', () => {
  it('holds the plans of the tenant, those that have ended as expired', async () => {
    const { items } = await listPlanLibrary(await platform.learner('wangfang', 82), everything)
    expect(items.find(({ name }) => name === '年度复训计划')?.state).toBe('expired')
    expect(items.find(({ name }) => name === '新员工入职培训计划')?.state).toBe('none')
  })

  it('has tags of its own', async () => {
    const liming = await platform.learner('liming', 82)
    const groups = await listTagGroups(liming, { kind: 'plan' })
    expect(groups.map(({ name }) => name)).toEqual(['计划类型', '适用岗位'])
    const all = await listPlanLibrary(liming, everything)
    const totals = await Promise.all(groups[0]!.tags.map(async ({ id }) => (await listPlanLibrary(liming, { ...everything, tags: [id] })).total))
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(all.total)
  })
})

describe('a platform without a library', () => {
  it('shows the learner\'s own courses and plans instead', async () => {
    const liming = await platform.learner('liming', 82)
    missing('getWebCourseBySort')
    expect((await listCourseLibrary(liming, { ...everything, size: 8 })).total).toBe(36)
    missing('getWebPlanBySort')
    expect((await listPlanLibrary(liming, { ...everything, size: 8 })).total).toBe(12)
  })

  it('has no tags', async () => {
    missing('getTagList')
    expect(await listTagGroups(await platform.learner('liming', 82), { kind: 'course' })).toEqual([])
  })

  it('is not one that fails', async () => {
    const liming = await platform.learner('liming', 82)
    platform.server.use(http.get(`${UPSTREAM}/train/web/getWebCourseBySort`, () => HttpResponse.json({ code: 1, msg: 'SQL' }, { status: 500 }), { once: true }))
    await expect(listCourseLibrary(liming, everything)).rejects.toMatchObject({ code: 'failed' })
  })
})

describe('the groups of tags', () => {
  it('are five at most', async () => {
    const group = (id: number) => ({ id, title: `组${id}`, children: id === 3 ? null : [{ id: `${id}1`, title: '甲' }] })
    platform.server.use(http.get(`${UPSTREAM}/train/web/getTagList`, () => HttpResponse.json({ code: 0, data: { labelTreeList: [1, 2, 3, 4, 5, 6].map(group) } }), { once: true }))
    const groups = await listTagGroups(await platform.learner('liming', 82), { kind: 'course' })
    expect(groups.map(({ id, tags }) => [id, tags.length])).toEqual([['1', 1], ['2', 1], ['3', 0], ['4', 1], ['5', 1]])
  })
})
