import type { Locator, Page } from '@playwright/test'
import { expect, pressTwice, test } from './fixtures'

const detail = (id: number | string, tab?: 'catalogue') => `/CurriculumDetil?id=${id}${tab ? `&tab=${tab}` : ''}`
const catalogue = (page: Page) => page.getByRole('region', { name: '课程内容' })
const row = (page: Page, name: string): Locator => catalogue(page).getByRole('listitem').filter({ has: page.locator('[aria-describedby]', { hasText: new RegExp(`^${name}$`) }) })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const atPlayer = (page: Page) => page.waitForURL(/\/StudyDetil\?/, { timeout: 30_000 })

test.describe('the head of a course', () => {
  test('says what it is and how far one is, under a breadcrumb back to the list', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(3001))
    const main = page.getByRole('main')
    await expect(page).toHaveTitle(/^低压电工作业安全 · /)
    await expect(main.getByRole('heading', { level: 1, name: '低压电工作业安全' })).toBeVisible()
    for (const text of ['周建国', '学时', '学分', '人参加', '3 章 6 小节', '当前小节', '下一小节', '低压配电柜认知', '学习进度']) await expect(main.getByText(text).first()).toBeVisible()
    await expect(main.getByText('低压电工', { exact: true })).toBeVisible()
    await expect(main.getByText('作业安全', { exact: true })).toBeVisible()
    await expect(main.getByRole('img', { name: /分，满分 5 分/ }).first()).toBeVisible()
    await expect(main.getByRole('progressbar', { name: '学习进度' })).toHaveAttribute('aria-valuenow', /^\d+$/)
    const crumbs = page.getByRole('navigation', { name: '面包屑' })
    await expect(crumbs).toHaveText('首页我的课程低压电工作业安全')
    await crumbs.getByRole('link', { name: '我的课程' }).click()
    await expect(page).toHaveURL(/\/myCurriculum$/)
  })

  test('searches the course library', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(3001))
    await page.getByRole('searchbox', { name: '课程名称' }).fill('焊接')
    await page.getByRole('button', { name: '搜索' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/Curriculum' && url.searchParams.get('name') === '焊接')
  })

  for (const [id, name] of [[3001, '继续学习'], [3002, '开始学习'], [3003, '已通过'], [3004, '未通过']] as const) {
    test(`of course ${id} has the button ${name}`, async ({ page, loginAs }) => {
      await loginAs('liming')
      await page.goto(detail(id))
      await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toBeVisible()
    })
  }

  test('starts: makes the record once and opens the player at the first section', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto(detail(3002))
    let started = 0
    page.on('request', (request) => (started += request.url().endsWith('/api/enrolment/start') ? 1 : 0))
    await page.getByRole('button', { name: '开始学习' }).dblclick()
    await atPlayer(page)
    expect(new URL(page.url()).searchParams.get('courseId')).toBe('3002')
    expect(new URL(page.url()).searchParams.get('sectionId')).toMatch(/^\d+$/)
    expect(started).toBe(1)
    await page.goto(detail(3002))
    await expect(page.getByRole('button', { name: '继续学习' })).toBeVisible()
  })

  test('continues at the saved section; what came of it shows after the back button', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto(detail(3013))
    await expect(page.getByText('尚未开始')).toBeVisible()
    await page.getByRole('button', { name: '开始学习' }).click()
    await atPlayer(page)
    const section = new URL(page.url()).searchParams.get('sectionId')
    await page.goBack()
    await page.getByRole('button', { name: '继续学习' }).click()
    await atPlayer(page)
    expect(new URL(page.url()).searchParams.get('sectionId')).toBe(section)
  })

  test('opens a passed course once more', async ({ page, loginAs }) => {
    await loginAs('zhaoqiang')
    await page.goto(detail(3003))
    await expect(page.getByText('可以再次打开课程')).toBeVisible()
    await page.getByRole('button', { name: '已通过', exact: true }).click()
    await atPlayer(page)
  })
})

test.describe('the heart', () => {
  test('fills and empties, and stays so after a reload', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto(detail(3010))
    await page.getByRole('button', { name: '收藏', exact: true }).click()
    await expect(toast(page, '已加入我的收藏')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: '取消收藏', exact: true }).click()
    await expect(toast(page, '已取消收藏')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: '收藏', exact: true })).toBeVisible()
  })

  test('goes back when it could not be saved, and says so', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.route('**/api/favourites/item', (route) => route.abort())
    await page.goto(detail(3011))
    await page.getByRole('button', { name: '收藏', exact: true }).click()
    await expect(toast(page, '接口请求失败')).toBeVisible()
    await expect(page.getByRole('button', { name: '收藏', exact: true })).toBeVisible()
  })
  test.use({ quiet: [/ERR_FAILED/] })
})

