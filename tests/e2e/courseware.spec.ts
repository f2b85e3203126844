import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Frame, Page } from '@playwright/test'
import { foreignCourse } from '../support/foreign-course'
import { foreignPackages } from '../support/foreign-packages'
import { expect, test } from './fixtures'

const domain = 'bgy.localhost'
const packageOf = (name: string) => foreignPackages.find((one) => one.name === name)!
const addressOf = (resourceId: number) => `/StudyDetil?courseId=${foreignCourse.courseId}&chapterId=${foreignCourse.chapterId}&sectionId=${foreignCourse.sectionId(resourceId)}`
const isLaunch = (frame: Frame | null) => /\/content\/[^/]+$/.test(new URL(frame?.url() || 'about:blank').pathname)

/** The frame of the package itself, once it is connected to the platform. */
async function packageIn(page: Page): Promise<Frame> {
  let found: Frame | undefined
  await expect(async () => {
    found = page.frames().find((frame) => frame.url().includes('/p/') && isLaunch(frame.parentFrame()))
    expect(await found?.title()).toMatch(/^ready:/)
  }).toPass({ timeout: 60_000 })
  return found!
}

async function openPackage(context: BrowserContext, address: string): Promise<{ page: Page; frame: Frame }> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'commit' })
  return { page, frame: await packageIn(page) }
}

const exits = {
  finish: async (page: Page, frame: Frame) => {
    await frame.evaluate('finish()')
    await page.close()
  },
  close: async (page: Page) => {
    const gone = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await gone
  },
  navigate: async (page: Page, _: Frame, home: string) => {
    // Left as soon as the other page begins. The window stays: closed in the middle of a load, with frames still leaving, it can
    // keep the browser from opening another.
    await page.goto(home, { waitUntil: 'commit' })
  },
}

// One after the other: they are one learner's, and a second launch of a package closes the first.
test.describe.configure({ mode: 'default' })

// The empty page stays open meanwhile: a browser whose last window closes with a question may never open another one.
test.beforeEach(async ({ page, loginAs }) => {
  test.setTimeout(120_000)
  await page.goto('about:blank')
  await loginAs('liming', domain)
})

for (const { name, like, resourceId } of foreignPackages) {
  test(`${like}: nothing is lost by finishing, closing the tab or going elsewhere`, async ({ context, origin }) => {
    let last: string | null = null
    for (const [how, leave] of Object.entries(exits)) {
      const { page, frame } = await openPackage(context, origin(domain) + addressOf(resourceId))
      if (last !== null) expect(await frame.title(), `${name} before ${how}`).toContain(`ready:${last}`)
      last = `${how}-${Date.now()}`
      await frame.evaluate((marker) => Object.assign(window, { marker }), last)
      await leave(page, frame, `${origin(domain)}/Home`)
    }
    const { page, frame } = await openPackage(context, origin(domain) + addressOf(resourceId))
    expect(await frame.title(), `${name} at the end`).toContain(`ready:${last}`)
    await page.close()
  })
}

