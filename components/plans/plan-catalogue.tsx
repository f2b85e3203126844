'use client'

import { PlanCourse } from '@/components/plans/plan-course'
import { PlanExam } from '@/components/plans/plan-exam'
import { useOpening } from '@/components/enrolment/use-opening'
import { sectionsOf, type LockRule, type PlanItem } from '@/lib/domain/catalogue'
import type { Closure } from '@/lib/domain/enrolment'
import styles from './plans.module.css'

type Props = {
  planId: string
  /** With their locks applied. */
  items: PlanItem[]
  rule: LockRule
  /** The item one is in, where that is known, and the section: their course stands open. */
  currentItemId: string | null
  currentName: string | null
  closure: Closure | null
}

/** The courses and exams of a plan; a course opens to its chapters, an exam leads into the player. */
export function PlanCatalogue({ planId, items, rule, currentItemId, currentName, closure }: Props) {
  const { open, busy } = useOpening({ kind: 'plan', id: planId })
  const begun = rule.state !== 'notStarted'
  const courses = items.filter(({ kind }) => kind !== 'exam')
  const first = courses.find(({ chapters }) => sectionsOf(chapters).length > 0) ?? courses[0]
  const named = courses.filter(({ chapters }) => sectionsOf(chapters).some(({ name }) => name === currentName))
  const current = courses.find(({ id }) => id === currentItemId) ?? named.find(({ state }) => state === 'inProgress') ?? named[0]
    ?? courses.find(({ state }) => state === 'inProgress') ?? courses.find(({ state }) => state !== 'passed') ?? courses[0]
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li className={styles.item} key={item.id}>
          {item.kind === 'exam'
            ? <PlanExam item={item} planId={planId} begun={begun} closure={closure} onStart={(at) => !busy && open({ by: 'start', at })} />
            : <PlanCourse item={item} planId={planId} rule={rule} isFirst={item === first} initiallyOpen={item === current} begun={begun} closure={closure} />}
        </li>
      ))}
    </ul>
  )
}
