import type { Locale } from './locale'
import { count, han, kana, languageOf } from './text-language'

/** As running text has them: neither pieces of an address nor units behind a number, and few abbreviations of a Chinese one. */
const latinWord = /\b[A-Za-z]{3,}\b[,.;:!?)]?(?=\s|$)/g

/** The language of whole sentences: English also where a term of another language stands among more words of it. */
export function languageOfSentences(text: string): Locale | null {
  return count(text, latinWord) > count(text, kana) + count(text, han) ? 'en' : languageOf(text)
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
