import { useTranslations } from 'next-intl'
import { use } from 'react'
import styles from '@/components/home/home.module.css'
import { NoticeLine } from '@/components/notices/notice-line'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { SectionHead } from '@/components/ui/section-head'
import type { Settled } from '@/lib/domain/errors'
import { homeNotices, type NoticeSummary } from '@/lib/domain/notices'
import { routes } from '@/lib/routes'

/** The six newest notices meant for the home page, in two columns of three; on phones three of them. */
export function HomeNews({ asked }: { asked: Promise<Settled<NoticeSummary[]>> }) {
  const answer = use(asked)
  const t = useTranslations('home.news')
  const notices = homeNotices(answer.value ?? [])
  return (
    <section aria-labelledby="home-news">
      <SectionHead id="home-news" title={t('title')} more={{ href: routes.news(), label: t('more') }} />
      {answer.error
        ? <Panel><ErrorState title={t('failed')} /></Panel>
        : notices.length === 0
          ? <Panel><EmptyState text={t('none')} /></Panel>
          : <ul className={`panel ${styles.news}`}>{notices.map((notice) => <li key={notice.id}><NoticeLine notice={notice} href={routes.notice(notice.id)} /></li>)}</ul>}
    </section>
  )
}
