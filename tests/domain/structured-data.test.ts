import { expect, it } from 'vitest'
import { applicationData, articleData, breadcrumbData, scriptText } from '@/lib/domain/structured-data'
import { isCrawler } from '@/lib/domain/user-agent'

const article = { title: '甲', url: 'https://a.example/news/1', language: 'zh-Hans', publishedAt: '2026-03-01T09:00:00+08:00', author: '信息中心', publisher: { name: '乙', logo: 'https://a.example/icon-512.png' }, picture: 'https://a.example/og.png' }

it('an article carries what search engines ask for', () => {
  expect(articleData(article)).toMatchObject({ '@type': 'NewsArticle', headline: '甲', datePublished: '2026-03-01T09:00:00+08:00', publisher: { name: '乙', logo: { '@type': 'ImageObject' } } })
  expect(articleData({ ...article, publishedAt: null, author: '' })).not.toHaveProperty('datePublished')
  expect([...(articleData({ ...article, title: '字'.repeat(300) }).headline as string)]).toHaveLength(110)
})

it('a way down counts from one', () => {
  expect(breadcrumbData([{ name: 'a', url: 'x' }, { name: 'b', url: 'y' }])).toMatchObject({ itemListElement: [{ position: 1, item: 'x' }, { position: 2, item: 'y' }] })
})

it('an app costs nothing and has no made-up stars', () => {
  expect(applicationData({ name: 'x', system: 'Android', version: '1', url: 'u', download: null })).toEqual(expect.not.objectContaining({ aggregateRating: expect.anything(), downloadUrl: expect.anything() }))
})

it('nothing breaks out of the script', () => {
  const text = scriptText(articleData({ ...article, title: '</script><script>alert(1)</script><!-- \u2028' }))
  expect(text).not.toMatch(/[<>\u2028]/)
  expect(JSON.parse(text)).toMatchObject({ headline: '</script><script>alert(1)</script><!-- \u2028' })
})

it.each([
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', true],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/126.0.6478.126 Safari/537.36', true],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', true],
  ['Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)', true],
  ['Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)', true],
  ['curl/8.5.0', true],
  [null, true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36', false],
  ['Mozilla/5.0 (Linux; Android 13; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 16_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.31(0x18001f2e)', false],
])('%s collects pages: %s', (userAgent, crawler) => {
  expect(isCrawler(userAgent)).toBe(crawler)
})
