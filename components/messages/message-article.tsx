import { ArrowLeft, Download } from 'lucide'
import { useTranslations } from 'next-intl'
import { AttachmentLink } from '@/components/content/attachment-link'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { RichText } from '@/components/content/rich-text'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { useMoments } from '@/components/ui/moments'
import type { Message } from '@/lib/domain/messages'
import { MarkRead } from './mark-read'
import styles from './messages.module.css'

/** A message to read: title, release time, publisher, text and attachment; else why there is none. */
export function MessageArticle({ message, back }: { message: Message | 'notReached' | null; back: string }) {
  const t = useTranslations('messages')
  const { moment } = useMoments()
  const langOf = usePlatformLang()
  const absence = message === 'notReached' ? message : 'missing'
  return (
    <>
      <Link className={`link ${styles.back}`} href={back}><Icon of={ArrowLeft} className="i i-16" />{t('back')}</Link>
      {message && message !== 'notReached'
        ? (
          <article className={`panel ${styles.article}`}>
            {message.unread && <MarkRead id={message.id} />}
            <header className={styles.head}>
              <h1 className="h2" lang={langOf(message.title)}>{message.title}</h1>
              <dl className={styles.meta}>
                {message.sentAt && <div><dt>{t('columns.time')}</dt><dd><time className="num" dateTime={message.sentAt}>{moment(message.sentAt)}</time></dd></div>}
                {message.sender && <div><dt>{t('columns.sender')}</dt><dd><PlatformText>{message.sender}</PlatformText></dd></div>}
              </dl>
            </header>
            {message.content && <RichText html={message.content} />}
            {message.attachment && (
              <p className={styles.attachment}>
                <span className="muted">{t('attachment')}</span>
                <AttachmentLink {...message.attachment}><Icon of={Download} className="i i-16" aria-hidden="true" /><span>{t.rich('download', { name: () => <PlatformText>{message.attachment!.name}</PlatformText> })}</span></AttachmentLink>
              </p>
            )}
          </article>
        )
        : <div className="panel"><h1 className="sr">{t(absence)}</h1><EmptyState title={t(absence)} text={t(`${absence}Text`)} action={{ href: back, label: t('back') }} /></div>}
    </>
  )
}
