import { describe, expect, it } from 'vitest'
import { knownOf, newestResult, sectionSimulationAddress, simulationToHandIn } from '@/lib/domain/simulation'

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
    expect(newestResult(rows, { since, untimed: [] })?.score).toBe(score)
    expect(knownOf(rows)).toEqual({ since: '2026-03-10T12:00:00+08:00', untimed: [1] })
  })

  it.each([
    [[], [], null], [[], [80], 80], [[80], [80], null], [[80], [50, 80], 50], [[80], [80, 50], 50], [[50, 50], [50, 80, 50], 80], [[50], [50, 50], 50], [[50], [80], 80], [[50], [90, 70, 50], 90],
  ])('where none has a time is the one that %j did not have: of %j it is %s', (before, after, score) => {
    const untimed = (scores: number[]) => scores.map((one) => ({ score: one, finishedAt: null }))
    expect(newestResult(untimed(after), knownOf(untimed(before)))?.score ?? null).toBe(score)
  })
})

describe('a simulation exam that was left', () => {
  const early = { score: 40, finishedAt: '2026-03-05T10:00:00+08:00' }
  const late = { score: 90, finishedAt: '2026-03-06T10:00:00+08:00' }
  it('hands in its newest result, when it is newer than the last record', () => {
    expect(simulationToHandIn([early, late], [])).toBe(late)
    expect(simulationToHandIn([late, early], [early])).toBe(late)
    expect(simulationToHandIn([late, early], [early, late])).toBeNull()
    expect(simulationToHandIn([], [])).toBeNull()
  })

  it('is handed in once also where records without a time are all that tells of it', () => {
    const untimed = (...scores: (number | null)[]) => scores.map((score) => ({ score, finishedAt: null }))
    expect(simulationToHandIn([early], untimed(40))).toBeNull()
    expect(simulationToHandIn([late, early], untimed(40))).toBe(late)
    expect(simulationToHandIn([early, late], untimed(90, 40))).toBeNull()
    expect(simulationToHandIn([late], untimed(40, null))).toBe(late)
    // Of two results of one launch the newest was handed in: the other takes no attempt.
    expect(simulationToHandIn([late, early], untimed(90))).toBeNull()
    // A second one of the same score is not taken for the first.
    const again = { ...early, finishedAt: '2026-03-07T10:00:00+08:00' }
    expect(simulationToHandIn([again, early], untimed(40))).toBe(again)
    expect(simulationToHandIn([again, early], [early, ...untimed(40)])).toBeNull()
    // As a result of 0 that has a start only.
    expect(simulationToHandIn([{ ...late, score: 0 }, early], [early, ...untimed(0)])).toBeNull()
  })

  it('without times hands in the one more than there are records, however the platform sorts', () => {
    const [one, two] = [{ score: 40, finishedAt: null }, { score: 90, finishedAt: null }]
    expect(simulationToHandIn([one], [])).toBe(one)
    expect(simulationToHandIn([one], [early])).toBeNull()
    for (const scores of [[two, one], [one, two]]) expect(simulationToHandIn(scores, [early])).toBe(two)
    // Scores that are kept in another form than they were reported: what comes first is the newest (contract 3).
    expect(simulationToHandIn([two, one], [{ score: 20, finishedAt: null }])).toBe(two)
    expect(simulationToHandIn([two, one], [{ score: null, finishedAt: null }, { score: 45, finishedAt: null }])).toBeNull()
  })
})
