import { useLocale, useTranslations } from 'next-intl'
import { NoticeLine } from '@/components/notices/notice-line'
import styles from '@/components/notices/notices.module.css'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Pager } from '@/components/ui/pager'
import { Panel } from '@/components/ui/panel'
import { noticeKinds, noticesQuery, pageOfNotices, type NoticeSummary, type NoticesView } from '@/lib/domain/notices'
import { newsSizes } from '@/lib/domain/paging'
import { inLanguage, routes } from '@/lib/routes'

/** The notices of one category, page by page. */
export function NoticeList({ view, notices }: { view: NoticesView; notices: NoticeSummary[] }) {
  const t = useTranslations('notices')
  const locale = useLocale()
  const at = (to: Partial<NoticesView>) => inLanguage(locale, routes.news(noticesQuery(to)))
  const { items, total, page, size } = pageOfNotices(notices, view)
  return (
    <div className={styles.frame}>
      <nav className={`panel ${styles.kinds}`} aria-label={t('kinds')}>
        <ul>{(['all', ...noticeKinds] as const).map((kind) => <li key={kind}><Link href={at({ kind, size })} aria-current={kind === view.kind ? 'page' : undefined}>{t(kind)}</Link></li>)}</ul>
      </nav>
      <div className={styles.column}>
        {total === 0
          ? <Panel><EmptyState text={t('none')} action={view.kind === 'all' ? { href: routes.home(), label: t('toHome') } : { href: at({ size }), label: t('showAll') }} /></Panel>
          : <ul className={`panel ${styles.list}`} aria-label={t('list')}>{items.map((notice) => <li key={notice.id}><NoticeLine notice={notice} href={inLanguage(locale, routes.notice(notice.id))} /></li>)}</ul>}
        <Pager page={page} size={size} total={total} sizes={newsSizes} hrefOf={(to) => at({ kind: view.kind, ...to })} />
      </div>
    </div>
  )
}
