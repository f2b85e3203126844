import { describe, expect, it, vi } from 'vitest'
import { generateMetadata as metadataOfNotice } from '@/app/[tenant]/[locale]/(guest)/news/[id]/page'
import { generateMetadata } from '@/app/[tenant]/[locale]/(guest)/news/list/[kind]/[size]/[page]/page'

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key, setRequestLocale: () => undefined, getRequestConfig: (config: unknown) => config }))
vi.mock('@/lib/request/tenant', () => ({ requireTenant: async () => ({ id: '82', title: '平台', firstDomain: 'train.example.com' }) }))
vi.mock('@/lib/request/origin', () => ({ originOf: () => 'https://train.example.com' }))

const content: Record<string, string | null> = { 1: '<p>先停电</p>', 2: null, 3: '<p><img src="/api/public/files/train/file/notice/a.png" alt=""></p>' }
vi.mock('@/lib/request/seen-notices', () => ({ noticeOf: async (_: unknown, id: string) => ({ id, kind: 'news', title: '通知', publishedAt: null, content: content[id] }) }))

const alternates = async (kind: string, size: string, page: string, locale = 'zh') =>
  (await generateMetadata({ params: Promise.resolve({ tenant: 'train.example.com', locale, kind, size, page }) })).alternates

describe('the one address of a view of the news', () => {
  it('names kind and page, in each language', async () => {
    expect(await alternates('announcement', '15', '2')).toMatchObject({
      canonical: 'https://train.example.com/news?type=announcement&page=2', languages: { en: 'https://train.example.com/en/news?type=announcement&page=2' },
    })
  })

  it('of another size is that of the category, and no language is named', async () => {
    expect(await alternates('announcement', '10', '2', 'en')).toEqual({ canonical: 'https://train.example.com/en/news?type=announcement', languages: undefined })
    expect(await alternates('all', '50', '1')).toEqual({ canonical: 'https://train.example.com/news', languages: undefined })
  })
})

it.each([['1', '先停电'], ['2', 'description'], ['3', 'description']])('notice %s has a description, with or without words of its own', async (id, description) => {
  expect(await metadataOfNotice({ params: Promise.resolve({ tenant: 'train.example.com', locale: 'zh', id }) })).toMatchObject({ description, openGraph: { description } })
})
