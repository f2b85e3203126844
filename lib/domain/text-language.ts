import { htmlLang, type Locale } from './locale'

/** The language a text is written in, by its letters: kana is Japanese, Han alone Chinese, Latin alone English; null without letters. */
export function languageOf(text: string): Locale | null {
  if (/[\u3041-\u3096\u30a1-\u30fa]/.test(text)) return 'ja'
  if (/\p{Script=Han}/u.test(text)) return 'zh'
  return /\p{Script=Latin}/u.test(text) ? 'en' : null
}

/**
 * The language of what has a title: its letters say it unless they are Latin, which may be a name or a number; then the beginning of its
 * text, by what that has more of.
 */
export function languageOfTitled(title: string, readText: () => string): Locale | null {
  const language = languageOf(title)
  if (language === 'zh' || language === 'ja') return language
  const beginning = readText().slice(0, 2_000)
  const count = (one: RegExp) => beginning.match(one)?.length ?? 0
  const hasMoreLatin = count(/\p{Script=Latin}+/gu) >= count(/[\p{Script=Han}\u3041-\u3096\u30a1-\u30fa]/gu)
  return (hasMoreLatin ? language : null) ?? languageOf(beginning)
}

/** The `lang` a text of the platform needs on a page: none when it is in the page's own language or has no letters. */
export function langAttribute(text: string, page: Locale): string | undefined {
  const language = languageOf(text)
  return language && language !== page ? htmlLang[language] : undefined
}
