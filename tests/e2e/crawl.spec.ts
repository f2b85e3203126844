import { existsSync, readdirSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { madeUpTenants } from '../support/made-up-tenants'
import { root } from '../support/sources'
import { expect, test } from './fixtures'

// A crawler over tenants nobody has made by hand: what their public pages tell programs, page by page. Two of them in the gate, all by `npm run crawl`.

type Page = { address: string; canonical: string | undefined; alternates: Map<string, string>; isIndexed: boolean; links: string[] }
const ACCEPTED_ELSEWHERE = ['https://schema.org', 'http://www.w3.org', 'http://www.sitemaps.org']

const decoded = (text: string) => text.replace(/&amp;/g, '&').replace(/&quot;/g, '"').replace(/&#x27;/g, "'")
const attributeOf = (tag: string, name: string) => {
  const found = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return found === undefined ? undefined : decoded(found)
}
const tagsOf = (html: string, name: string) => [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'gi'))].map(([tag]) => tag)

/** Hosts that a text for programs names, other than the tenant's own. */
function strangersIn(text: string, origin: string): string[] {
  const hosts = [...text.matchAll(/https?:\\?\/\\?\/[^/"'\\<>\s]+/g)].map(([found]) => found.replaceAll('\\', ''))
  return [...new Set(hosts)].filter((host) => host !== origin && !ACCEPTED_ELSEWHERE.includes(host))
}

function pageOf(address: string, html: string, robots: string): Page {
  const head = html.slice(0, html.indexOf('</head>'))
  const links = tagsOf(head, 'link')
  const rel = (tag: string) => attributeOf(tag, 'rel')
  return {
    address,
    canonical: links.filter((tag) => rel(tag) === 'canonical').map((tag) => attributeOf(tag, 'href'))[0],
    alternates: new Map(links.filter((tag) => rel(tag) === 'alternate').map((tag) => [attributeOf(tag, 'hreflang') ?? '', attributeOf(tag, 'href') ?? ''])),
    isIndexed: !/noindex/.test(robots) && !tagsOf(head, 'meta').some((tag) => attributeOf(tag, 'name') === 'robots' && /noindex/.test(attributeOf(tag, 'content') ?? '')),
    links: tagsOf(html, 'a').flatMap((tag) => attributeOf(tag, 'href') ?? []),
  }
}

/** Walks over everything that is linked from the sitemap and the first pages, as a crawler does: no cookie, no language. */
async function crawl(request: APIRequestContext, origin: string) {
  const pages = new Map<string, Page>()
  const wrong: string[] = []
  const sitemap = decoded(await (await request.get(`${origin}/sitemap.xml`)).text())
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!)
  const waiting = [...new Set([`${origin}/Home`, ...listed, ...[...sitemap.matchAll(/hreflang="[^"]*" href="([^"]+)"/g)].map(([, url]) => url!)])]
  const seen = new Set(waiting)
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    const reply = await request.get(address, { maxRedirects: 0, headers: { 'accept-language': '', 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' } })
    const { location } = reply.headers()
    if (location) {
      const target = new URL(location, address)
      const next = await request.get(target.href, { maxRedirects: 0, headers: { 'accept-language': '' } })
      if (target.origin !== origin || next.status() !== 200) wrong.push(`${address} leads to ${target.href}, which answers ${next.status()}`)
      continue
    }
    const html = await reply.text()
    if (reply.status() !== 200) {
      wrong.push(`${address} answers ${reply.status()}`)
      continue
    }
    const head = html.slice(0, html.indexOf('</head>')).replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, '')
    const data = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json]) => json!)
    for (const json of data) JSON.parse(json)
    const strangers = strangersIn([head, ...data, reply.headers().link ?? ''].join('\n'), origin)
    if (strangers.length) wrong.push(`${address} names ${strangers.join(', ')}`)
    if (/<script[^>]*evil|<img[^>]*evil|<script>1</.test(html)) wrong.push(`${address} carries what a notice brought`)
    const page = pageOf(address, html, reply.headers()['x-robots-tag'] ?? '')
    pages.set(address, page)
    for (const link of page.links) {
      const url = new URL(link, address)
      url.hash = ''
      if (url.origin !== origin || url.pathname.startsWith('/api/') || seen.has(url.href)) continue
      seen.add(url.href)
      waiting.push(url.href)
    }
  }
  return { pages, listed, wrong, sitemap }
}

/** Canonical addresses and languages that do not answer each other. */
function brokenPairs({ pages, listed }: { pages: Map<string, Page>; listed: string[] }): string[] {
  const indexed = [...pages.values()].filter(({ isIndexed }) => isIndexed)
  return [
    ...indexed.flatMap(({ address, canonical }) => {
      const main = canonical ? pages.get(canonical) : undefined
      return main && main.canonical === canonical ? [] : [`${address} has the canonical address ${canonical}, which has ${main?.canonical}`]
    }),
    ...indexed.flatMap(({ address, canonical, alternates }) => [...alternates].flatMap(([language, other]) => {
      const there = pages.get(other)
      const back = there && [...there.alternates].map(([one, url]) => `${one} ${url}`).sort().join() === [...alternates].map(([one, url]) => `${one} ${url}`).sort().join()
      return back && [...alternates.values()].includes(canonical ?? '') ? [] : [`${address} names ${other} for ${language}, which does not name it back`]
    })),
    ...listed.filter((address) => pages.get(address)?.canonical !== address).map((address) => `the sitemap lists ${address}, whose canonical address is ${pages.get(address)?.canonical}`),
  ]
}

for (const [index, { domain, oldDomain, noticeIds, draftId }] of madeUpTenants.entries()) {
  test(`public pages of ${domain} speak of themselves alone, in pairs and without detours`, { tag: index < 2 ? [] : '@wide' }, async ({ request, origin }) => {
    test.setTimeout(180_000)
    const at = origin(domain)
    const walked = await crawl(request, at)
    expect(walked.wrong).toEqual([])
    expect(brokenPairs(walked)).toEqual([])
    expect(walked.listed.length).toBeGreaterThan(10)
    for (const id of noticeIds) expect([...walked.pages.keys()].some((address) => address.endsWith(`/news/${id}`)), String(id)).toBe(true)
    expect([...walked.pages.keys()].filter((address) => address.includes(String(draftId)))).toEqual([])
    for (const file of ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/.well-known/security.txt']) expect(strangersIn(await (await request.get(at + file)).text(), at), file).toEqual([])
    const moved = await request.get(`${origin(oldDomain)}/NEWS?id=${noticeIds[0]}`, { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([308, `${at}/news/${noticeIds[0]}`])
  })
}

/** How many pages a web of this folder keeps for a domain. */
function keptPages(domain: string): number {
  const folder = `${root}.next/server/route-cache`
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => String(name).includes(`/${domain}/`)).length : 0
}

test('what is not there is 404 in one step, and nothing of it is kept', async ({ request, origin }) => {
  // A tenant that nobody else looks at meanwhile: what is kept is counted.
  const { domain, noticeIds, draftId } = madeUpTenants.at(-1)!
  const at = origin(domain)
  for (const path of ['/news', `/news/${noticeIds[0]}`]) expect((await request.get(at + path)).status()).toBe(200)
  if (!process.env.E2E_BASE_URL) await expect.poll(() => keptPages(domain)).toBeGreaterThan(0)
  const before = keptPages(domain)
  const made = [draftId, 0, '0101', 'abc', '1e3', '../login', '9'.repeat(30), ...Array.from({ length: 20 }, (_, index) => 5_000_000 + index)]
  for (const id of made) for (const prefix of ['', '/ja']) expect((await request.get(`${at}${prefix}/news/${encodeURIComponent(id)}`, { maxRedirects: 0 })).status(), String(id)).toBe(404)
  for (let index = 0; index < 20; index += 1) {
    expect((await request.get(`${at}/news?page=${index + 2}&utm_source=${index}&type=x${index}`)).status()).toBe(200)
    expect((await request.get(`${at}/nowhere-${index}`)).status()).toBe(404)
  }
  expect(keptPages(domain)).toBe(before)
})