test.describe('the views', () => {
  test('stand in the address: back, reload and a shared link restore them', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(3001))
    const tabs = page.getByRole('navigation', { name: '课程内容' })
    await expect(tabs.getByRole('link', { name: '简介' })).toHaveAttribute('aria-current', 'page')
    await expect(catalogue(page).getByRole('heading', { name: '学完本课程，你将能够' })).toBeVisible()
    await tabs.getByRole('link', { name: '目录' }).click()
    await expect(page).toHaveURL(/tab=catalogue/)
    await expect(row(page, '用电安全概述')).toBeVisible()
    await page.reload()
    await expect(row(page, '用电安全概述')).toBeVisible()
    await page.goBack()
    await expect(tabs.getByRole('link', { name: '简介' })).toHaveAttribute('aria-current', 'page')
  })
})

test.describe('the catalogue', () => {
  test('shows kind, minutes, rule and state of each section', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(3001, 'catalogue'))
    const facts: [string, RegExp[]][] = [
      ['用电安全概述', [/视频/, /20 分钟/, /已通过/]],
      ['安全规程手册', [/文档/, /30 分钟/, /需学满 50%（15 分钟）/, /进行中/]],
      ['低压配电柜认知', [/课件/, /60 分及格/]],
      ['倒闸操作流程', [/课件/, /未解锁/, /先通过低压配电柜认知（约 \d+ 分钟）/]],
      ['验电与接地', [/仿真实训/, /未解锁/, /先通过倒闸操作流程（约 \d+ 分钟）/]],
      ['章节测验', [/考试/, /及格即可完成/, /未解锁/, /先通过验电与接地（约 \d+ 分钟）/]],
    ]
    for (const [name, texts] of facts) for (const text of texts) await expect(row(page, name)).toContainText(text)
    await expect(catalogue(page).getByRole('heading', { level: 2 })).toHaveText(['第 1 章 安全基础', '第 2 章 设备操作', '第 3 章 结业考核'])
    await expect(catalogue(page)).toContainText('已通过 1 / 2')
  })

  test('opens an open section and no locked one', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(3001, 'catalogue'))
    await row(page, '验电与接地').getByRole('button', { name: '验电与接地' }).click()
    await expect(toast(page, '该小节尚未解锁')).toBeVisible()
    await catalogue(page).getByRole('button', { name: /^第 3 章\s结业考核$/ }).click()
    await expect(toast(page, '该章节尚未解锁')).toBeVisible()
    await expect(page).toHaveURL(/CurriculumDetil/)
    await row(page, '倒闸操作流程').getByRole('link', { name: '低压配电柜认知' }).click()
    await atPlayer(page)
    expect(new URL(page.url()).searchParams.get('sectionId')).toBe('3203')
  })

  test('works by keyboard alone, and the links inside a locked row stay reachable', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(3001, 'catalogue'))
    await row(page, '验电与接地').getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(toast(page, '该小节尚未解锁')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(row(page, '验电与接地').getByRole('link', { name: '倒闸操作流程' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#section-3204$/)
  })

  test('of a course that is not begun opens with its first section, and all others are locked', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto(detail(3014, 'catalogue'))
    const rows = catalogue(page).getByRole('listitem')
    await expect(rows.first()).toBeVisible()
    const count = await rows.count()
    await expect(rows.filter({ has: page.getByText('未解锁', { exact: true }) })).toHaveCount(count - 1)
    await expect(page.getByRole('button', { name: '解锁', exact: true })).toHaveCount(0)
    await rows.nth(1).getByRole('button').first().click()
    await expect(toast(page, '该小节尚未解锁')).toBeVisible()
    await rows.first().getByRole('button').click()
    await atPlayer(page)
    await page.goto(detail(3014))
    await expect(page.getByRole('button', { name: '继续学习' })).toBeVisible()
  })

  test('unlocks a section: a toast, the row, the focus, and no reload', async ({ page, loginAs }, info) => {
    await loginAs('liming')
    // What the first try has unlocked stays so.
    await page.goto(detail(info.retry ? 3007 : 3034, 'catalogue'))
    const unlock = page.getByRole('button', { name: '解锁', exact: true })
    await expect(unlock).toHaveCount(1)
    const name = await catalogue(page).getByRole('listitem').filter({ has: unlock }).locator('[aria-describedby]').first().textContent()
    await page.evaluate(() => Object.assign(window, { stillHere: true }))
    await pressTwice(unlock)
    await expect(toast(page, `${name} 已解锁`)).toHaveCount(1)
    await expect(unlock).toHaveCount(0)
    await expect(catalogue(page).getByRole('link', { name: name! }).and(page.locator(':focus'))).toBeVisible()
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
    await page.reload()
    await expect(row(page, name!).getByRole('link', { name: name! })).toBeVisible()
  })

  test('says a refusal to unlock in a toast and in the row', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.route('**/api/catalogue/unlock', (route) => route.fulfill({ json: { unlocked: false, reason: '上一小节未通过，无法解锁章节' } }))
    await page.goto(detail(3036, 'catalogue'))
    await page.getByRole('button', { name: '解锁', exact: true }).click()
    await expect(toast(page, '上一小节未通过，无法解锁章节')).toBeVisible()
    await expect(catalogue(page).getByText('上一小节未通过，无法解锁章节')).toBeVisible()
    await expect(page.getByRole('button', { name: '解锁', exact: true })).toBeVisible()
  })
})

