import { expect, test } from './fixtures'

test.describe('public pages', () => {
  test('news have their view in the address, and count people', async ({ page, request, baseURL }) => {
    await page.goto('/news')
    await page.getByRole('navigation', { name: '分类' }).getByRole('link', { name: '通知公告' }).click()
    await expect(page).toHaveURL(/\/news\?type=announcement$/)
    await expect(page.getByRole('status').filter({ hasText: /^第 1 页，共 \d+ 条$/ })).toBeAttached()
    await expect(page.getByRole('navigation', { name: '分类' }).getByRole('link', { name: '通知公告' })).toHaveAttribute('aria-current', 'page')
    await page.goto('/news?type=news&size=10')
    await page.getByRole('navigation', { name: '分类' }).getByRole('link', { name: '通知公告' }).click()
    await expect(page).toHaveURL(/\/news\?type=announcement&size=10$/)
    await page.goto('/news?page=2&size=10')
    await page.reload()
    await expect(page.getByRole('list', { name: '新闻公告列表' }).getByRole('listitem')).toHaveCount(10)
    const read = (userAgent: string) => request.post('/api/public/notices/read', { headers: { origin: baseURL!, 'user-agent': userAgent }, data: { id: '107' } })
    expect(await (await read('Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)')).json()).toEqual({ counted: false, reads: null })
    expect(await (await read('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36')).json()).toEqual({ counted: true, reads: expect.any(Number) as unknown })
  })

  test('a notice says how often it was opened, this time included', async ({ page, request }) => {
    const told = page.waitForResponse((response) => response.url().endsWith('/api/public/notices/read'))
    await page.goto('/news/106')
    const { reads } = (await (await told).json()) as { reads: number }
    await expect(page.getByRole('article')).toContainText(`浏览 ${new Intl.NumberFormat('zh').format(reads)} 次`)
    expect(await (await request.get('/news/106')).text()).toMatch(/浏览 [\d,]+ 次/)
  })

  test('what is not there is 404', async ({ request }) => {
    for (const path of ['/news/999999999', '/news/abc', '/news/list/all/15/1', '/en/news/0', '/nowhere', '/api/public/site/etc']) expect((await request.get(path)).status(), path).toBe(404)
    const old = await request.get('/news?id=107&isHome=true&noticeTitle=%3Cb%3E', { maxRedirects: 0 })
    expect([old.status(), new URL(old.headers().location!, 'http://x').pathname]).toEqual([308, '/news/107'])
  })

  test('a domain’s own files speak of that domain alone', async ({ request, origin }) => {
    for (const domain of ['localhost', 'bgy.localhost']) {
      const at = origin(domain)
      expect(await (await request.get(`${at}/robots.txt`)).text()).toContain(`Sitemap: ${at}/sitemap.xml`)
      const locations = [...(await (await request.get(`${at}/sitemap.xml`)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!)
      expect(locations.length).toBeGreaterThan(3)
      expect(locations.filter((url) => new URL(url).origin !== at)).toEqual([])
      const manifest = (await (await request.get(`${at}/manifest.webmanifest`)).json()) as { icons: { src: string }[] }
      for (const { src } of manifest.icons) expect((await request.get(at + src)).headers()['content-type']).toBe('image/png')
      expect((await request.get(`${at}/og.png`)).headers()['content-type']).toBe('image/png')
    }
    expect((await request.get('/.well-known/assetlinks.json')).status()).toBe(200)
    expect((await request.get(`${origin('bgy.localhost')}/.well-known/assetlinks.json`)).status()).toBe(404)
  })

  test('heads name one address, and languages that name each other', async ({ request, origin }) => {
    const head = async (path: string) => {
      const html = await (await request.get(path)).text()
      const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g)].map(([, lang, href]) => [lang, href])
      return { canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1], languages: Object.fromEntries(links) as Record<string, string>, html }
    }
    for (const [path, language] of [['/news', 'zh-Hans'], ['/en/news', 'en'], ['/ja/Appye', 'ja']] as const) {
      const { canonical, languages, html } = await head(path)
      expect(canonical).toBe(origin() + path)
      expect(languages[language]).toBe(canonical)
      expect(Object.keys(languages).sort()).toEqual(['en', 'ja', 'x-default', 'zh-Hans'])
      expect(html).toContain('application/ld+json')
    }
    const ownPage = await head('/news?page=2')
    expect([ownPage.canonical, ownPage.languages['zh-Hans']]).toEqual([`${origin()}/news?page=2`, `${origin()}/news?page=2`])
    for (const [path, main] of [['/news?page=2&size=10', '/news'], ['/en/news?type=news&size=50', '/en/news?type=news']] as const) {
      const other = await head(path)
      expect(other.canonical, path).toBe(origin() + main)
      expect(other.languages, path).toEqual({})
    }
    const notice = await head('/en/news/107')
    expect(notice.canonical).toBe(`${origin()}/news/107`)
    expect(notice.languages).toEqual({})
    expect((await head('/AppFires')).canonical).toBe(`${origin()}/Appye`)
  })

  test('Caddy is told which domains are ours', async ({ request }) => {
    const ask = async (domain: string) => (await request.get(`/api/domains/ask?domain=${domain}`)).status()
    expect(await ask('bgy.localhost')).toBe(200)
    for (const unknown of ['evil.example', 'xlocalhost']) expect(await ask(unknown), unknown).toBe(404)
    for (const bad of ['', 'a%20b', 'localhost%3A3000', 'a&domain=localhost']) expect(await ask(bad), bad).toBe(400)
  })
})
