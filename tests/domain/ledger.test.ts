import { describe, expect, it } from 'vitest'
import type { Section } from '@/lib/domain/catalogue'
import { hoursOf, ledgerRows, ledgerTotals } from '@/lib/domain/ledger'
import type { Player, PlayerItem } from '@/lib/domain/player'

const section = (id: string, learnedMinutes: number): Section => ({
  id, chapterId: '1', name: `小节${id}`, kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes, state: 'inProgress', locked: false, sectionRecordId: null, resource: null, simulation: null,
})
const item = (id: string | null, ...sections: Section[]): PlayerItem => ({ id, kind: 'course', targetId: '3001', name: '课程', state: 'inProgress', chapters: [{ id: '1', name: '章', locked: false, sections }] })
const player = (...items: PlayerItem[]): Player => ({
  subject: {
    kind: 'course', id: '3001', name: '课程', coverUrl: null, teacherName: '', companyName: '', rating: 0, hours: 2, credits: 1, progressPercent: 0, learnedHours: 0.4, state: 'inProgress', permission: 'allowed', window: 'open',
  },
  items,
})

describe('the ledger of study time', () => {
  it('has a line for each section, in the order of study, and its parts add up', () => {
    const rows = ledgerRows(player(item(null, section('11', 7), section('12', 0))), [{ sectionId: '12', name: '小节12', countedMinutes: 3, notCounted: [{ reason: 'idle', minutes: 2 }, { reason: 'hidden', minutes: 5 }] }])
    expect(rows.map(({ name, countedMinutes }) => [name, countedMinutes])).toEqual([['小节11', 0], ['小节12', 3]])
    expect(ledgerTotals(rows)).toEqual({ countedMinutes: 3, notCountedMinutes: 7 })
  })

  it('counts by the catalogue where the platform keeps no ledger', () => {
    const rows = ledgerRows(player(item(null, section('11', 7.9), section('12', 4))), null)
    expect(ledgerTotals(rows)).toEqual({ countedMinutes: 11, notCountedMinutes: 0 })
  })

  it('keeps the two places of a section in a plan apart, and what the catalogue no longer has', () => {
    const entry = (sectionId: string, countedMinutes: number) => ({ sectionId, name: `小节${sectionId}`, countedMinutes, notCounted: [] })
    const rows = ledgerRows(player(item('a', section('11', 0)), item('b', section('11', 0))), [entry('11', 4), entry('11', 9), entry('77', 1), entry('77', 2)])
    expect(rows.map(({ key, countedMinutes, stop }) => [key, countedMinutes, stop !== null])).toEqual([['a/11', 4, true], ['b/11', 9, true], ['gone/0/77', 1, false], ['gone/1/77', 2, false]])
  })

  it.each([[0, 0], [24, 0.4], [60, 1], [63, 1.1]])('%i minutes are %d hours', (minutes, hours) => expect(hoursOf(minutes)).toBe(hours))
})