test.describe('permission and access', () => {
  test('without permission the detail shows, the button is inert and nothing opens', async ({ page, loginAs }) => {
    const noPermission = '您无权限学习本课程/计划，详情请咨询管理人员'
    await loginAs('liming')
    await page.goto(detail(3005, 'catalogue'))
    await expect(page.getByRole('main').getByText(noPermission)).toBeVisible()
    await expect(page.getByRole('button', { name: '开始学习' })).toBeDisabled()
    await expect(page.getByRole('button', { name: '开始学习' })).toHaveAccessibleDescription(noPermission)
    await expect(page.locator('main a[href*="StudyDetil"]')).toHaveCount(0)
    await row(page, '有限空间与事故案例').getByRole('button').click()
    await expect(toast(page, noPermission)).toBeVisible()
    await expect(page).toHaveURL(/CurriculumDetil/)
  })

  test('a refused course shows the platform’s words and nothing else, also by its addresses', async ({ page, loginAs }) => {
    await loginAs('liming')
    for (const address of [detail(3006, 'catalogue'), '/StudyTime?courseId=3006']) {
      const response = await page.goto(address)
      expect(response!.status()).toBe(200)
      await expect(page.getByRole('main').getByRole('alert')).toContainText('本课程仅限高处作业班学员学习')
      const body = await response!.text()
      for (const secret of ['坠落防护', '安全带使用手册', '高处作业安全']) expect(body).not.toContain(secret)
    }
    await page.getByRole('link', { name: '返回我的课程' }).click()
    await expect(page).toHaveURL(/\/myCurriculum$/)
  })

  test('a refused course cannot be started or resumed by its doors', async ({ context, loginAs, origin }) => {
    await loginAs('liming')
    const refused = { allowed: false, reason: '本课程仅限高处作业班学员学习' }
    const start = await context.request.post('/api/enrolment/start', { headers: { origin: origin() }, data: { kind: 'course', id: '3006' } })
    expect(await start.json()).toEqual(refused)
    expect(await (await context.request.get('/api/enrolment/resume?kind=course&id=3006')).json()).toEqual(refused)
    const player = await context.request.get('/api/study/player?kind=course&id=3006')
    expect([player.status(), await player.json()]).toEqual([409, { error: { code: 'rejected', message: refused.reason } }])
  })

  for (const id of ['', '999999999', 'abc', '../x', '-1', '9'.repeat(60)]) {
    test(`the id ${JSON.stringify(id)} is a page not found`, async ({ page, loginAs }) => {
      await loginAs('liming')
      const response = await page.goto(`/CurriculumDetil?id=${encodeURIComponent(id)}`)
      expect(response!.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: '页面不存在' })).toBeVisible()
    })
  }
  test.use({ quiet: [/404/] })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the button is in the dock, the cover reaches the edges, nothing scrolls sideways', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(3001, 'catalogue'))
    await expect(page.getByRole('region', { name: '学习' }).getByRole('button', { name: '继续学习' })).toBeVisible()
    await expect(page.getByRole('button', { name: '继续学习' })).toHaveCount(1)
    await expect(page.getByRole('navigation', { name: '底部导航' })).toBeHidden()
    const cover = (await page.locator('main .cover').boundingBox())!
    expect([cover.x, cover.width]).toEqual([0, 360])
    await expect(row(page, '章节测验')).toBeVisible()
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    }
    await row(page, '低压配电柜认知').getByRole('link').click()
    await atPlayer(page)
  })
})

test.describe('in other languages', () => {
  for (const [lang, texts] of [
    ['en', ['Introduction', 'Catalogue', 'Continue learning', 'Locked', /First pass/]],
    ['ja', ['紹介', '目次', '学習を続ける', 'ロック中', /先に.*合格してください/]],
  ] as const) {
    test(`everything but the platform’s own words is in ${lang}`, async ({ page, context, loginAs, origin }) => {
      await context.addCookies([{ name: 'lang', value: lang, url: origin() }])
      await loginAs('liming')
      await page.goto(detail(3001, 'catalogue'))
      for (const text of texts) await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible()
      await expect(page.getByRole('main').locator('[lang="zh-Hans"]').first()).toBeAttached()
      const unmarked = await page.locator('main').evaluate((main) => {
        const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.textContent ?? ''
          if (/\p{Script=Han}/u.test(text) && !/[\u3041-\u30ff]/.test(text) && !node.parentElement?.closest('[lang="zh-Hans"]') && !node.parentElement?.closest('script')) found.push(text)
        }
        return found
      })
      if (lang === 'en') expect(unmarked).toEqual([])
    })
  }
})
