import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

const libraries = [
  { path: '/Curriculum', title: '课程库', search: '课程名称', list: '课程库列表', all: '查看全部课程', found: '焊接工艺基础', word: '焊接', call: 'getWebCourseBySort', failed: '课程库加载失败' },
  { path: '/PlanList', title: '培训计划库', search: '计划名称', list: '培训计划库列表', all: '查看全部计划', found: '年度复训计划', word: '复训', call: 'getWebPlanBySort', failed: '培训计划库加载失败' },
] as const
const cards = (page: Page) => page.getByRole('list', { name: /库列表$/ }).getByRole('article')
const sort = (page: Page, name: string) => page.getByRole('navigation', { name: '排序' }).getByRole('link', { name })
const tags = (page: Page, group: string) => page.getByRole('group', { name: group })
const total = async (page: Page) => Number((await page.getByText(/^共 [\d,]+ 条$/).textContent())!.replace(/\D/g, ''))
const names = (page: Page) => cards(page).getByRole('heading').allTextContents()

for (const library of libraries) {
  test.describe(`the library ${library.title}`, () => {
    test('is a page of its own, marked in the header, with search, four orders and cards', async ({ page, loginAs }) => {
      await loginAs('liming')
      await page.goto(library.path)
      await expect(page.getByRole('heading', { level: 1, name: library.title })).toBeVisible()
      await expect(page.getByRole('navigation', { name: '面包屑' })).toHaveText(`首页${library.title}`)
      await expect(page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: library.title })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('navigation', { name: '排序' }).getByRole('link')).toHaveText(['综合', '好评', '人气', '最新'])
      await expect(cards(page)).toHaveCount(8)
      const card = cards(page).first()
      for (const text of [/^[\d.]+ 学时$/, /^[\d.]+ 学分$/, /^[\d,]+ 人参加$/]) await expect(card.getByText(text)).toBeVisible()
    })

    test('is ordered in the address; another order begins on page 1', async ({ page, loginAs }) => {
      await loginAs('liming')
      await page.goto(`${library.path}?page=2`)
      await expect(sort(page, '综合')).toHaveAttribute('aria-current', 'page')
      await sort(page, '人气').click()
      await expect(page).toHaveURL(new RegExp(`${library.path}\\?sort=popularity$`))
      await expect(sort(page, '人气')).toHaveAttribute('aria-current', 'page')
      const joined = (await cards(page).getByText(/^[\d,]+ 人参加$/).allTextContents()).map((text) => Number(text.replace(/\D/g, '')))
      expect(joined).toEqual([...joined].sort((a, b) => b - a))
      await sort(page, '好评').click()
      await expect(page).toHaveURL(/sort=praise$/)
      await page.goBack()
      await expect(sort(page, '人气')).toHaveAttribute('aria-current', 'page')
      await page.reload()
      await expect(sort(page, '人气')).toHaveAttribute('aria-current', 'page')
    })

    test('is searched by name, with what was chosen kept', async ({ page, loginAs }) => {
      await loginAs('liming')
      await page.goto(`${library.path}?sort=latest&size=16`)
      await page.getByRole('searchbox', { name: library.search }).fill(library.word)
      await page.getByRole('button', { name: '搜索' }).click()
      await expect(page).toHaveURL((url) => url.searchParams.get('name') === library.word && url.searchParams.get('sort') === 'latest' && url.searchParams.get('size') === '16')
      await expect(cards(page).getByRole('link', { name: library.found })).toBeVisible()
      for (const name of await names(page)) expect(name).toContain(library.word)
      await page.getByRole('searchbox', { name: library.search }).fill('没有这样的')
      await page.keyboard.press('Enter')
      await expect(page.getByText('空空如也')).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: '共 0 条' })).toBeAttached()
      await page.getByRole('link', { name: library.all }).click()
      await expect(page).toHaveURL((url) => url.searchParams.get('name') === null && url.searchParams.get('size') === '16')
      await expect(cards(page).nth(8)).toBeVisible()
    })

    test('past its last page shows the last, and odd words in the address the beginning', async ({ page, loginAs }) => {
      await loginAs('liming')
      await page.goto(`${library.path}?page=999`)
      await expect(page).toHaveURL(/page=\d{1,2}$/)
      await expect(cards(page)).not.toHaveCount(0)
      await page.goto(`${library.path}?sort=price&tag1=a%20b&page=-3&size=7`)
      await expect(sort(page, '综合')).toHaveAttribute('aria-current', 'page')
      await expect(cards(page)).toHaveCount(8)
    })

    test('that fails says so, and comes back at a press', async ({ page, loginAs, spoil, ownAccount }) => {
      await loginAs(ownAccount)
      const fault = await spoil(ownAccount, library.call, 'error')
      await page.goto(library.path)
      await expect(page.getByRole('main').getByRole('alert')).toContainText(library.failed)
      await expect(page.getByRole('searchbox', { name: library.search })).toBeVisible()
      await fault.heal()
      await page.getByRole('button', { name: '重试' }).click()
      await expect(cards(page)).toHaveCount(8)
    })
  })
}

