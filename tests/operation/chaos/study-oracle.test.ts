import { describe, expect, it, test } from 'vitest'
import { missingOf, rowsAgainst } from '@/scripts/chaos/study-oracle.mjs'

describe('what a learner was told of positions and beats', () => {
  const acked = { seq: 9, visitSeconds: 12, position: 40, positionSeq: 1040 }
  const there = { position: { position: 40, seq: 1040 }, beat: { countedSeconds: 0, notCountedSeconds: 0, visitSeconds: 12 }, elapsedSeconds: 30 }

  it('is all there', () => {
    expect(missingOf(acked, there)).toEqual({ missing: [], twice: [] })
  })

  test.each([
    ['the last position is gone', { position: { position: 39, seq: 1039 } }, 2, 0],
    ['no position is there', { position: null }, 2, 0],
    ['the last beat is new again', { beat: { countedSeconds: 0, notCountedSeconds: 60, visitSeconds: 12 } }, 1, 0],
    ['a second is gone', { beat: { countedSeconds: 0, notCountedSeconds: 0, visitSeconds: 11 } }, 1, 0],
    ['more was counted than the clock allows', { elapsedSeconds: 11 }, 0, 1],
  ])('%s', (_, change, missing, twice) => {
    const found = missingOf(acked, { ...there, ...change })
    expect([found.missing.length, found.twice.length]).toEqual([missing, twice])
  })
})

describe('what a learner was told of a visit', () => {
  const told = [{ account: 'learner001', visitKey: 'k', acked: { seq: 9, visitSeconds: 130 }, addedMinutes: 2 }]
  const visit = { visitKey: 'k', lastSeq: 9, countedSeconds: 130, hasEnded: true, addedMinutes: 2, ledgerSeconds: 130 }

  test.each([
    ['is all there, once', visit, [], 0, 0],
    ['the visit is gone', null, [], 5, 0],
    ['the last beat is gone', { ...visit, lastSeq: 8 }, [], 1, 0],
    ['its minutes were added twice', { ...visit, addedMinutes: 4 }, [], 0, 1],
    ['it is in the ledger twice', { ...visit, ledgerSeconds: 260 }, [], 0, 1],
    ['points were counted twice', visit, [{ learnerId: 1, total: 20, given: 10 }], 0, 1],
    ['points were not counted', visit, [{ learnerId: 1, total: 0, given: 10 }], 1, 0],
  ])('%s', (_, row, points, missing, twice) => {
    const found = rowsAgainst(told, { visits: row === null ? [] : [row], points })
    expect([found.missing.length, found.twice.length]).toEqual([missing, twice])
  })
})
