import { expect, test } from './fixtures'
import { cards, filter } from './plan-pages'

test.describe('my plans', () => {
  test.beforeEach(async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/myPlanList')
  })

  test('are eight cards of twelve, four in a row, under a breadcrumb', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: '我的计划' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: '面包屑' })).toContainText('首页我的计划')
    await expect(page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '我的计划' })).toHaveAttribute('aria-current', 'page')
    await expect(cards(page)).toHaveCount(8)
    await expect(page.getByText('共 12 条')).toBeVisible()
    const tops = await Promise.all((await cards(page).all()).map(async (card) => Math.round((await card.boundingBox())!.y)))
    expect(new Set(tops.slice(0, 4)).size).toBe(1)
    expect(new Set(tops).size).toBe(2)
  })

  test('are filtered by five states in the address; choosing one goes back to page 1 and eight', async ({ page }) => {
    await page.goto('/myPlanList?page=2&size=4')
    await expect(page.getByRole('navigation', { name: '状态' }).getByRole('link')).toHaveText([/^全部12$/, /^学习中\d+$/, /^已完成\d+$/, /^未通过\d+$/, /^已过期\d+$/])
    await filter(page, '学习中').click()
    await expect(page).toHaveURL(/\/myPlanList\?state=learning$/)
    for (const [name, state, badge] of [['已完成', 'completed', '已完成'], ['未通过', 'failed', '未通过'], ['已过期', 'expired', '已过期']] as const) {
      await filter(page, name).click()
      await expect(page).toHaveURL(new RegExp(`state=${state}$`))
      await expect(filter(page, name)).toHaveAttribute('aria-current', 'page')
      expect(await cards(page).count()).toBeGreaterThan(0)
      for (const card of await cards(page).all()) await expect(card.getByText(badge, { exact: true })).toBeVisible()
    }
    await page.goBack()
    await expect(filter(page, '未通过')).toHaveAttribute('aria-current', 'page')
    await page.reload()
    await expect(filter(page, '未通过')).toHaveAttribute('aria-current', 'page')
  })

  test('that have ended are expired, whatever was learned', async ({ page }) => {
    await page.goto(`/myPlanList?name=${encodeURIComponent('年度复训')}`)
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page).getByText('已过期', { exact: true })).toBeVisible()
    await expect(cards(page).locator('.over')).toHaveText('查看')
  })

  test('are found by name, and the filter keeps the word', async ({ page }) => {
    await page.getByRole('searchbox', { name: '计划名称' }).fill('入职')
    await page.getByRole('button', { name: '搜索' }).click()
    await expect(cards(page).getByRole('link', { name: '新员工入职培训计划' })).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await filter(page, '已完成').click()
    await expect(page.getByText('空空如也')).toBeVisible()
    await expect(page.getByRole('searchbox', { name: '计划名称' })).toHaveValue('入职')
    await page.getByRole('link', { name: '查看全部计划' }).click()
    await expect(cards(page)).toHaveCount(8)
  })

  test('are paged by the sizes of my lists', async ({ page }) => {
    const pager = page.getByRole('navigation', { name: '分页' })
    expect((await pager.getByRole('option').allTextContents()).map((text) => Number.parseInt(text))).toEqual([4, 8, 16, 32, 64, 128])
    await pager.getByRole('link', { name: '下一页' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(cards(page)).toHaveCount(4)
    await pager.getByRole('combobox', { name: '每页条数' }).selectOption({ label: '16 条/页' })
    await expect(page).toHaveURL(/\/myPlanList\?size=16$/)
    await expect(cards(page)).toHaveCount(12)
    await page.goto('/myPlanList?page=99')
    await expect(page).toHaveURL(/page=2$/)
  })

  test('say on the cover until when they run, where they are timed', async ({ page }) => {
    await page.goto('/myPlanList?size=16')
    await expect(cards(page).filter({ hasText: '安全生产月专项计划' }).locator('time')).toHaveText(/^截止 \d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/)
    await expect(cards(page).filter({ hasText: '新员工入职培训计划' }).locator('time')).toHaveCount(0)
  })

  test('show Continue learning or View over the cover, under pointer and focus', async ({ page }) => {
    const card = cards(page).filter({ hasText: '新员工入职培训计划' })
    const over = card.locator('.over')
    await expect(over).toHaveCSS('opacity', '0')
    await card.hover()
    await expect(over).toHaveCSS('opacity', '1')
    await expect(over).toHaveText('继续学习')
    await page.mouse.move(0, 0)
    await expect(over).toHaveCSS('opacity', '0')
    await page.getByRole('searchbox', { name: '计划名称' }).focus()
    await card.getByRole('link').focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(over).toHaveCSS('opacity', '1')
  })

  test('open with id and title, without asking', async ({ page }) => {
    await cards(page).getByRole('link', { name: '新员工入职培训计划' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/PlanDetil' && url.searchParams.get('id') === '5001' && url.searchParams.get('title') === '新员工入职培训计划')
    await expect(page.getByRole('heading', { level: 1, name: '新员工入职培训计划' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/myPlanList$/)
  })
})

test('somebody new has no plans, and the way to the library', async ({ page, loginAs }) => {
  await loginAs('wangfang')
  await page.goto('/myPlanList')
  await expect(page.getByText('空空如也')).toBeVisible()
  await page.getByRole('link', { name: '去培训计划库看看' }).click()
  await expect(page).toHaveURL(/\/PlanList$/)
})

test('a list that fails says so, keeps the rest, and comes back at a press', async ({ page, loginAs, spoil, ownAccount }) => {
  await loginAs(ownAccount)
  const fault = await spoil(ownAccount, 'getMyWebPlanBySort', 'error')
  await page.goto('/myPlanList')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('计划列表加载失败')
  await expect(page.getByRole('searchbox', { name: '计划名称' })).toBeVisible()
  await fault.heal()
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('空空如也')).toBeVisible()
})
