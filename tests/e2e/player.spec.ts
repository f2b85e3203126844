import type { APIRequestContext, Page } from '@playwright/test'
import type { Player } from '@/lib/domain/player'
import { expect, test } from './fixtures'

// The course of the demo world with one section of every kind (demo-world.md).
const course = '3001'
const videoId = '3201'
const manualId = '3202'
const at = (sectionId: string) => `/StudyDetil?courseId=${course}&chapterId=3101&sectionId=${sectionId}`

/** Has the account begun the course and got to the manual, and gives the player's figures as the platform has them. */
async function prepare(request: APIRequestContext, origin: string): Promise<void> {
  await request.post(`${origin}/api/enrolment/start`, { headers: { origin }, data: { kind: 'course', id: course } })
}
async function learnedMinutes(request: APIRequestContext, origin: string, sectionId: string): Promise<number> {
  const player = (await (await request.get(`${origin}/api/study/player?kind=course&id=${course}`)).json()) as Player
  return player.items[0]!.chapters.flatMap((chapter) => chapter.sections).find((section) => section.id === sectionId)!.learnedMinutes
}
/** The page works and its platform knows of the visit: whatever is pressed from here on is heard. */
const ready = (page: Page) => expect(counting(page)).toContainText(/计时中|视频未播放/, { timeout: 30_000 })
const firstSheet = (page: Page) => expect(page.locator('[data-page] canvas').first()).toBeVisible({ timeout: 30_000 })
const seconds = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const counting = (page: Page) => page.getByRole('group', { name: '学习时间' }).first()

test.describe('the video player', () => {
  test('plays the stream, shows captions and counts', async ({ page, context, origin, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await prepare(context.request, origin())
    expect(await (await context.request.get(origin() + at(videoId))).text()).toContain('<title>用电安全概述 · 低压电工作业安全 · ')
    await page.goto(at(videoId))
    await expect(page.getByRole('heading', { level: 1, name: '用电安全概述' })).toBeVisible()
    await expect(counting(page)).toContainText('已暂停')
    // The large button over the video goes away when it is pressed; the keys are the player's all the same, and who works by them sees it.
    const play = page.getByRole('button', { name: '播放', exact: true })
    await expect(play).toHaveCount(2, { timeout: 30_000 })
    await play.first().press('Enter')
    await expect(page.getByRole('region', { name: '视频播放器：用电安全概述' })).toHaveCSS('outline-style', 'solid')
    await expect.poll(() => seconds(page)).toBeGreaterThan(1)
    await expect(counting(page)).toContainText('计时中')
    await page.keyboard.press('k')
    await expect(counting(page)).toContainText('视频未播放')
    const stood = await seconds(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => seconds(page)).toBeGreaterThan(stood + 4)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: '播放器快捷键' })
    await expect(help).toBeVisible()
    // On the page's own ground, not in the colours of the dark stage behind it.
    expect(await help.getByRole('button', { name: '关闭' }).evaluate((close) => getComputedStyle(close).color)).not.toBe(await page.locator('#main').evaluate((stage) => getComputedStyle(stage).color))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '倍速' }).click()
    await page.getByRole('menuitemradio', { name: '1.5×' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: '倍速' })).toContainText('1.5×')
  })

  test('goes on where it was left, and can begin anew', async ({ page, context, origin, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await prepare(context.request, origin())
    const saved = await context.request.post(`${origin()}/api/study/position`, { headers: { origin: origin() }, data: { sectionId: videoId, resourceId: '7001', position: 31, seq: Date.now() } })
    expect(await saved.json()).toEqual({ kept: true })
    await page.goto(at(videoId))
    await expect(page.getByText('已从 00:31 继续播放')).toBeVisible()
    expect(await seconds(page)).toBeCloseTo(31, 0)
    await page.getByRole('button', { name: '从头播放' }).click()
    await expect.poll(() => seconds(page)).toBeLessThan(10)
  })

  test('says that a file is missing', async ({ page, context, origin, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await prepare(context.request, origin())
    await page.route('**/video/7001/**', (route) => route.fulfill({ status: 404, json: { error: { code: 'missing' } } }))
    await page.goto(at(videoId))
    await expect(page.getByText('缺少资源文件')).toBeVisible()
    await expect(counting(page)).toContainText('内容未打开')
  })
  test.use({ quiet: [/404 \(Not Found\)/] })
})

