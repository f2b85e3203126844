'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { useClosedPress } from '@/components/catalogue/use-closed-press'
import { usePlatformLang } from '@/components/content/platform-text'
import { KindIcon } from '@/components/ui/kind-icon'
import { Link } from '@/components/ui/link'
import { notify } from '@/components/ui/notify'
import { StateMark } from '@/components/ui/state-mark'
import type { PlanItem } from '@/lib/domain/catalogue'
import type { Closure, PlayerPlace } from '@/lib/domain/enrolment'
import { routes } from '@/lib/routes'
import styles from './plans.module.css'

type Props = {
  item: PlanItem
  planId: string
  begun: boolean
  closure: Closure | null
  /** Makes the study record and opens the player there. */
  onStart: (at: PlayerPlace) => void
}

/** An exam of a plan: one row that leads into the player, of a plan that has ended while something of the exam goes on. */
export function PlanExam({ item, planId, begun, closure, onStart }: Props) {
  const t = useTranslations('planDetail')
  const catalogue = useTranslations('catalogue')
  const id = useId()
  const place = { planId, itemId: item.id }
  const pressClosed = useClosedPress()
  const press = () => {
    if (closure) pressClosed(closure, begun && !item.locked ? place : null)
    else if (item.locked) notify.error(catalogue('sectionLocked'))
    else onStart(place)
  }
  const words = { className: styles.name, lang: usePlatformLang()(item.name), 'aria-describedby': id }
  return (
    <div className={styles.summary}>
      <span className={styles.kind}><KindIcon kind="exam" /></span>
      <h2 className={styles.title}>
        {begun && !closure && !item.locked
          ? <Link {...words} href={routes.player(place)}>{item.name}</Link>
          : <button {...words} type="button" onClick={press}>{item.name}</button>}
      </h2>
      <span className={styles.meta} id={id}><span>{t('exam')}</span>{item.state !== 'passed' && <span>{t('examRule')}</span>}{item.locked && <span>{catalogue('opensWhenBegun')}</span>}</span>
      <span className={styles.state}><StateMark state={item.locked ? 'locked' : item.state} /></span>
    </div>
  )
}
