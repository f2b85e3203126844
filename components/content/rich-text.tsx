import { useTranslations } from 'next-intl'
import { escaped } from '@/lib/domain/escaped'
import type { Locale } from '@/lib/domain/locale'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { languageOfSentences } from '@/lib/domain/sentence-language'
import { usePlatformLang } from '@/components/content/platform-text'
import styles from './rich-text.module.css'

/** What is wider than the screen scrolls inside itself, by keyboard too; cleaned HTML is balanced, so both ends are found. */
function withScrollers(html: string, names: { table: string; code: string }): string {
  return html
    .replace(/<table(?=[\s>])/g, `<div class="${styles.wide}" role="group" tabindex="0" aria-label="${escaped(names.table)}"><table`)
    .replace(/<\/table>/g, '</table></div>')
    .replace(/<pre(?=[\s>])/g, `<pre tabindex="0" role="group" aria-label="${escaped(names.code)}"`)
}

/** Whatever levels an author chose, the headings become an outline below the page's own: none is left out on the way down. */
function withOutline(html: string, top: number): string {
  const open: { chosen: number; given: number }[] = []
  let given = top
  return html.replace(/<(\/?)h([1-6])(?=[\s>])/g, (_tag, slash: string, level: string) => {
    if (!slash) {
      const chosen = Number(level)
      while (open.length > 0 && open.at(-1)!.chosen >= chosen) open.pop()
      given = Math.min(6, (open.at(-1)?.given ?? top - 1) + 1)
      open.push({ chosen, given })
    }
    return `<${slash}h${given}`
  })
}

type Props = { html: SafeHtml; /** The level of the text's own highest headings. */ top?: 2 | 3 | 4; /** What it is written in, where that is known. */ language?: Locale | undefined }

/** Cleaned HTML of the platform; nothing in it is ever wider than a phone. */
export function RichText({ html, top = 2, language }: Props) {
  const t = useTranslations('content')
  const lang = usePlatformLang()(html, language ?? languageOfSentences(html.replace(/<[^<>]*>|&\w+;/g, ' ')))
  return <div className={styles.text} lang={lang} data-unloaded={t('unloaded')} dangerouslySetInnerHTML={{ __html: withScrollers(withOutline(html, top), { table: t('table'), code: t('code') }) }} />
}
