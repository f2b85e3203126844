import { describe, expect, it } from 'vitest'
import { levelProgress, type Level } from '@/lib/domain/levels'
import { rankingOf, shareOfFirst, shownRows, type RankingRow } from '@/lib/domain/rankings'

const row = (rank: number, value = 100 - rank): RankingRow => ({ learnerId: String(rank), name: `学员${rank}`, workNumber: null, avatarUrl: null, value, rank })
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1))
const ranks = (list: RankingRow[]) => list.map(({ rank }) => rank)

describe('a ranking', () => {
  it('keeps the first ten, whatever a platform sends besides', () => {
    const ranking = rankingOf([...rows(10), row(14)], row(14), '14')
    expect(ranks(ranking.rows)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(ranking.own?.rank).toBe(14)
    expect(ranks(rankingOf(rows(30), null, '99').rows)).toHaveLength(10)
  })

  it('finds the own place in the list where the platform names none', () => {
    expect(rankingOf(rows(3), null, '2').own?.rank).toBe(2)
    expect(rankingOf(rows(3), null, '9').own).toBeNull()
    expect(rankingOf(rows(3), { ...row(2), rank: 0 }, '2').own?.rank).toBe(2)
  })

  it.each([
    [14, 10, 14], [11, 10, 11], [10, 10, null], [3, 10, null], [7, 6, 7], [6, 6, null],
  ])('with the own place %i among %i rows shows %s below them', (own, count, below) => {
    const shown = shownRows(rankingOf(rows(10), row(own), String(own)), count)
    expect(shown.top).toHaveLength(count)
    expect(shown.below?.rank ?? null).toBe(below)
  })

  it('draws bars beside the first, never longer', () => {
    const ranking = rankingOf([row(1, 80), row(2, 20)], null, '2')
    expect(shareOfFirst(ranking, 20)).toBe(0.25)
    expect(shareOfFirst(ranking, 200)).toBe(1)
    expect(shareOfFirst(rankingOf([row(1, 0)], null, '1'), 0)).toBe(0)
  })
})

describe('the way to the next level', () => {
  const levels: Level[] = [{ id: 1, name: '初学孩童', pointsNeeded: 0 }, { id: 2, name: '初入江湖', pointsNeeded: 100 }, { id: 3, name: '江湖新秀', pointsNeeded: 300 }]
  it.each([
    [1, 0, 100, 0], [1, 99, 1, 99], [2, 100, 200, 0], [2, 200, 100, 50], [3, 300, 0, 100], [3, 9000, 0, 100],
  ])('from level %i with %i points misses %i and is %i %% done', (level, points, missing, percent) => {
    expect(levelProgress(levels, level, points)).toMatchObject({ missing, percent })
  })
  it('says nothing where the levels are not known', () => expect(levelProgress([], 4, 700)).toEqual({ current: null, next: null, missing: 0, percent: 100 }))
})
