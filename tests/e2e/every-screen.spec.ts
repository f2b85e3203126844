import type { BrowserContext, Page } from '@playwright/test'
import { sources } from '../support/sources'
import { leadingOn, placeOf, visits, type Visit } from '../support/screens'
import { expect, test } from './fixtures'

const languages = { zh: 'zh-Hans', en: 'en', ja: 'ja' } as const
type View = { language: keyof typeof languages; theme: 'light' | 'dark'; width: 360 | 1280 }
const everyView: View[] = (['zh', 'en', 'ja'] as const).flatMap((language) => (['light', 'dark'] as const).flatMap((theme) => ([1280, 360] as const).map((width) => ({ language, theme, width }))))

/** In the gate two views that differ in everything, other languages from visit to visit; `npm run views` walks all twelve. */
const isInGate = (index: number, { language, theme, width }: View) => [`zh light 1280`, `${index % 2 ? 'en' : 'ja'} dark 360`].includes(`${language} ${theme} ${width}`)

async function prepare(context: BrowserContext, origin: string, view: View) {
  await context.addCookies([{ name: 'lang', value: view.language, url: origin }, { name: 'theme', value: view.theme, url: origin }])
}

/** What stands there in Chinese characters on an English page and is not marked as what it is, so that it would be read out as English; nobody reads out a watermark, and what a document says is its author’s. */
const unmarked = (page: Page) => page.locator('main').evaluate((main) => {
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    if (/\p{Script=Han}/u.test(text) && !node.parentElement!.closest(':is([lang="zh-Hans"], [lang="ja"], [data-watermark], [data-page], script)')) found.push(text)
  }
  return found
})
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Pages without a visit of their own. */
const unvisited = [...leadingOn, '[...rest]']
/** What has another address inside than the one people know. */
const known: Record<string, string> = { 'news/list/[kind]/[size]/[page]': 'news' }

test('every page folder has a visit', () => {
  const folders = sources(['app/[tenant]'], /\/page\.tsx$/).map(({ path }) => path.split('/').slice(3, -1).filter((part) => !part.startsWith('(')).join('/'))
  expect(folders).toEqual(expect.arrayContaining([...unvisited, ...Object.keys(known), 'myCurriculum', 'ToTestIng']))
  const isVisited = (folder: string) => {
    const address = new RegExp(`^/${(known[folder] ?? folder).replace(/\[\w+\]/g, '[^/]+')}$`)
    return visits.some(({ path }) => address.test(path.split('?')[0]!))
  }
  expect(folders.filter((folder) => !unvisited.includes(folder) && !isVisited(folder))).toEqual([])
})

// Two views at once are two launches of one courseware, of which the older ends.
test.use({ quiet: [/409 \(Conflict\)/] })

// The views of a visit follow each other in one browser: what the first has fetched need not come again.
for (const [index, visit] of visits.entries()) {
  for (const scope of ['gate', 'wide'] as const) {
    const views = everyView.filter((view) => isInGate(index, view) === (scope === 'gate'))
    test(`${visit.name} in ${views.length} views: one heading, the right frame, accessible, no sideways scrolling, at 320 neither`, { tag: scope === 'gate' ? [] : '@wide' }, async ({ page, context, origin, loginAs, axe }) => {
      test.setTimeout(60_000 * views.length)
      const at = origin(visit.domain)
      if (visit.account) await loginAs(visit.account, visit.domain)
      for (const view of views) await test.step(`${view.language}, ${view.theme}, ${view.width}`, () => look(page, context, at, visit, view, axe))
    })
  }
}

async function look(page: Page, context: BrowserContext, at: string, visit: Visit, view: View, axe: (page: Page) => Promise<string[]>) {
  await prepare(context, at, view)
  await page.setViewportSize({ width: view.width, height: view.width < 500 ? 740 : 800 })
  const response = await page.goto(at + visit.path)
  expect(response?.status()).toBe(200)
  expect(placeOf(page.url())).toBe(placeOf(at + visit.path))
  // Objects with numbers for keys keep V8 from optimising what writes them into the page.
  expect((await response!.text()).match(/[^\\]\\"\d+\\":/g)).toBeNull()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute('lang', languages[view.language])
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0)
  if (visit.shell === 'learner') {
    await expect(page.getByRole('banner')).toHaveCount(1)
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
  }
  if (visit.shell === 'guest') await expect(page.getByRole('contentinfo')).toHaveCount(1)
  if (visit.shell === 'focus') await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0)
  expect(await axe(page)).toEqual([])
  if (view.language === 'en') expect(await unmarked(page)).toEqual([])
  if (view.width !== 360) return
  await page.setViewportSize({ width: 320, height: 740 })
  await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0)
}
