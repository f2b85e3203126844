import { htmlLang, type Locale } from './locale'

/** The language a text is written in, by its letters: kana is Japanese, Han alone Chinese, Latin alone English; null without letters. */
export function languageOf(text: string): Locale | null {
  if (/[\u3041-\u3096\u30a1-\u30fa]/.test(text)) return 'ja'
  if (/\p{Script=Han}/u.test(text)) return 'zh'
  return /\p{Script=Latin}/u.test(text) ? 'en' : null
}

/** The `lang` a text of the platform needs on a page: none when it is in the page's own language or has no letters. */
export function langAttribute(text: string, page: Locale): string | undefined {
  const language = languageOf(text)
  return language && language !== page ? htmlLang[language] : undefined
}
