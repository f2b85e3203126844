import { htmlLang, type Locale } from './locale'

/** The beginning of a text says it for the whole. */
const beginning = (text: string) => text.slice(0, 2_000)
/** How often something is in a text. */
export const count = (text: string, pattern: RegExp) => beginning(text).match(pattern)?.length ?? 0
/** The letters by which Japanese and Chinese are told. */
export const kana = /[\u3041-\u3096\u30a1-\u30fa]/g
export const han = /\p{Script=Han}/gu
const oneHan = new RegExp(han.source, 'u')

const isJapanese = (japanese: number, chinese: number) => japanese + chinese < 40 || japanese > chinese * 0.176

/**
 * The language a text is written in, by its letters: kana is Japanese, unless a long text has few, since a Chinese one may have a term of it
 * (of forty letters and more at least 15 % are kana in any Japanese); Han alone Chinese, Latin alone English; null without letters.
 */
export function languageOf(text: string): Locale | null {
  const japanese = count(text, kana)
  if (japanese && isJapanese(japanese, count(text, han))) return 'ja'
  // Most texts have no kana, and of theirs each letter need not be counted.
  return oneHan.test(beginning(text)) ? 'zh' : /\p{Script=Latin}/u.test(text) ? 'en' : null
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
