import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

const collection = (kind?: 'plan') => `/MyStudy?tab=collection${kind ? `&kind=${kind}` : ''}`
const cards = (page: Page) => page.getByRole('list', { name: /^收藏的/ }).getByRole('article')
const kind = (page: Page, name: string) => page.getByRole('navigation', { name: '收藏类型' }).getByRole('link', { name })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test.describe('my collection', () => {
  test('is an entry of the personal centre, with a breadcrumb back to it', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(collection())
    await expect(page).toHaveTitle(/^我的收藏 · /)
    await expect(page.getByRole('heading', { level: 1, name: '我的收藏' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: '个人中心菜单' }).getByRole('link', { name: '我的收藏' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('navigation', { name: '面包屑' })).toHaveText('首页个人中心我的收藏')
    await expect(page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '个人中心' })).toHaveAttribute('aria-current', 'page')
  })

  test('keeps courses and plans apart, each with its count, in the address', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(collection())
    await expect(kind(page, '课程')).toHaveText('课程9')
    await expect(kind(page, '培训计划')).toHaveText('培训计划4')
    await expect(cards(page)).toHaveCount(9)
    await kind(page, '培训计划').click()
    await expect(page).toHaveURL(/kind=plan$/)
    await expect(cards(page)).toHaveCount(4)
    await page.reload()
    await expect(kind(page, '培训计划')).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(kind(page, '课程')).toHaveAttribute('aria-current', 'page')
  })

  test('says cover, one-line title, hours, credits, participants and stars', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(collection('plan'))
    const card = cards(page).filter({ hasText: '新员工入职培训计划' })
    for (const text of [/^[\d.]+ 学时$/, /^[\d.]+ 学分$/, /^[\d,]+ 人参加$/]) await expect(card.getByText(text)).toBeVisible()
    await expect(card.getByRole('heading')).toHaveCSS('white-space', 'nowrap')
    await expect(card.locator('.cover img, .cover svg').first()).toBeVisible()
  })

  test('opens a course after asking, a plan at once', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(collection())
    const asked = page.waitForRequest((request) => request.url().includes('/api/courses/access?id=3001'))
    await cards(page).getByRole('link', { name: '低压电工作业安全' }).click()
    await asked
    await expect(page).toHaveURL(/\/CurriculumDetil\?id=3001&title=/)
    await page.goto(collection('plan'))
    await cards(page).getByRole('link', { name: '班组长能力提升计划' }).click()
    await expect(page).toHaveURL(/\/PlanDetil\?id=5005&title=/)
  })

  test('of somebody new is 空空如也, with the way to the library', async ({ page, loginAs }) => {
    await loginAs('wangfang')
    await page.goto(collection())
    await expect(page.getByText('空空如也')).toBeVisible()
    await expect(kind(page, '课程')).toHaveText('课程0')
    await page.getByRole('link', { name: '去课程库看看' }).click()
    await expect(page).toHaveURL(/\/Curriculum$/)
    await page.goto(collection('plan'))
    await page.getByRole('link', { name: '去培训计划库看看' }).click()
    await expect(page).toHaveURL(/\/PlanList$/)
  })
})

test.describe('a collected course', () => {
  const collect = async (page: Page, origin: string, items: { kind: 'course' | 'plan'; id: string }[]) => {
    for (const data of items) expect((await page.request.put(`${origin}/api/favourites/item`, { headers: { origin }, data })).status()).toBe(200)
  }

  test('that refuses says why and stays shut', async ({ page, loginAs, origin, ownAccount }) => {
    await loginAs(ownAccount)
    await collect(page, origin(), [{ kind: 'course', id: '3006' }])
    await page.goto(collection())
    await cards(page).getByRole('link', { name: '高处作业安全' }).click()
    await expect(toast(page, '本课程仅限高处作业班学员学习')).toBeVisible()
    await expect(page).toHaveURL(/\/MyStudy/)
  })

  test('is taken out at once, and back by undo; the counts follow', async ({ page, loginAs, origin, ownAccount }) => {
    await loginAs(ownAccount)
    await collect(page, origin(), [{ kind: 'course', id: '3010' }, { kind: 'course', id: '3012' }, { kind: 'plan', id: '5001' }])
    await page.goto(collection())
    await expect(kind(page, '课程')).toHaveText('课程2')
    const name = (await cards(page).first().getByRole('heading').textContent())!
    await page.getByRole('button', { name: `取消收藏“${name}”` }).click()
    await expect(cards(page)).toHaveCount(1)
    // It stays while the pointer rests on it.
    await toast(page, '已取消收藏').hover()
    // Motion stays under 200 ms, the library's own as well.
    expect(await toast(page, '已取消收藏').evaluate((box) => getComputedStyle(box.closest('li')!).transitionDuration)).toBe('0.16s')
    await expect(kind(page, '课程')).toHaveText('课程1')
    await expect(page.getByRole('button', { name: /^取消收藏/ })).toBeFocused()
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(cards(page)).toHaveCount(2)
    await expect(kind(page, '课程')).toHaveText('课程2')
    await page.reload()
    await expect(cards(page).getByRole('link', { name, exact: true })).toBeVisible()
  })

  test('that was the last one leaves 空空如也', async ({ page, loginAs, origin, ownAccount }) => {
    await loginAs(ownAccount)
    await collect(page, origin(), [{ kind: 'plan', id: '5001' }])
    await page.goto(collection('plan'))
    await page.getByRole('button', { name: '取消收藏“新员工入职培训计划”' }).click()
    await expect(page.getByText('空空如也')).toBeVisible()
    await expect(kind(page, '培训计划')).toHaveText('培训计划0')
    await page.reload()
    await expect(page.getByText('空空如也')).toBeVisible()
  })

  test.describe('when the platform cannot be told', () => {
    test.use({ quiet: [/ERR_FAILED/] })
    test('comes back, and that is said', async ({ page, loginAs, origin, ownAccount }) => {
      await loginAs(ownAccount)
      await collect(page, origin(), [{ kind: 'course', id: '3010' }])
      await page.route('**/api/favourites/item**', (route) => route.abort())
      await page.goto(collection())
      await page.getByRole('button', { name: /^取消收藏/ }).click()
      await expect(toast(page, '接口请求失败')).toBeVisible()
      await expect(cards(page)).toHaveCount(1)
    })
  })
})

test('a collection that fails says so; the other half keeps its count', async ({ page, loginAs, spoil, ownAccount }) => {
  await loginAs(ownAccount)
  const fault = await spoil(ownAccount, 'getMyCollectionCourse', 'error')
  await page.goto(collection())
  await expect(page.getByRole('main').getByRole('alert')).toContainText('收藏加载失败')
  await expect(kind(page, '培训计划')).toHaveText('培训计划0')
  await fault.heal()
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('空空如也')).toBeVisible()
})

test('the heart of a detail and the collection say the same', async ({ page, loginAs, ownAccount }) => {
  await loginAs(ownAccount)
  await page.goto(collection())
  const before = Number((await kind(page, '课程').textContent())!.replace(/\D/g, ''))
  await page.goto('/CurriculumDetil?id=3011')
  await page.getByRole('button', { name: '收藏', exact: true }).click()
  await expect(toast(page, '已加入我的收藏')).toBeVisible()
  await page.goto(collection())
  await expect(kind(page, '课程')).toHaveText(`课程${before + 1}`)
})
