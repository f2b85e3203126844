import { useTranslations } from 'next-intl'
import { usePlatformLang } from '@/components/content/platform-text'
import styles from '@/components/questions/option-text.module.css'
import type { SafeHtml } from '@/lib/domain/rich-text'

/** What an option says; mostly short, so it stands in a line beside its letter. */
export function OptionText({ html }: { html: SafeHtml }) {
  const t = useTranslations('content')
  const lang = usePlatformLang()(html.replace(/<[^<>]*>/g, ' '))
  return <span className={styles.text} lang={lang} data-unloaded={t('unloaded')} dangerouslySetInnerHTML={{ __html: html }} />
}
