import type { Page } from '@playwright/test'
import { expect, pressTwice, test } from './fixtures'
import { cards, content, course, detail, row, unfold } from './plan-pages'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const atPlayer = (page: Page) => page.waitForURL(/\/StudyDetil\?/, { timeout: 30_000 })
const atPlace = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

test.describe('the head of a plan', () => {
  test('says what it is, when it runs and how far one is, under a breadcrumb back to the list', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(5002))
    const main = page.getByRole('main')
    await expect(page).toHaveTitle(/^安全生产月专项计划 · /)
    for (const text of [/^讲师 沈文斌$/, /^[\d.]+ 学时$/, /^[\d.]+ 学分$/, /人参加$/, /^\d{4}\/\d{2}\/\d{2} 至 \d{4}\/\d{2}\/\d{2}$/, /^3 门课程 1 场考试$/, /^当前小节$/, /^下一小节$/, /已完成 0 \/ \d+ 小节/, /完成条件：通过全部 3 门课程和 1 场考试/]) await expect(main.getByText(text).first()).toBeVisible()
    await expect(main.getByRole('progressbar', { name: '学习进度' })).toHaveAttribute('aria-valuenow', '0')
    const crumbs = page.getByRole('navigation', { name: '面包屑' })
    await expect(crumbs).toHaveText('首页我的计划安全生产月专项计划')
    await expect(page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '我的计划' })).toHaveAttribute('aria-current', 'true')
    await crumbs.getByRole('link', { name: '我的计划' }).click()
    await expect(page).toHaveURL(/\/myPlanList$/)
  })

  for (const [id, name] of [[5001, '继续学习'], [5002, '开始学习'], [5005, '已通过'], [5010, '未通过']] as const) {
    test(`of plan ${id} has the button ${name}`, async ({ page, loginAs }) => {
      await loginAs('liming')
      await page.goto(detail(id))
      await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toBeEnabled()
    })
  }

  for (const [id, name, reason] of [[5004, '计划已结束', /^计划已于 \d{4}\/\d{2}\/\d{2} \d{2}:\d{2} 结束$/], [5003, '计划未开始', /^计划将于 \d{4}\/\d{2}\/\d{2} \d{2}:\d{2} 开始$/]] as const) {
    test(`of plan ${id} is grey and inert: ${name}`, async ({ page, loginAs }) => {
      await loginAs('liming')
      await page.goto(detail(id))
      const button = page.getByRole('main').getByRole('button', { name, exact: true })
      await expect(button).toBeDisabled()
      await expect(button).toHaveAccessibleDescription(reason)
      await expect(page.getByText(reason)).toBeVisible()
    })
  }

  test('without permission says so, and nothing opens', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(5014, 'catalogue'))
    const text = '您无权限学习本课程/计划，详情请咨询管理人员'
    await expect(page.getByRole('main').getByRole('button', { name: '开始学习' })).toBeDisabled()
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
    await content(page).getByRole('button', { name: '数控技师考试' }).click()
    await expect(toast(page, text)).toBeVisible()
    await expect(page).toHaveURL(/PlanDetil/)
  })

  test('starts once, opens the player with plan and item, and goes on there', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto(detail(5012))
    let started = 0
    page.on('request', (request) => (started += request.url().endsWith('/api/enrolment/start') ? 1 : 0))
    await page.getByRole('button', { name: '开始学习' }).dblclick()
    await atPlayer(page)
    const place = atPlace(page)
    expect(place).toMatchObject({ planId: '5012', itemId: expect.stringMatching(/^\d+$/), sectionId: expect.stringMatching(/^\d+$/) })
    expect(started).toBe(1)
    await page.goto(detail(5012))
    await page.getByRole('button', { name: '继续学习' }).click()
    await atPlayer(page)
    expect(atPlace(page)).toEqual(place)
  })

  test('is refused by the platform in its own words when the dates have passed meanwhile', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.route('**/api/enrolment/start', (route) => route.fulfill({ json: { allowed: false, reason: '计划未开始或计划已过期' } }))
    await page.goto(detail(5008))
    await page.getByRole('button', { name: '开始学习' }).click()
    await expect(toast(page, '计划未开始或计划已过期')).toBeVisible()
    await expect(page.getByRole('main').getByText('计划未开始或计划已过期')).toBeVisible()
    await expect(page).toHaveURL(/PlanDetil/)
  })

  test('fills the heart and empties it, and stays so after a reload', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto(detail(5007))
    await page.getByRole('button', { name: '收藏', exact: true }).click()
    await expect(toast(page, '已加入我的收藏')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: '取消收藏', exact: true }).click()
    await expect(toast(page, '已取消收藏')).toBeVisible()
  })

  test('searches the plan library', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(5001))
    await page.getByRole('searchbox', { name: '计划名称' }).fill('复训')
    await page.getByRole('button', { name: '搜索' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/PlanList' && url.searchParams.get('name') === '复训')
  })
})

