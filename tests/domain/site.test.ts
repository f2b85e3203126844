import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { robotsOf, sitemapOf } from '@/lib/domain/site'

type Url = { loc: string; lastmod?: string; 'xhtml:link'?: { hreflang: string; href: string }[] }
const read = (xml: string) => (new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => name === 'url', htmlEntities: true }).parse(xml) as { urlset: { url: Url[] } }).urlset.url
const at = (path: string) => ({ zh: `https://a.example${path}`, en: `https://a.example/en${path}`, ja: `https://a.example/ja${path}` })

describe('a sitemap', () => {
  it('names every language at each, and each back', () => {
    const urls = read(sitemapOf([{ addresses: at('/news'), changedAt: '2026-03-01T09:00:00+08:00' }]))
    expect(urls.map(({ loc }) => loc)).toEqual(['https://a.example/news', 'https://a.example/en/news', 'https://a.example/ja/news'])
    for (const url of urls) {
      expect(url.lastmod).toBe('2026-03-01T09:00:00+08:00')
      expect(Object.fromEntries(url['xhtml:link']!.map(({ hreflang, href }) => [hreflang, href]))).toEqual({ 'zh-Hans': 'https://a.example/news', en: 'https://a.example/en/news', ja: 'https://a.example/ja/news', 'x-default': 'https://a.example/news' })
    }
  })

  it('lists what has one language once, and is never too long', () => {
    expect(read(sitemapOf([{ addresses: { zh: 'https://a.example/news/1' }, changedAt: null }]))).toEqual([{ loc: 'https://a.example/news/1' }])
    expect(read(sitemapOf(Array.from({ length: 50_010 }, (_, index) => ({ addresses: { zh: `https://a.example/news/${index}` }, changedAt: null }))))).toHaveLength(50_000)
  })

  it('is well formed whatever an address holds', () => {
    expect(read(sitemapOf([{ addresses: { zh: 'https://a.example/news?type=news&page=2"><x>' }, changedAt: null }]))[0]!.loc).toBe('https://a.example/news?type=news&page=2"><x>')
  })
})

it('robots find the sitemap and stay out of the doors', () => {
  expect(robotsOf('https://a.example')).toBe('User-agent: *\nDisallow: /api/\nAllow: /api/public/files/\n\nSitemap: https://a.example/sitemap.xml\n')
})
