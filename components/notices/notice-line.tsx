import { usePlatformLang } from '@/components/content/platform-text'
import { NoticeKindTag } from '@/components/notices/kind-tag'
import styles from '@/components/notices/notice-line.module.css'
import { Link } from '@/components/ui/link'
import { dayAndMonth, type NoticeSummary } from '@/lib/domain/notices'
import { languageOfTitle } from '@/lib/domain/text-language'

/** A notice in a list: its day, kind and title. */
export function NoticeLine({ notice, href }: { notice: NoticeSummary; href: string }) {
  const lang = usePlatformLang()(notice.title, languageOfTitle(notice.title, notice.language))
  const date = notice.publishedAt && dayAndMonth(notice.publishedAt)
  return (
    <Link className={styles.line} href={href}>
      <span className={styles.words}>
        <NoticeKindTag kind={notice.kind} />
        <span className={styles.title} lang={lang}>{notice.title}</span>
      </span>
      {date && <time className={styles.date} dateTime={`${date.month}-${date.day}`}><b>{date.day}</b>{date.month}</time>}
    </Link>
  )
}
