import { RichText } from '@/components/content/rich-text'
import { usePlatformLang } from '@/components/content/platform-text'
import styles from '@/components/questions/questions.module.css'
import type { SafeHtml } from '@/lib/domain/rich-text'

/** What a question asks. */
export function QuestionText({ html, id }: { html: SafeHtml; id?: string }) {
  return <div className={styles.text} id={id}><RichText html={html} top={3} /></div>
}

/** What an option says; short, so it stands in a line beside its letter. */
export function OptionText({ html }: { html: SafeHtml }) {
  const lang = usePlatformLang()(html.replace(/<[^>]*>/g, ' '))
  return <span className={styles.optionText} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
}
