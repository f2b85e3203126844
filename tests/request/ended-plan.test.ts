import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import type { PlayerPlace } from '@/lib/domain/enrolment'
import { Learner } from '@/lib/domain/learner'
import { requirePlayer } from '@/lib/request/player'
import { handIn, start } from '../../training-api/tests/exam-world'
import { dataOf, learnerWithout, plans } from '../../training-api/tests/world'
import { mountPlatform } from '../support/platform'

const asking = vi.hoisted(() => ({ learner: null as unknown }))
vi.mock('@/lib/request/learner', () => ({ requireLearner: async () => asking.learner }))

const platform = mountPlatform()
const planId = String(plans.onboarding)

it('an exam of a plan that has ended opens while its paper runs, and nothing else of the plan does', async () => {
  const api = platform.api()
  const who = await learnerWithout(api, plans.onboarding)
  const learner = new Learner({ id: String(who.userId), tenantId: '82', username: 'x', locale: 'zh', token: who.token })
  asking.learner = learner
  dataOf(await who.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
  const { rows } = await api.db.execute<{ item: string; exam: string; kind: string }>(sql`select plan_item_id as item, child_id as exam, kind from plan_items where tenant_id = 82 and plan_id = ${plans.onboarding} order by position`)
  const [first, second] = rows.filter(({ kind }) => kind === 'exam')
  const course = rows.find(({ kind }) => kind === 'course')
  /** The exam that opens alone; where one is led else. */
  const opens = (place: PlayerPlace) => requirePlayer(learner, { planId, ...place }).then(
    (page) => (page.player ? (page.only?.item.id ?? 'everything') : page.refusal),
    (error: unknown) => String((error as { digest?: unknown }).digest ?? error).replace(/^NEXT_REDIRECT;replace;(.*?)[?;].*$/, '$1'),
  )
  const itemId = String(first!.item)
  expect(await opens({ itemId })).toBe('everything')
  const paper = await start(who, Number(first!.exam), { otherContentId: first!.item, contentId: first!.item })
  await api.db.execute(sql`update plans set ends_at = ${api.clock.now().toISOString()} where tenant_id = 82 and plan_id = ${plans.onboarding}`)
  expect(await opens({ itemId })).toBe(itemId)
  for (const place of [{}, { itemId: String(second?.item ?? 1) }, { itemId: String(course!.item) }]) expect(await opens(place), JSON.stringify(place)).toBe('/PlanDetil')
  await handIn(who, paper)
  expect(await opens({ itemId })).toBe('/PlanDetil')
})
