import { RichText } from '@/components/content/rich-text'
import styles from '@/components/questions/questions.module.css'
import type { SafeHtml } from '@/lib/domain/rich-text'

/** What a question asks. */
export function QuestionText({ html, id }: { html: SafeHtml; id?: string }) {
  return <div className={styles.text} id={id}><RichText html={html} top={3} /></div>
}
