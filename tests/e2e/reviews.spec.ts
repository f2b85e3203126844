import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

const panel = (page: Page) => page.getByRole('region', { name: '课程评价' })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test.describe('the reviews beside a course', () => {
  test('show score, five shares, and page by page what learners say', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/CurriculumDetil?id=3001')
    const shares = panel(page).getByRole('list', { name: '评分分布' }).getByRole('listitem')
    await expect(shares).toHaveCount(5)
    await expect(shares.first()).toContainText(/5 星\s*\d+%/)
    const reviews = panel(page).getByRole('list', { name: '全部评价' }).getByRole('listitem')
    await expect(reviews).toHaveCount(5)
    const first = await reviews.first().textContent()
    await panel(page).getByRole('button', { name: '下一页' }).click()
    await expect(page).toHaveURL(/reviews=2/)
    await expect(panel(page).getByText(/^2 \/ \d+$/)).toBeVisible()
    await expect(reviews.first()).not.toHaveText(first ?? '')
    await page.goBack()
    await expect(reviews.first()).toHaveText(first ?? '')
  })

  test('are refused before completion, in the right words', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/CurriculumDetil?id=3001')
    await panel(page).getByRole('button', { name: '写评价' }).click()
    await expect(toast(page, '您还没有完成课程，不能进行评价')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto('/PlanDetil?id=5001')
    await page.getByRole('region', { name: '计划评价' }).getByRole('button', { name: '写评价' }).click()
    await expect(toast(page, '您还没有完成学习计划，不能进行评价')).toBeVisible()
  })

  test('are written with stars, a counter and a question, and are refused a second time', async ({ page, context, origin, loginAs }) => {
    await loginAs('zhaoqiang')
    const own = async () => (await (await context.request.get(`${origin()}/api/reviews/ratings?kind=course&id=3003`)).json()) as { own: { stars: number } | null } | null
    await page.goto('/CurriculumDetil?id=3003')
    if ((await own())?.own === null) {
      await panel(page).getByRole('button', { name: '写评价' }).click()
      const dialog = page.getByRole('dialog', { name: '评价课程' })
      await dialog.getByRole('button', { name: '提交' }).click()
      await expect(dialog.getByText('请选择 1 到 5 星')).toBeVisible()
      for (const [star, word] of ['非常差', '不太好', '一般', '好', '非常好'].entries()) {
        await dialog.getByRole('radio', { name: `${star + 1} 星` }).check({ force: true })
        await expect(dialog.getByText(word, { exact: true })).toBeVisible()
      }
      await dialog.getByRole('textbox', { name: '评价内容' }).fill('字'.repeat(201))
      await expect(dialog.getByText('评价内容不能超过 200 字')).toBeVisible()
      await dialog.getByRole('textbox', { name: '评价内容' }).fill('讲得很清楚')
      await expect(dialog.getByText('5 / 200')).toBeVisible()
      await dialog.getByRole('button', { name: '提交' }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('不能修改')
      await question.getByRole('button', { name: '确定' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await expect(panel(page).getByRole('heading', { name: '我的评价' })).toBeVisible()
    await expect(panel(page).getByRole('button', { name: '写评价' })).toHaveCount(0)
    const again = await context.request.post(`${origin()}/api/reviews/item`, { headers: { origin: origin() }, data: { kind: 'course', id: '3003', stars: 1, text: '' } })
    expect(again.status()).toBe(409)
    expect(await again.json()).toMatchObject({ error: { message: '您已评价，不能修改' } })
  })
})
