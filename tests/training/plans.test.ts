import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { countMyPlans, listMyPlans } from '@/lib/training/plans'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const everything = { state: 'all', name: '', page: 1, size: 8 } as const
const answerWith = (data: unknown) => platform.server.use(http.get(`${UPSTREAM}/train/web/getMyWebPlanBySort`, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))

describe('my plans', () => {
  it('come by eight, twelve in all', async () => {
    const liming = await platform.learner('liming', 82)
    const first = await listMyPlans(liming, everything)
    expect(first).toMatchObject({ total: 12, page: 1, size: 8 })
    expect(first.items).toHaveLength(8)
    expect((await listMyPlans(liming, { ...everything, page: 2 })).items).toHaveLength(4)
    for (const plan of first.items) {
      expect(plan.id).toMatch(/^\d+$/)
      expect(plan.name).not.toBe('')
      expect(plan.progressPercent).toBeLessThanOrEqual(100)
    }
  })

  it('are filtered by state, and the states make up the whole; one that has ended is expired and nothing else', async () => {
    const liming = await platform.learner('liming', 82)
    const states = ['learning', 'completed', 'failed', 'expired'] as const
    const list = await listMyPlans(liming, everything)
    const counts = await countMyPlans(liming, everything, list)
    expect(counts.all).toBe(12)
    expect(states.every((state) => (counts[state] ?? 0) > 0)).toBe(true)
    expect(states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)).toBe(12)
    // A platform that does not say them is asked for each.
    expect(await countMyPlans(liming, everything, { ...list, counts: undefined })).toEqual(counts)
    const named = { ...everything, name: '安全', state: 'completed' } as const
    const found = await listMyPlans(liming, named)
    expect(await countMyPlans(liming, named, { ...found, counts: undefined })).toEqual(found.counts)
    for (const state of states) {
      const { items } = await listMyPlans(liming, { ...everything, state, size: 64 })
      expect(new Set(items.map((plan) => plan.state))).toEqual(new Set([state]))
    }
    expect((await listMyPlans(liming, { ...everything, state: 'expired' })).items.map(({ name }) => name)).toContain('年度复训计划')
  })

  it('are found by a part of the name, in the learner\'s language', async () => {
    expect((await listMyPlans(await platform.learner('liming', 82), { ...everything, name: '入职' })).items.map(({ name }) => name)).toEqual(['新员工入职培训计划'])
    const { items } = await listMyPlans(await platform.learner('liming', 82, 'en'), { ...everything, name: '入职' })
    expect(items.map(({ name }) => name)).toEqual(['Onboarding Plan for New Employees'])
  })

  it('say until when they run where they are timed', async () => {
    const { items } = await listMyPlans(await platform.learner('liming', 82), { ...everything, size: 64 })
    expect(items.find(({ id }) => id === '5001')?.endsAt).toBeNull()
    expect(items.find(({ id }) => id === '5002')?.endsAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+08:00$/)
  })

  it('are nobody else\'s', async () => {
    expect(await listMyPlans(await platform.learner('wangfang', 82), everything)).toMatchObject({ items: [], total: 0 })
    const other = await listMyPlans(await platform.learner('liming', 101), { ...everything, size: 64 })
    expect(other.items.map(({ name }) => name)).not.toContain('新员工入职培训计划')
  })

  it('that are overdue are expired whatever else is said; an end without a timed plan is not shown', async () => {
    answerWith({
      records: [
        { id: 1, planName: '甲', studtyState: 2, overdue: '2', planType: '2', endTime: '2026-01-31 23:59:59', studyProcess: '100%' },
        { id: '2', planName: '乙', studtyState: 2, overdue: 1, planType: 1, endTime: '2026-01-31 23:59:59', planIndexType: 2, oneTitle: '特种作业', twoTitle: '三年一复审' },
        { id: 3, planName: '丙', studtyState: 1, overdue: null, planType: 2, endTime: null },
      ],
      total: 3,
    })
    const { items } = await listMyPlans(await platform.learner('liming', 82), everything)
    expect(items).toMatchObject([
      { state: 'expired', endsAt: '2026-01-31T23:59:59+08:00', progressPercent: 100 },
      { state: 'completed', endsAt: null, cover: { words: { title: '特种作业', subtitle: '三年一复审' } } },
      { state: 'learning', endsAt: null },
    ])
  })

  it('fail with a code, never with half a list', async () => {
    const liming = await platform.learner('liming', 82)
    answerWith({ records: [{ planName: '没有编号' }], total: 1 })
    await expect(listMyPlans(liming, everything)).rejects.toMatchObject({ code: 'malformed' })
  })
})
