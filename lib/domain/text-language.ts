import { htmlLang, type Locale } from './locale'

/** How often something is in a text: the beginning of a text says it for the whole. */
export const count = (text: string, pattern: RegExp) => text.slice(0, 2_000).match(pattern)?.length ?? 0
/** The letters by which Japanese and Chinese are told. */
export const kana = /[\u3041-\u3096\u30a1-\u30fa]/g
export const han = /\p{Script=Han}/gu

/**
 * The language a text is written in, by its letters: kana is Japanese, unless a long text has few, since a Chinese one may have a term of it
 * (of forty letters and more at least 15 % are kana in any Japanese); Han alone Chinese, Latin alone English; null without letters.
 */
export function languageOf(text: string): Locale | null {
  const [japanese, chinese] = [count(text, kana), count(text, han)]
  if (japanese && (japanese + chinese < 40 || japanese > chinese * 0.176)) return 'ja'
  return chinese ? 'zh' : /\p{Script=Latin}/u.test(text) ? 'en' : null
}

/** The language of a title alone, where that of all it stands over is known: Latin letters are what they are, all others are in that. */
export function languageOfTitle(title: string, whole: Locale): Locale | null {
  const language = languageOf(title)
  return language === 'ja' || language === 'zh' ? whole : language
}

/** The `lang` a text of the platform needs on a page: none when it is in the page's own language or has no letters. */
export function langAttribute(text: string, page: Locale, language = languageOf(text)): string | undefined {
  return language && language !== page ? htmlLang[language] : undefined
}
