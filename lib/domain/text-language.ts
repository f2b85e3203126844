import { htmlLang, type Locale } from './locale'

const kana = /[\u3041-\u3096\u30a1-\u30fa]/
const notKana = /[^\u3041-\u3096\u30a1-\u30fa]+/g
const notKanaOrHan = /[^\u3041-\u3096\u30a1-\u30fa\p{Script=Han}]+/gu
/** As running text has them: neither pieces of an address nor units behind a number, and few abbreviations of a Chinese one. */
const latinWord = /\b[A-Za-z]{3,}\b[,.;:!?)]?(?=\s|$)/g

/** The beginning of a text says it for the whole. */
const LONGEST = 2_000
/** So many letters are enough to be counted, and so many of a hundred are kana in any Japanese. */
const [COUNTED, KANA_PERCENT] = [40, 15]

/** How many letters a text has beside those that are taken out. */
const lettersBeside = (text: string, others: RegExp) => text.slice(0, LONGEST).replace(others, '').length

/** Whether a text in which kana are is Japanese: a Chinese one may have a term of it. */
function isJapanese(text: string): boolean {
  const letters = lettersBeside(text, notKanaOrHan)
  return letters < COUNTED || lettersBeside(text, notKana) * 100 >= letters * KANA_PERCENT
}

/** The language a text is written in, by its letters: kana is Japanese, unless a long text has few; Han alone Chinese, Latin alone English; null without letters. */
export function languageOf(text: string): Locale | null {
  if (kana.test(text) && isJapanese(text)) return 'ja'
  if (/\p{Script=Han}/u.test(text)) return 'zh'
  return /\p{Script=Latin}/u.test(text) ? 'en' : null
}

/** The language of whole sentences: English also where a term of another language stands among more words of it. */
export function languageOfSentences(text: string): Locale | null {
  const words = text.slice(0, LONGEST).match(latinWord)?.length ?? 0
  return words > 0 && words > lettersBeside(text, notKanaOrHan) ? 'en' : languageOf(text)
}

/**
 * The language of what has a title: its letters say it unless they are Latin, which may be a name or a number; then its text does. Kana in
 * a title may be a term, and one in it may be all that a Japanese title has: they are counted together with those of the text.
 */
export function languageOfTitled(title: string, readText: () => string): Locale | null {
  const language = languageOf(title)
  if (language === 'zh') return language
  return language === 'ja' ? languageOf(`${title} ${readText()}`) : (languageOfSentences(readText()) ?? language)
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
