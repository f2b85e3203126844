import { useTranslations } from 'next-intl'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { usePlatformLang } from '@/components/content/platform-text'
import styles from './rich-text.module.css'

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** What is wider than the screen scrolls inside itself, by keyboard too; cleaned HTML is balanced, so both ends are found. */
function withScrollers(html: string, names: { table: string; code: string }): string {
  return html
    .replace(/<table(?=[\s>])/g, `<div class="${styles.wide}" role="group" tabindex="0" aria-label="${escaped(names.table)}"><table`)
    .replace(/<\/table>/g, '</table></div>')
    .replace(/<pre(?=[\s>])/g, `<pre tabindex="0" role="group" aria-label="${escaped(names.code)}"`)
}

/** Cleaned HTML of the platform; nothing in it is ever wider than a phone. */
export function RichText({ html }: { html: SafeHtml }) {
  const t = useTranslations('content')
  const lang = usePlatformLang()(html.replace(/<[^>]*>/g, ' '))
  return <div className={styles.text} lang={lang} dangerouslySetInnerHTML={{ __html: withScrollers(html, { table: t('table'), code: t('code') }) }} />
}