test.describe('the catalogue of a plan', () => {
  test('lists child courses and child exams as items; a course opens to its chapters and sections', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(5001))
    await page.getByRole('navigation', { name: '计划内容' }).getByRole('link', { name: '目录' }).click()
    await expect(page).toHaveURL(/tab=catalogue/)
    await expect(content(page).getByRole('heading', { level: 2 })).toHaveText(['低压电工作业安全', /.+/, /.+/, '入职理论考试', '入职安全规程考试'])
    await expect(content(page).locator('details')).toHaveCount(3)
    const electrical = course(page, '低压电工作业安全')
    await expect(electrical).toContainText('3 章 6 小节')
    await expect(course(page, '消防安全与灭火器使用')).toHaveAttribute('open', '')
    await expect(row(page, '用电安全概述')).toBeHidden()
    await electrical.locator('summary').click()
    await expect(electrical.getByRole('heading', { level: 3 })).toHaveText(['第 1 章 安全基础', '第 2 章 设备操作', '第 3 章 结业考核'])
    await electrical.locator('summary').click()
    await expect(row(page, '用电安全概述')).toBeHidden()
    await electrical.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(row(page, '用电安全概述')).toBeVisible()
  })

  test('opens sections and exams in the player with plan and item', async ({ page, loginAs, ownAccount }) => {
    // Somebody else than those who look at where they are in this plan.
    await loginAs(ownAccount)
    await page.goto(detail(5001))
    await page.getByRole('button', { name: '开始学习' }).click()
    await atPlayer(page)
    await page.goto(detail(5001, 'catalogue'))
    await unfold(page, '低压电工作业安全')
    const itemId = await row(page, '用电安全概述').getByRole('link').getAttribute('href').then((href) => new URL(href!, 'http://x').searchParams.get('itemId'))
    await row(page, '用电安全概述').getByRole('link').click()
    await atPlayer(page)
    expect(atPlace(page)).toMatchObject({ planId: '5001', itemId, sectionId: '3201' })
    await page.goto(detail(5001, 'catalogue'))
    await content(page).getByRole('link', { name: '入职理论考试' }).click()
    await atPlayer(page)
    expect(atPlace(page)).toMatchObject({ planId: '5001', itemId: expect.stringMatching(/^\d+$/) })
    expect(atPlace(page).sectionId).toBeUndefined()
  })

  test('says why a section is locked, and opens none', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(5001, 'catalogue'))
    await unfold(page, '低压电工作业安全')
    await expect(row(page, '章节测验')).toContainText(/先通过验电与接地/)
    await row(page, '章节测验').getByRole('button', { name: '章节测验' }).click()
    await expect(toast(page, '该小节尚未解锁')).toBeVisible()
    await content(page).getByRole('button', { name: /^第 3 章/ }).click()
    await expect(toast(page, '该章节尚未解锁')).toBeVisible()
    await page.goto(detail(5012, 'catalogue'))
    await expect(row(page, '点检表')).toContainText('先通过五感点检法')
    await row(page, '点检表').getByRole('button', { name: '点检表' }).click()
    await expect(toast(page, '该小节尚未解锁')).toBeVisible()
    await expect(page).toHaveURL(/PlanDetil/)
  })

  test('of a plan that has not started shows, and opens nothing', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(5003, 'catalogue'))
    await content(page).getByRole('button', { name: '特种作业复审考试' }).click()
    await expect(toast(page, '计划未开始或计划已过期')).toBeVisible()
    await expect(page).toHaveURL(/PlanDetil/)
  })

  test('begins the plan at the section that is pressed', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto(detail(5007, 'catalogue'))
    const first = content(page).locator('li[id^="section-"]').first()
    await first.getByRole('button').first().click()
    await atPlayer(page)
    expect(atPlace(page)).toMatchObject({ planId: '5007' })
    await page.goto(detail(5007))
    await expect(page.getByRole('button', { name: '继续学习' })).toBeVisible()
  })

  test('that fails says so and keeps the head', async ({ page, loginAs, spoil, ownAccount }) => {
    await loginAs(ownAccount)
    const fault = await spoil(ownAccount, 'getPlanCatalogueById', 'error')
    await page.goto(detail(5009, 'catalogue'))
    await expect(content(page).getByRole('alert')).toContainText('目录加载失败')
    await expect(page.getByRole('heading', { level: 1, name: '应急救护普及计划' })).toBeVisible()
    await fault.heal()
    await content(page).getByRole('button', { name: '重试' }).click()
    await expect(content(page).locator('details')).toHaveCount(2)
  })
})

