import { Download } from 'lucide'
import { useTranslations } from 'next-intl'
import { AttachmentLink } from '@/components/content/attachment-link'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { RichText } from '@/components/content/rich-text'
import { NoticeKindTag } from '@/components/notices/kind-tag'
import styles from '@/components/notices/notices.module.css'
import { ReadCount } from '@/components/notices/read-count'
import { ShareNotice } from '@/components/notices/share-notice'
import { Icon } from '@/components/ui/icon'
import { useMoments } from '@/components/ui/moments'
import type { Notice } from '@/lib/domain/notices'
import { languageOf, languageOfTitle } from '@/lib/domain/text-language'

/** A notice to read: title, date, publisher, views, text and attachment. */
export function NoticeArticle({ notice, url }: { notice: Notice; /** Where anybody finds it. */ url: string }) {
  const t = useTranslations('notices')
  const { day } = useMoments()
  const lang = usePlatformLang()(notice.title, languageOfTitle(notice.title, notice.language))
  return (
    <article className={`panel ${styles.article}`}>
      <header className={styles.head}>
        <NoticeKindTag kind={notice.kind} />
        <h1 className="h1" lang={lang}>{notice.title}</h1>
        <div className={styles.facts}>
          {notice.publishedAt && <time dateTime={notice.publishedAt}>{day(notice.publishedAt)}</time>}
          {notice.publisher && <span>{t.rich('publisher', { publisher: () => <PlatformText>{notice.publisher}</PlatformText> })}</span>}
          <ReadCount key={notice.id} id={notice.id} count={notice.readCount} />
          <ShareNotice title={notice.title} url={url} />
        </div>
      </header>
      {/* A title of Han letters alone is taken for Chinese without a look at the text, which is here. */}
      {notice.content && <RichText html={notice.content} language={languageOf(notice.title) === 'zh' ? undefined : notice.language} />}
      {notice.attachment && (
        <p className={styles.attachment}>
          <span className="muted">{t('attachment')}</span>
          <AttachmentLink {...notice.attachment}><Icon of={Download} className="i i-16" /><PlatformText>{notice.attachment.name}</PlatformText><span className="sr"> {t('download')}</span></AttachmentLink>
        </p>
      )}
    </article>
  )
}
