// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { NoticeArticle } from '@/components/notices/notice-article'
import { NoticeLine } from '@/components/notices/notice-line'
import type { Locale } from '@/lib/domain/locale'
import type { Notice } from '@/lib/domain/notices'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }))
vi.stubGlobal('fetch', () => new Promise(() => {}))

const notice = (language: Locale, title: string, content: string): Notice => ({ id: '1', kind: 'news', title, language, publishedAt: null, publisher: '', readCount: 1, shownOn: 'both', content: content as SafeHtml, attachment: null })
const english = notice('en', 'Maintenance on Sunday', '<p>The platform will be down (停机，停电，停水).</p>')
const chinese = notice('zh', '精益改善（カイゼン）专题培训报名通知', '<p>カイゼン</p>')
const japanese = notice('zh', '安全衛生委員会開催案内', '<p>ご出席くださいますようお願いいたします。</p>')

it.each([
  [english, 'zh', ['en', 'en']], [english, 'en', [undefined, undefined]], [chinese, 'zh', [undefined, undefined]], [chinese, 'ja', ['zh-Hans', 'zh-Hans']], [notice('zh', 'ISO 9001:2015', '<p>内审</p>'), 'zh', ['en', undefined]],
  [japanese, 'ja', ['zh-Hans', undefined]], [japanese, 'zh', [undefined, 'ja']], [notice('zh', '系统升级通知', '<p>The system will be upgraded.</p>'), 'zh', [undefined, 'en']],
] as const)('a notice is marked as what it is written in, title and text: %#', (one, page, langs) => {
  const { container } = show(<NoticeArticle notice={one} url="http://localhost/news/1" />, page)
  const [title, text] = [container.querySelector('h1')!, container.querySelector('p')!.parentElement!]
  expect([title, text].map((part) => part.getAttribute('lang') ?? undefined)).toEqual(langs)
})

it.each([[english, 'en'], [chinese, undefined]])('so is its title in a list: %#', (one, lang) => {
  const { container } = show(<NoticeLine notice={one} href="/news/1" />)
  expect(container.querySelector('[lang]')?.getAttribute('lang')).toBe(lang)
})
