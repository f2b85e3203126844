// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BrandMark } from '@/components/shell/brand-mark'
import { Footer } from '@/components/shell/footer'
import type { Locale } from '@/lib/domain/locale'
import { show } from '../../support/render'

it.each<[string, Locale, string | null]>([
  ['卓越职业技术培训平台', 'zh', null], ['卓越职业技术培训平台', 'en', 'zh-Hans'], ['卓越职业技术培训平台', 'ja', 'zh-Hans'],
  // The platform's own name, where a tenant has none.
  ['Technical Training Platform', 'en', null], ['技術研修プラットフォーム', 'ja', null],
])('the name “%s” on a page in %s is marked as %s', (title, locale, lang) => {
  show(<><BrandMark title={title} logoUrl={null} href="/" /><Footer title={title} filingNumber={null} languageSwitch={false} /></>, locale)
  const names = screen.getAllByText(title)
  expect(names).toHaveLength(2)
  for (const name of names) expect(name.getAttribute('lang')).toBe(lang)
})

it.each<[Locale, string]>([['zh', ''], ['en', '/en'], ['ja', '/ja']])('below a page in %s are the pages of that language', (locale, prefix) => {
  show(<Footer title="甲" filingNumber={null} languageSwitch={false} />, locale)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`${prefix}/Appye`, `${prefix}/accessibility`])
})