test.describe('the tags', () => {
  test.beforeEach(async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/Curriculum')
  })

  test('are up to five groups in rows that begin with 全部', async ({ page }) => {
    const groups = page.getByRole('region', { name: '筛选' }).getByRole('group')
    await expect(groups).toHaveCount(5)
    for (const group of await groups.all()) {
      await expect(group.getByRole('link').first()).toHaveText('全部')
      await expect(group.getByRole('link').first()).toHaveAttribute('aria-current', 'true')
    }
  })

  test('narrow the list, one of each group, in the address; another choice goes to page 1 and keeps the size', async ({ page }) => {
    await page.goto('/Curriculum?sort=popularity&size=4&page=3')
    const everything = await total(page)
    await tags(page, '专业方向').getByRole('link', { name: '焊接' }).click()
    await expect(page).toHaveURL(/^[^?]+\?sort=popularity&tag1=\d+&size=4$/)
    await expect(tags(page, '专业方向').getByRole('link', { name: '焊接' })).toHaveAttribute('aria-current', 'true')
    const welding = await total(page)
    expect(welding).toBeLessThan(everything)
    await tags(page, '难度').getByRole('link', { name: '入门' }).click()
    await expect(page).toHaveURL(/tag1=\d+&tag4=\d+/)
    await expect(page.getByText('已选 2 项')).toBeVisible()
    await tags(page, '专业方向').getByRole('link', { name: '电气' }).click()
    await expect(tags(page, '专业方向').locator('[aria-current]')).toHaveText('电气')
    await page.goBack()
    await expect(tags(page, '专业方向').locator('[aria-current]')).toHaveText('焊接')
    await page.getByRole('link', { name: '清除筛选' }).click()
    await expect(page).toHaveURL(/\?sort=popularity&size=4$/)
    expect(await total(page)).toBe(everything)
  })

  test('fold when a group takes more than a line, and unfold at a press', async ({ page }) => {
    await expect(page.getByRole('button', { name: '展开' })).toHaveCount(0)
    await page.setViewportSize({ width: 800, height: 800 })
    await page.evaluate(() => document.querySelectorAll<HTMLElement>('[role="group"] ul').forEach((list) => (list.style.maxWidth = '240px')))
    const field = tags(page, '专业方向')
    const fold = field.getByRole('button', { name: '展开' })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    expect((await field.getByRole('list').boundingBox())!.height).toBe(40)
    await expect(field.getByRole('link', { name: '建筑' })).toBeHidden()
    await fold.click()
    await expect(field.getByRole('button', { name: '收起' })).toHaveAttribute('aria-expanded', 'true')
    await expect(field.getByRole('link', { name: '建筑' })).toBeVisible()
    expect((await field.getByRole('list').boundingBox())!.height).toBeGreaterThan(40)
  })

  test('of plans are others than those of courses', async ({ page }) => {
    await page.goto('/PlanList')
    await expect(page.getByRole('region', { name: '筛选' }).getByRole('group')).toHaveCount(2)
    const everything = await total(page)
    await tags(page, '计划类型').getByRole('link', { name: '取证' }).click()
    await expect(page).toHaveURL(/tag1=\d+$/)
    await expect.poll(() => cards(page).count()).toBeLessThan(Math.min(8, everything))
  })
})

test.describe('the cards of a library', () => {
  test('say how one stands: not joined, learning, completed, not passed', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/Curriculum?size=128')
    for (const [name, state, action] of [['低压电工作业安全', '学习中', '继续学习'], ['焊接工艺基础', '已完成', '查看'], ['起重机械指挥', '未通过', '查看']] as const) {
      const card = cards(page).filter({ has: page.getByRole('link', { name, exact: true }) })
      await expect(card.getByText(state, { exact: true })).toBeVisible()
      await expect(card.locator('.over')).toHaveText(action)
    }
    expect(await cards(page).getByText('未加入', { exact: true }).count()).toBeGreaterThan(0)
  })

  test('of somebody new are all not joined; a plan that has ended is expired', async ({ page, loginAs }) => {
    await loginAs('wangfang')
    await page.goto('/Curriculum')
    await expect(cards(page).getByText('未加入', { exact: true })).toHaveCount(8)
    await page.goto(`/PlanList?name=${encodeURIComponent('年度复训')}`)
    await expect(cards(page).getByText('已过期', { exact: true })).toBeVisible()
  })

  test('open a course after asking, a plan at once', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(`/Curriculum?name=${encodeURIComponent('高处作业安全')}`)
    await cards(page).getByRole('link', { name: '高处作业安全' }).click()
    await expect(page.getByRole('status').filter({ hasText: '本课程仅限高处作业班学员学习' })).toBeVisible()
    await expect(page).toHaveURL(/\/Curriculum\?name=/)
    await page.goto(`/PlanList?name=${encodeURIComponent('焊工取证')}`)
    await cards(page).getByRole('link', { name: '焊工取证计划' }).click()
    await expect(page).toHaveURL(/\/PlanDetil\?id=5007&title=/)
  })
})

test('the content follows the language of the interface', async ({ page, context, loginAs, origin }) => {
  await loginAs('liming')
  await context.addCookies([{ name: 'lang', value: 'en', url: origin() }])
  await page.goto('/Curriculum?name=Welding')
  await expect(page.getByRole('heading', { level: 1, name: 'Course library' })).toBeVisible()
  for (const name of await names(page)) expect(name).toMatch(/Welding/)
  await expect(tags(page, 'Field').getByRole('link')).toHaveText(['All', 'Electrical', 'Machinery', 'Welding', 'Lifting', 'Safety', 'Management', 'Energy', 'Building'])
  await context.addCookies([{ name: 'lang', value: 'ja', url: origin() }])
  await page.goto('/PlanList')
  await expect(tags(page, '種類').getByRole('link').first()).toHaveText('すべて')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the tags are behind a button', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/Curriculum')
    await expect(tags(page, '专业方向')).toBeHidden()
    const button = page.getByRole('button', { name: '筛选' })
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await tags(page, '难度').getByRole('link', { name: '入门' }).click()
    await expect(page.getByText('已选 1 项')).toBeVisible()
  })
})