test('what a package says without a network waits on the device for the next time, in a browser that keeps what frames store apart for each site', async ({ playwright, launchOptions, locale, origin, loginAs }) => {
  const profile = mkdtempSync(join(tmpdir(), 'profile-'))
  // Playwright has them all keep it together, by a list of features to be without; of two lists the last one counts.
  const context = await playwright.chromium.launchPersistentContext(profile, { ...launchOptions, locale, args: [...(launchOptions.args ?? []), '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable'] })
  try {
    await loginAs('liming', domain, context)
    const address = origin(domain) + addressOf(packageOf('storyline').resourceId)
    const { page, frame } = await openPackage(context, address)
    const launch = new URL(frame.parentFrame()!.url())
    const marker = `offline-${Date.now()}`
    await context.setOffline(true)
    await frame.evaluate((said) => Object.assign(window, { marker: said }), marker)
    await frame.evaluate('finish()')
    await expect(page.getByRole('group', { name: '课件记录状态' })).toContainText('进度保存在本机')
    const stored = () => Object.values(localStorage).some((text) => String(text).includes('offline-'))
    expect(await frame.evaluate(stored)).toBe(true)
    // The browser lets a tab that closes out of what the tests have it pretend.
    await frame.parentFrame()!.evaluate(() => Object.assign(window, { fetch: () => Promise.reject(new TypeError('no network')) }))
    await page.close()
    await context.setOffline(false)
    const direct = await context.newPage()
    await direct.goto(`${launch.origin}/robots.txt`)
    expect(await direct.evaluate(stored), 'kept apart').toBe(false)
    const again = await openPackage(context, address)
    expect(await again.frame.title()).toContain(`ready:${marker}`)
    await expect(again.page.getByRole('group', { name: '课件记录状态' })).toContainText('进度已保存')
    expect(await again.frame.evaluate(stored)).toBe(false)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
})

test('parts follow one another as the package asks, and can be chosen', async ({ context, origin }) => {
  const { page, frame } = await openPackage(context, origin(domain) + addressOf(packageOf('exe').resourceId))
  const parts = page.frameLocator('iframe').getByRole('combobox', { name: '课件目录' })
  const part = async (title: RegExp) => {
    await expect(async () => expect(await (await packageIn(page)).title()).toMatch(title)).toPass({ timeout: 30_000 })
  }
  if (!/:1$/.test(await frame.title())) await parts.selectOption({ index: 0 })
  await part(/:1$/)
  await (await packageIn(page)).evaluate(`finish('continue')`)
  await part(/:2$/)
  await expect(parts.locator('option').first()).toContainText('已通过')
  await parts.selectOption({ index: 2 })
  await part(/:3#end$/)
})

test('a second launch closes the first with a clear word, and can be taken back', async ({ context, origin }) => {
  const address = origin(domain) + addressOf(packageOf('golf').resourceId)
  const first = await openPackage(context, address)
  const second = await openPackage(context, address)
  await expect(first.page.getByText('课件已在其他窗口或设备打开')).toBeVisible({ timeout: 30_000 })
  await first.page.getByRole('button', { name: '在此继续学习' }).click()
  await packageIn(first.page)
  await expect(second.page.getByText('课件已在其他窗口或设备打开')).toBeVisible({ timeout: 30_000 })
})

test.describe('a hostile package', () => {
  test.use({ quiet: [/./] })
  test('reaches nothing of the learner, the application or the records', async ({ context, origin, axe }) => {
    const files = join(process.cwd(), 'training-api/tests/fixtures/courseware/hostile')
    const page = await context.newPage()
    // The package's own host answers with its own headers; only what it says is replaced.
    await page.route(/\/content\/[^/]+\/p\//, async (route) => {
      const reply = await route.fetch()
      const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
      const body = readFileSync(join(files, name.endsWith('.js') ? name : 'index.html'), 'utf8')
      await route.fulfill({ status: 200, headers: { ...reply.headers(), 'content-type': name.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8' }, body })
    })
    const committed = page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith('/commit'), { timeout: 60_000 })
    await page.goto(origin(domain) + addressOf(packageOf('storyline').resourceId), { waitUntil: 'commit' })
    const hostile = () => page.frames().find((frame) => frame.url().includes('/p/'))
    await expect(async () => expect(await hostile()?.evaluate(() => document.body.dataset.attempts)).toBeTruthy()).toPass({ timeout: 60_000 })
    const { reached } = JSON.parse((await hostile()!.evaluate(() => document.body.dataset.attempts)) ?? '{}') as { reached: string[] }
    expect(reached).toEqual([])
    expect(page.url()).toContain('/StudyDetil')
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    const strip = page.getByRole('group', { name: '课件记录状态' })
    await expect(strip).toBeVisible()
    // Of what it sent without an answer (a beacon, messages, commits) it knows nothing: the learner is still there, and no such score is kept or shown.
    await committed
    expect((await page.request.get(`${origin(domain)}/api/messages/unread`)).status()).toBe(200)
    const kept = await (await page.request.get(hostile()!.parentFrame()!.url())).text()
    expect(kept).toContain('savedSeq')
    expect(kept).not.toMatch(/score\.raw\W+99999/)
    await expect(strip).not.toContainText('99999')
    expect(await axe(page)).toEqual([])
  })
})

test('what the player blocks is blocked inside a package too, with the same word', async ({ context, origin }) => {
  const { page, frame } = await openPackage(context, origin(domain) + addressOf(packageOf('golf').resourceId))
  const blocked = () => frame.evaluate(() => {
    const events = [new KeyboardEvent('keydown', { key: 'F12', bubbles: true, cancelable: true }), new MouseEvent('contextmenu', { bubbles: true, cancelable: true }), new KeyboardEvent('keydown', { key: 'c', ctrlKey: true, bubbles: true, cancelable: true })]
    return events.map((event) => !document.body.dispatchEvent(event))
  })
  await expect(async () => expect(await blocked()).toEqual([true, true, false])).toPass()
  await expect(page.getByText('此处禁止打开控制台').first()).toBeVisible()
  await page.close()
})

test('the content host serves launches alone, to whoever has their ticket', async ({ context, origin }) => {
  const { page, frame } = await openPackage(context, origin(domain) + addressOf(packageOf('golf').resourceId))
  const launch = new URL(frame.parentFrame()!.url())
  const status = async (address: string) => (await context.request.get(address, { maxRedirects: 0 })).status()
  expect(await status(launch.href)).toBe(200)
  for (const path of ['/login', '/Home', '/api/study/player', '/content', '/content/x', `${launch.pathname.slice(0, -1)}${launch.pathname.endsWith('a') ? 'b' : 'a'}`, `${launch.pathname}/p/..%2f..%2f7003%2findex.html`]) expect(await status(launch.origin + path), path).toBe(404)
  for (const path of [launch.pathname, '/api/files/train/file/courseware/7906/shared/launchpage.html', '/api/public/files/train/file/courseware/7906/shared/launchpage.html']) expect(await status(origin(domain) + path), path).toBe(404)
  const reply = await context.request.get(launch.href)
  expect(reply.headers()['content-security-policy']).toContain(`frame-ancestors 'self' ${origin(domain)}`)
  expect(reply.headers()['set-cookie']).toBeUndefined()
  const part = await context.request.get(frame.url(), { headers: { range: 'bytes=0-9' } })
  expect([part.status(), (await part.body()).length]).toEqual([206, 10])
  await page.close()
})