test('a section of a plan is unlocked in its row: a toast, the focus, no reload, and it stays open', async ({ page, context, origin, loginAs, ownAccount }) => {
  await loginAs(ownAccount)
  const inPlan = { planId: '5006', itemId: '5153', courseId: '3011' }
  const reply = await context.request.get(`${origin()}/api/plans/chapters?${new URLSearchParams(inPlan)}`)
  const [chapter] = (await reply.json()) as { id: string; sections: { id: string; name: string }[] }[]
  const [first, second] = chapter!.sections
  // The first section is passed once it was studied.
  const visit = { visitId: 'a'.repeat(32), place: { ...inPlan, chapterId: chapter!.id, sectionId: first!.id }, kind: 'study' }
  for (const [door, more] of [['start', { name: first!.name, enrol: true }], ['end', { minutes: 0 }]] as const) {
    const said = await context.request.post(`${origin()}/api/study/${door}`, { headers: { origin: origin() }, data: { ...visit, ...more } })
    expect(said.status(), await said.text()).toBe(200)
  }
  await page.goto(detail(5006, 'catalogue'))
  const cables = course(page, '电缆敷设与接头制作')
  if ((await cables.getAttribute('open')) === null) await cables.locator('summary').click()
  const unlock = cables.getByRole('button', { name: '解锁', exact: true })
  await expect(unlock).toHaveCount(1)
  await page.evaluate(() => Object.assign(window, { stillHere: true }))
  await pressTwice(unlock)
  await expect(toast(page, `${second!.name} 已解锁`)).toHaveCount(1)
  await expect(cables.getByRole('link', { name: second!.name }).and(page.locator(':focus'))).toBeVisible()
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
  await page.reload()
  await expect(page.locator(`#section-5153-${second!.id}`).getByRole('link', { name: second!.name })).toHaveCount(1)
})

test.describe('a plan that is not there', () => {
  test.use({ quiet: [/404/] })

  for (const id of ['999999999', 'abc', '-1', "1' or 1=1", '9'.repeat(60), '']) {
    test(`(${id || 'no id'}) is a page that is not there`, async ({ page, loginAs }) => {
      await loginAs('liming')
      const reply = await page.goto(`/PlanDetil?id=${encodeURIComponent(id)}`)
      expect(reply?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: '页面不存在' })).toBeVisible()
    })
  }

  test('looks the same when it is another tenant\'s', async ({ page, loginAs, origin }) => {
    await loginAs('liming', 'bgy.localhost')
    const reply = await page.goto(`${origin('bgy.localhost')}/PlanDetil?id=5001`)
    expect(reply?.status()).toBe(404)
    await expect(page.getByText('新员工入职培训计划')).toHaveCount(0)
  })
})

test('a plan that cannot be read says so, and comes back at a press', async ({ page, loginAs, spoil, ownAccount }) => {
  await loginAs(ownAccount)
  const fault = await spoil(ownAccount, 'getWebPlanById', 'error')
  await page.goto(detail(5001))
  await expect(page.getByRole('main').getByRole('alert')).toContainText('计划加载失败')
  await fault.heal()
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '新员工入职培训计划' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the button of a plan is in the dock, and cards are rows', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(detail(5001))
    const dock = page.getByRole('region', { name: '学习', exact: true })
    await expect(dock.getByRole('button', { name: '继续学习' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: '继续学习' })).toHaveCount(1)
    await expect(page.getByRole('navigation', { name: '底部导航' })).toBeHidden()
    await page.goto('/myPlanList')
    const card = cards(page).first()
    const [cover, title] = [await card.locator('.cover').boundingBox(), await card.getByRole('heading').boundingBox()]
    expect(cover!.x + cover!.width).toBeLessThanOrEqual(title!.x)
  })
})
