import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

const cards = (page: Page) => page.getByRole('list', { name: '我的课程列表' }).getByRole('article')
const filter = (page: Page, name: string) => page.getByRole('navigation', { name: '状态' }).getByRole('link', { name })

test.describe('my courses', () => {
  test.beforeEach(async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/myCurriculum')
  })

  test('are eight cards of 36, four in a row, under a breadcrumb', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: '面包屑' })).toContainText('首页我的课程')
    await expect(cards(page)).toHaveCount(8)
    await expect(page.getByText('共 36 条')).toBeVisible()
    const tops = await Promise.all((await cards(page).all()).map(async (card) => Math.round((await card.boundingBox())!.y)))
    expect(new Set(tops.slice(0, 4)).size).toBe(1)
    expect(new Set(tops).size).toBe(2)
  })

  test('ask for no page ahead, neither by their links nor by the search or the way to a page', async ({ page }) => {
    const ahead: string[] = []
    page.on('request', (request) => {
      const headers = request.headers()
      if (headers['next-router-prefetch'] || headers['next-router-segment-prefetch']) ahead.push(request.url())
    })
    await page.reload()
    await expect(cards(page)).toHaveCount(8)
    await page.getByRole('spinbutton').first().scrollIntoViewIfNeeded()
    await page.getByRole('search').first().scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(ahead).toEqual([])
  })

  test('are filtered by state in the address; choosing one goes back to page 1 and eight', async ({ page }) => {
    await expect(filter(page, '全部')).toHaveAttribute('aria-current', 'page')
    await page.goto('/myCurriculum?page=2&size=16')
    await filter(page, '学习中').click()
    await expect(page).toHaveURL(/\/myCurriculum\?state=learning$/)
    await expect(filter(page, '学习中')).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('combobox', { name: '每页条数' })).toHaveValue(/state=learning$/)
    for (const [name, badge] of [['已完成', '已完成'], ['未通过', '未通过']] as const) {
      await filter(page, name).click()
      await expect(filter(page, name)).toHaveAttribute('aria-current', 'page')
      for (const card of await cards(page).all()) await expect(card.getByText(badge, { exact: true })).toBeVisible()
    }
    await page.goBack()
    await expect(filter(page, '已完成')).toHaveAttribute('aria-current', 'page')
  })

  test('are found by name, and the filter keeps the word', async ({ page }) => {
    await page.goto('/myCurriculum?page=2&size=16')
    await page.getByRole('searchbox', { name: '课程名称' }).fill('低压电工')
    await page.getByRole('button', { name: '搜索' }).click()
    await expect(page).toHaveURL(/\/myCurriculum\?size=16&name=[^&]+$/)
    await expect(cards(page).getByRole('link', { name: '低压电工作业安全' })).toBeVisible()
    await filter(page, '学习中').click()
    await expect(page).toHaveURL(/state=learning/)
    await expect(page.getByRole('searchbox', { name: '课程名称' })).toHaveValue('低压电工')
    await page.getByRole('searchbox', { name: '课程名称' }).fill('没有这样的课程')
    await page.keyboard.press('Enter')
    await expect(page.getByText('空空如也')).toBeVisible()
    await page.getByRole('link', { name: '查看全部课程' }).click()
    await expect(cards(page)).toHaveCount(8)
  })

  test('are paged: next, previous, numbers, jump and sizes, all in the address', async ({ page }) => {
    const pager = page.getByRole('navigation', { name: '分页' })
    await pager.getByRole('link', { name: '下一页' }).click()
    await expect(page).toHaveURL(/page=2/)
    await pager.getByRole('link', { name: '5', exact: true }).click()
    await expect(cards(page)).toHaveCount(4)
    await expect(pager.getByRole('link', { name: '下一页' })).toHaveAttribute('aria-disabled', 'true')
    await pager.getByRole('spinbutton', { name: '跳至第几页' }).fill('3')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/page=3/)
    await pager.getByRole('combobox', { name: '每页条数' }).selectOption({ label: '64 条/页' })
    await expect(page).toHaveURL(/\/myCurriculum\?size=64$/)
    await expect(cards(page)).toHaveCount(36)
    expect((await pager.getByRole('option').allTextContents()).map((text) => Number.parseInt(text))).toEqual([4, 8, 16, 32, 64, 128])
  })

  test('past the last page show the last page', async ({ page }) => {
    await page.goto('/myCurriculum?page=99')
    await expect(page).toHaveURL(/page=5$/)
    await expect(cards(page)).toHaveCount(4)
  })

  test('with an odd address begin at the beginning', async ({ page }) => {
    await page.goto('/myCurriculum?state=gone&page=-1&size=7&page=3')
    await expect(cards(page)).toHaveCount(8)
    await expect(filter(page, '全部')).toHaveAttribute('aria-current', 'page')
  })

  test('show Continue learning or View over the cover, under pointer and focus', async ({ page }) => {
    const card = cards(page).filter({ hasText: '低压电工作业安全' })
    const over = card.locator('.over')
    await expect(over).toHaveCSS('opacity', '0')
    await card.hover()
    await expect(over).toHaveCSS('opacity', '1')
    await expect(over).toHaveText('继续学习')
    await page.mouse.move(0, 0)
    await expect(over).toHaveCSS('opacity', '0')
    await page.getByRole('searchbox', { name: '课程名称' }).focus()
    await card.getByRole('link').focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(over).toHaveCSS('opacity', '1')
    await page.goto('/myCurriculum?state=completed')
    await expect(cards(page).first().locator('.over')).toHaveText('查看')
  })

  test('open after asking, with id and title', async ({ page }) => {
    await cards(page).getByRole('link', { name: '低压电工作业安全' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/CurriculumDetil' && url.searchParams.get('id') === '3001' && url.searchParams.get('title') === '低压电工作业安全')
    await page.goBack()
    await expect(page).toHaveURL(/\/myCurriculum$/)
  })

  test('that refuse say why and stay shut', async ({ page }) => {
    await page.goto(`/myCurriculum?name=${encodeURIComponent('高处作业')}`)
    await cards(page).getByRole('link', { name: '高处作业安全' }).click()
    await expect(page.getByRole('status').filter({ hasText: '本课程仅限高处作业班学员学习' })).toBeVisible()
    await expect(page).toHaveURL(/\/myCurriculum\?name=/)
  })

  test('stay shut when asking fails', async ({ page }) => {
    await page.route('**/api/courses/access**', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<html></html>' }))
    await cards(page).first().getByRole('link').click()
    await expect(page.getByRole('status').filter({ hasText: /./ })).toBeVisible()
    await expect(page).toHaveURL(/\/myCurriculum$/)
  })
})

test('somebody new finds an empty list and the way to the library', async ({ page, loginAs }) => {
  await loginAs('wangfang')
  await page.goto('/myCurriculum')
  await expect(page.getByText('空空如也')).toBeVisible()
  await page.getByRole('link', { name: '去课程库看看' }).click()
  await expect(page).toHaveURL(/\/Curriculum$/)
})

test('the progress never reads more than a hundred', async ({ page, loginAs }) => {
  await loginAs('zhaoqiang')
  await page.goto('/myCurriculum?size=128')
  await expect(cards(page).first()).toBeVisible()
  const values = await page.getByRole('progressbar').evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('aria-valuenow'))))
  expect(values.length).toBeGreaterThan(0)
  for (const value of values) {
    expect(value).toBeGreaterThanOrEqual(0)
    expect(value).toBeLessThanOrEqual(100)
  }
})
