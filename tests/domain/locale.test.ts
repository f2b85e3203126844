import { expect, it } from 'vitest'
import { pickLocale } from '@/lib/domain/locale'

it.each([
  [undefined, null, 'zh'], [undefined, '', 'zh'], ['en', 'ja', 'en'], ['ko', 'ja', 'ja'], ['', 'en-US,en;q=0.9', 'en'], [undefined, 'ja-JP', 'ja'], [undefined, 'ko-KR,ko', 'zh'],
  [undefined, 'fr, en;q=0.3, ja;q=0.8', 'ja'], [undefined, 'en;q=0, ja;q=0.1', 'ja'], [undefined, 'zh-TW,en;q=0.9', 'zh'], [undefined, '*', 'zh'], [undefined, 'en;q=x', 'zh'],
])('cookie %j and wish %j give %s', (cookie, wish, locale) => {
  expect(pickLocale(cookie, wish)).toBe(locale)
})
