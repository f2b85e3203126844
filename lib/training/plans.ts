import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import type { MyList } from '@/lib/domain/my-lists'
import { planFilters, type MyPlansView, type PlanCard, type PlanFilter } from '@/lib/domain/plans'
import { cardOf, cardShape } from './cards'
import { training } from './client'
import { countByFilter } from './my-lists'
import { languageOnWire, wireMyList, wireNumber, wireTime, type Walked } from './wire'

const filterOnWire: Record<PlanFilter, number> = { all: 5, learning: 1, completed: 2, failed: 3, expired: 4 }
const EXPIRED = 2
const TIMED = 2

/** The card of a plan; one that has ended is expired whatever its progress (contract 2.1). */
export const planCard = z.object({ ...cardShape, overdue: wireNumber(), planType: wireNumber(), endTime: wireTime }).transform((wire): PlanCard => {
  const card = cardOf(wire)
  return { ...card, state: wire.overdue === EXPIRED ? 'expired' : card.state, endsAt: wire.planType === TIMED ? wire.endTime : null }
})

/** My plans in one state, found by name (L1; `languageType` is ours). */
export function listMyPlans(learner: Learner, { state, name, page, size, isWalked }: MyPlansView & Walked): Promise<MyList<PlanCard, PlanFilter>> {
  const query = { i: filterOnWire[state], name, current: page, size, total: 0, languageType: languageOnWire[learner.locale] }
  return training.get(learner, 'train/web/getMyWebPlanBySort', query, wireMyList(planCard, { page, size, isWalked }))
}

/** How many of my plans bear the name, by filter (L1). */
export function countMyPlans(learner: Learner, view: MyPlansView, list: MyList<unknown, PlanFilter>): Promise<Partial<Record<PlanFilter, number>>> {
  return countByFilter(planFilters, { shown: view.state, list }, (state) => listMyPlans(learner, { ...view, state, page: 1, size: 1 }))
}
