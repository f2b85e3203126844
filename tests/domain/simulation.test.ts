import { describe, expect, it } from 'vitest'
import { newestResult, sectionSimulationAddress } from '@/lib/domain/simulation'

describe('the address of a simulation', () => {
  it('names the simulation, the learner, the language and the plan', () => {
    const address = sectionSimulationAddress('http://sim.example/simulation', { id: '6001', requestId: '9', ticket: '82.a b' }, { learnerId: '7', language: 'ja', planId: null })
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({ courseId: '6001', userId: '7', learnType: '1', language: 'ja', planId: '-1', testRequestId: '9', ticket: '82.a b' })
    expect(new URL(sectionSimulationAddress('http://sim.example/s?x=1', { id: '6001', requestId: null, ticket: null }, { learnerId: '7', language: 'zh', planId: '5001' })).search).toBe('?x=1&courseId=6001&userId=7&learnType=1&language=zh&planId=5001')
  })
})

describe('the newest result', () => {
  const rows = [{ score: 50, finishedAt: '2026-03-10T10:00:00+08:00' }, { score: 90, finishedAt: '2026-03-10T12:00:00+08:00' }, { score: 70, finishedAt: '2026-03-10T11:00:00+08:00' }, { score: 1, finishedAt: null }]
  it.each([[null, 90], ['2026-03-10T11:30:00+08:00', 90], ['2026-03-10T12:00:00+08:00', undefined]])('younger than %s is %s', (since, score) => {
    expect(newestResult(rows, since)?.score).toBe(score)
  })
})
