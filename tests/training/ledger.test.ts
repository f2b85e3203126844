import { and, eq } from 'drizzle-orm'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { sectionsOf } from '@/lib/domain/catalogue'
import { Learner } from '@/lib/domain/learner'
import { hoursOf, ledgerRows, ledgerTotals } from '@/lib/domain/ledger'
import type { Player } from '@/lib/domain/player'
import { startLearning } from '@/lib/training/enrolment'
import { getLedger } from '@/lib/training/ledger'
import { getPlayer } from '@/lib/training/player'
import { getContentRanking } from '@/lib/training/rankings'
import { sectionRecords } from '../../training-api/db/schema/enrolment'
import { planItems } from '../../training-api/db/schema/plans'
import { learnerWithout } from '../../training-api/tests/world'
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

  it('of a course that stands in a plan twice has each time in its own place, whichever was put there first', async () => {
    const { db } = platform.api()
    const own = await learnerWithout(platform.api(), 5001)
    const learner = new Learner({ id: String(own.userId), tenantId: '82', username: 'x', locale: 'zh', token: own.token })
    const twin = { tenantId: 82, planItemId: 990_001 }
    await db.insert(planItems).values({ ...twin, planId: 5001, position: 0, kind: 'course', childId: 3001, name: 'twin' })
    try {
      await startLearning(learner, { kind: 'plan', id: '5001' })
      const studied = and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, own.userId), eq(sectionRecords.sectionId, 3201))
      await db.update(sectionRecords).set({ learnedMinutes: 7 }).where(studied)
      await db.update(sectionRecords).set({ learnedMinutes: 3 }).where(and(studied, eq(sectionRecords.planItemId, twin.planItemId)))
      const plan = { kind: 'plan', id: '5001' } as const
      const rows = ledgerRows((await getPlayer(learner, plan))!, await getLedger(learner, plan)).filter(({ stop }) => stop?.section?.id === '3201')
      expect(rows.map(({ countedMinutes }) => countedMinutes)).toEqual([3, 7])
      expect(rows.map(({ stop }) => stop?.section?.learnedMinutes)).toEqual([3, 7])
    } finally {
      await db.delete(planItems).where(and(eq(planItems.tenantId, twin.tenantId), eq(planItems.planItemId, twin.planItemId)))
    }
  })

  it('of a plan that a course was taken from goes on to add up to the hours in the player', async () => {
    const { db } = platform.api()
    const liming = await platform.learner('liming', 82)
    const plan = { kind: 'plan', id: '5001' } as const
    const shown = (player: Player | null) => player!.subject.learnedHours
    const before = await getPlayer(liming, plan)
    const taken = before!.items.find(({ chapters }) => sectionsOf(chapters).some(({ learnedMinutes }) => learnedMinutes > 0))!
    const isTaken = and(eq(planItems.tenantId, 82), eq(planItems.planItemId, Number(taken.id)))
    const [row] = await db.delete(planItems).where(isTaken).returning()
    try {
      const player = await getPlayer(liming, plan)
      expect(player!.items).toHaveLength(before!.items.length - 1)
      expect(shown(player)).toBe(shown(before))
      expect(shown(player)).toBe(hoursOf(ledgerTotals(ledgerRows(player!, await getLedger(liming, plan))).countedMinutes))
    } finally {
      await db.insert(planItems).values(row!)
    }
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
