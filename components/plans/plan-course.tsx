'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide'
import { useTranslations } from 'next-intl'
import { Catalogue } from '@/components/catalogue/catalogue'
import { PlatformText } from '@/components/content/platform-text'
import { ErrorState } from '@/components/ui/error-state'
import { Icon } from '@/components/ui/icon'
import { KindIcon } from '@/components/ui/kind-icon'
import { RowsSkeleton } from '@/components/ui/skeletons'
import { StateMark } from '@/components/ui/state-mark'
import { useDetails } from '@/components/ui/use-details'
import { countSections, lacksSections, withItemLocks, type LockRule, type PlanItem } from '@/lib/domain/catalogue'
import type { Closure } from '@/lib/domain/enrolment'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { planChapters } from '@/lib/queries/plans'
import styles from './plans.module.css'

type Props = {
  item: PlanItem
  planId: string
  rule: LockRule
  /** Whether the plan begins with it. */
  isFirst: boolean
  initiallyOpen: boolean
  begun: boolean
  closure: Closure | null
}

/** A course of a plan: how it stands, and opened its chapters and sections, asked for where the plan came without them or with empty chapters. */
export function PlanCourse({ item, planId, rule, isFirst, initiallyOpen, begun, closure }: Props) {
  const t = useTranslations('planDetail')
  const errors = useTranslations('errors')
  const words = usePlatformWords()
  const { open, given } = useDetails(initiallyOpen)
  const lists = !lacksSections(item)
  const asked = useQuery({ ...planChapters({ planId, itemId: item.id, courseId: item.targetId }), enabled: open && !lists })
  const chapters = lists ? item.chapters : asked.data && withItemLocks(asked.data, rule, isFirst)
  const count = chapters && countSections(chapters)
  const closed = closure ?? (item.refusal === undefined ? null : 'forbidden')
  return (
    <details {...given}>
      <summary className={styles.summary}>
        <span className={styles.kind}><KindIcon kind="course" /></span>
        <h2 className={styles.title}><PlatformText>{item.name}</PlatformText></h2>
        <span className={styles.meta}>
          <span>{t('course')}</span>
          {count && count.total > 0 && <span className="num">{t('chapters', { chapters: chapters.length, sections: count.total })}</span>}
          {count && count.total > 0 && <span className="num">{t('passed', count)}</span>}
        </span>
        <span className={styles.state}><StateMark state={item.state} /></span>
        <Icon of={ChevronDown} className={`i ${styles.arrow}`} />
      </summary>
      <div className={styles.chapters}>
        {item.refusal !== undefined && <p className={styles.none}><PlatformText>{words(item.refusal) || errors('notPermitted')}</PlatformText></p>}
        {chapters
          ? chapters.length > 0
            ? <Catalogue owner={{ kind: 'plan', id: planId }} itemId={item.id} chapters={chapters} begun={begun} closure={closed} heading="h3" />
            : <p className={styles.none}>{t('noSections')}</p>
          : asked.isError
            ? <ErrorState title={t('chaptersFailed')} onRetry={() => void asked.refetch()} retrying={asked.isFetching} />
            : open && <RowsSkeleton count={4} />}
      </div>
    </details>
  )
}
