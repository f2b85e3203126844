import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { hoursOf, ledgerRows, ledgerTotals } from '@/lib/domain/ledger'
import { getLedger } from '@/lib/training/ledger'
import { getPlayer } from '@/lib/training/player'
import { getContentRanking } from '@/lib/training/rankings'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()

describe('the ledger of study time', () => {
  it.each([['course', '3001'], ['course', '3003'], ['plan', '5001']] as const)('of %s %s adds up to the hours shown everywhere', async (kind, id) => {
    const liming = await platform.learner('liming', 82)
    const [player, entries, ranking] = await Promise.all([getPlayer(liming, { kind, id }), getLedger(liming, { kind, id }), getContentRanking(liming, { scope: kind, id, metric: 'hours' })])
    const { countedMinutes } = ledgerTotals(ledgerRows(player!, entries))
    expect(countedMinutes).toBeGreaterThan(0)
    expect(hoursOf(countedMinutes)).toBe(player!.subject.learnedHours)
    expect(hoursOf(countedMinutes)).toBe(ranking.own!.value)
    expect(ledgerTotals(ledgerRows(player!, null)).countedMinutes).toBe(countedMinutes)
  })

  it('is empty for who has not begun, null where the platform keeps none', async () => {
    const wangfang = await platform.learner('wangfang', 82)
    expect(await getLedger(wangfang, { kind: 'course', id: '3001' })).toEqual([])
    platform.server.use(http.get(`${UPSTREAM}/train/web/getStudyLedger`, () => HttpResponse.json({ code: 1, msg: 'none' }, { status: 404 }), { once: true }))
    expect(await getLedger(wangfang, { kind: 'course', id: '3001' })).toBeNull()
  })

  it('calls a reason it does not know by no name', async () => {
    platform.server.use(http.get(`${UPSTREAM}/train/web/getStudyLedger`, () => HttpResponse.json({ code: 0, data: { sections: [{ sectionId: 1, sectionName: 'x', countedMinutes: '3', reasons: [{ reason: 'asleep', minutes: 2 }] }] } }), { once: true }))
    expect(await getLedger(await platform.learner('liming', 82), { kind: 'course', id: '3001' })).toEqual([{ sectionId: '1', name: 'x', countedMinutes: 3, notCounted: [{ reason: 'unknown', minutes: 2 }] }])
  })
})