test.describe('the document viewer', () => {
  test('turns pages, remembers the page and keeps few of them alive', async ({ page, loginAs }, info) => {
    // Somebody else than those who have it open in other tests.
    await loginAs('zhaoqiang')
    // A second try begins where the first has left it.
    const sheet = 7 + info.retry
    await page.goto(at(manualId))
    await firstSheet(page)
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/study/position') && response.request().postDataJSON().position === sheet)
    await page.getByLabel('页码').fill(String(sheet))
    await page.getByLabel('页码').press('Enter')
    await expect(page.locator(`[data-page="${sheet}"] canvas`)).toBeVisible()
    expect(await page.locator('[data-page] canvas').count()).toBeLessThanOrEqual(5)
    await saved
    await page.reload()
    await expect(page.getByLabel('页码')).toHaveValue(String(sheet))
    await expect(page.locator(`[data-page="${sheet}"] canvas`)).toBeVisible({ timeout: 30_000 })
  })

  test('finds words and shows where they stand', async ({ page, context, origin, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await prepare(context.request, origin())
    await openManual(page, context.request, origin())
    await page.getByRole('button', { name: '查找' }).click()
    await page.getByRole('textbox', { name: '在文档中查找' }).fill('验 电')
    await expect(page.getByText(/^第 1 个，共 \d+ 个$/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^第 2 个，共 \d+ 个$/)).toBeVisible()
    expect(await page.evaluate(() => [...CSS.highlights.keys()].length)).toBe(2)
    await page.getByRole('textbox', { name: '在文档中查找' }).fill('绝无此词')
    await expect(page.getByText('没有找到')).toBeVisible()
  })
})

/** The manual of an account for which it may still be locked: it is opened by passing what comes before it. */
async function openManual(page: Page, request: APIRequestContext, origin: string): Promise<void> {
  const player = (await (await request.get(`${origin}/api/study/player?kind=course&id=${course}`)).json()) as Player
  const manual = player.items[0]!.chapters.flatMap((chapter) => chapter.sections).find((section) => section.id === manualId)!
  expect(manual.locked).toBe(false)
  await page.goto(at(manualId))
  await firstSheet(page)
}

test.describe('study time', () => {
  test('is counted minute by minute, and reported when the section is left', async ({ page, context, origin, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await prepare(context.request, origin())
    const before = await learnedMinutes(context.request, origin(), videoId)
    await page.clock.install()
    await page.goto(at(videoId))
    await page.getByRole('button', { name: '播放' }).first().click()
    await expect(counting(page)).toContainText('计时中')
    await page.locator('video').evaluate((video: HTMLVideoElement) => void (video.loop = true))
    await page.clock.runFor(65_000)
    await expect(counting(page)).toContainText(`本节已学 ${before + 1} 分钟`)
    await page.getByRole('link', { name: '返回课程' }).click()
    await page.waitForURL(/CurriculumDetil/)
    await expect.poll(() => learnedMinutes(context.request, origin(), videoId)).toBe(before + 1)
  })

  test('is reported when the tab is closed', async ({ page, context, origin, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await prepare(context.request, origin())
    const before = await learnedMinutes(context.request, origin(), videoId)
    await page.clock.install()
    await page.goto(at(videoId))
    await page.getByRole('button', { name: '播放' }).first().click()
    await expect(counting(page)).toContainText('计时中')
    await page.locator('video').evaluate((video: HTMLVideoElement) => void (video.loop = true))
    await page.clock.runFor(62_000)
    await page.close()
    await expect.poll(() => learnedMinutes(context.request, origin(), videoId)).toBe(before + 1)
  })

  test('is counted in one window at a time', async ({ page, context, origin, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await prepare(context.request, origin())
    await page.goto(at(videoId))
    await expect(counting(page)).toContainText('视频未播放')
    const second = await context.newPage()
    await second.goto(at(videoId))
    await expect(second.getByText('您正在另一窗口或设备上学习，本页不计时。')).toBeVisible()
    await second.getByRole('button', { name: '在此计时' }).click()
    await expect(counting(second)).toContainText('视频未播放')
    await expect(counting(page)).toContainText('另一窗口或设备正在计时')
    await second.close()
    await expect(counting(page)).toContainText('视频未播放')
  })
})

test.describe('around the content', () => {
  test('another section opens in place', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(at(videoId))
    await ready(page)
    await page.evaluate(() => void (document.body.dataset.same = 'yes'))
    await page.getByRole('link', { name: '安全规程手册' }).click()
    await expect(page).toHaveURL(new RegExp(`sectionId=${manualId}`))
    await expect(page.getByRole('heading', { level: 1, name: '安全规程手册' })).toBeVisible()
    await firstSheet(page)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: '用电安全概述' })).toBeVisible()
    expect(await page.evaluate(() => document.body.dataset.same)).toBe('yes')
  })

  test('Back into the player shows the section of its address, not the one it was first opened at', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(at(videoId))
    await ready(page)
    await page.getByRole('link', { name: '安全规程手册' }).click()
    await firstSheet(page)
    await page.getByRole('complementary').getByRole('link', { name: '学时明细' }).click()
    await expect(page).not.toHaveURL(/StudyDetil/)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: '安全规程手册' })).toBeVisible()
    await firstSheet(page)
    await expect(page.locator('video')).toHaveCount(0)
  })

  test('locks say why they do not open and where to unlock', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(at(videoId))
    await ready(page)
    await page.getByRole('button', { name: '倒闸操作流程', exact: true }).first().click()
    await expect(page.getByText('该小节尚未解锁')).toBeVisible()
    await page.getByRole('button', { name: /^第 3 章\s结业考核$/ }).click()
    await expect(page.getByText('该章节尚未解锁')).toBeVisible()
    await page.getByRole('button', { name: /^章节测验：未解锁/ }).click()
    await expect(page.getByText('请到课程详情页解锁')).toBeVisible()
    await page.goto(`/StudyDetil?courseId=${course}&chapterId=3103&sectionId=3206`)
    await expect(page.getByRole('main').getByText('该小节尚未解锁')).toBeVisible()
  })

  test('the listed keys are blocked with a word, and no others', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(at(videoId))
    await ready(page)
    await page.keyboard.press('F12')
    await expect(page.getByText('此处禁止打开控制台')).toBeVisible()
    const blocked = (key: string) => page.evaluate((name) => {
      const event = new KeyboardEvent('keydown', { key: name, ctrlKey: true, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
      return event.defaultPrevented
    }, key)
    expect([await blocked('u'), await blocked('s'), await blocked('c'), await blocked('f')]).toEqual([true, true, false, false])
    expect(await page.evaluate(() => document.body.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))).toBe(false)
  })

  test('the name of the learner lies over the content, for no screen reader', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(at(videoId))
    await expect(page.locator('main [aria-hidden="true"] > span').filter({ hasText: '李明' })).toHaveCount(4)
  })

  test('an address without a section leads to where the learner was', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(`/StudyDetil?courseId=${course}`)
    await expect(page).toHaveURL(/sectionId=\d+/)
  })

  test('a course that may not be studied leads to its detail', async ({ page, loginAs }) => {
    await loginAs('liming')
    for (const id of ['3005', '3006']) {
      await page.goto(`/StudyDetil?courseId=${id}`)
      await expect(page).toHaveURL(new RegExp(`CurriculumDetil\\?id=${id}`))
    }
  })

  test('old addresses lead to the player', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/video?courseId=3001&sectionId=3201')
    await expect(page).toHaveURL(/StudyDetil\?courseId=3001/)
    await page.goto('/toolbar=0?courseId=3001&sectionId=3202')
    await expect(page).toHaveURL(/StudyDetil\?courseId=3001/)
  })

  test('neither the stream engine nor the document engine is loaded before it is needed', async ({ page, loginAs }) => {
    await loginAs('liming')
    const large: string[] = []
    page.on('response', async (response) => {
      if (!/_next\/static\/.*\.js/.test(response.url())) return
      const body = await response.text().catch(() => '')
      if (/pdfjs|hlsDefaultConfig|MANIFEST_PARSED/.test(body)) large.push(response.url())
    })
    await page.goto(`/StudyDetil?courseId=${course}&chapterId=3102&sectionId=3203`)
    await page.waitForLoadState('networkidle')
    expect(large).toEqual([])
  })
})

test.describe('at its end', () => {
  // The video goes on loading until the page is gone.
  test.use({ quiet: [/401 \(Unauthorized\)/] })

  test('logging out from the player reports the visit while somebody is still logged in', async ({ page, loginAs, ownAccount }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await loginAs(ownAccount)
    const told: string[] = []
    page.on('request', (request) => {
      const [, call] = /\/api\/((?:study|session)\/end)/.exec(request.url()) ?? []
      if (call) told.push(call)
    })
    const begun = page.waitForResponse('**/api/study/start')
    await page.goto('/StudyDetil?courseId=3001&chapterId=3101&sectionId=3201')
    expect((await begun).ok()).toBe(true)
    await page.getByRole('banner').getByRole('button', { name: /菜单/ }).last().click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(told.slice(0, 2)).toEqual(['study/end', 'session/end'])
  })
})
