import { expect, handsOn, test } from './fixtures'

test('the book keeps kinds apart, shows a question whole, and gives back what was taken out', async ({ page, loginAs }) => {
  await loginAs('liming')
  await page.goto('/MyStudy?tab=mistakes&source=practice')
  const items = page.getByRole('list', { name: '错题列表' }).getByRole('listitem').filter({ has: page.getByRole('button', { name: '查看' }) })
  const before = await items.count()
  await items.first().getByRole('button', { name: '查看' }).click()
  await expect(page.getByRole('dialog').getByText('正确答案').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await items.first().getByRole('button', { name: '移除错题' }).click()
  await expect(page.getByRole('status').filter({ hasText: '移除错题成功' })).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(items).toHaveCount(before)
  await page.goto('/MyStudy?tab=mistakes&source=simulation')
  await expect(page.getByRole('navigation', { name: '题型' })).toHaveCount(0)
})

test('another window follows what is taken out of the book, counts and all', async ({ page, context, loginAs }) => {
  await loginAs('liming')
  // Another kind than the test above takes questions of.
  const address = '/MyStudy?tab=mistakes&source=simulation'
  await page.goto(address)
  const other = await context.newPage()
  await other.goto(address)
  await handsOn(other)
  const tab = (where: typeof page) => where.locator('nav[aria-label="错题类型"] a').filter({ hasText: '仿真错题' })
  const count = Number(/\d+/.exec((await tab(page).textContent())!)![0])
  await page.getByRole('button', { name: '查看' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '移除错题' }).click()
  for (const where of [page, other]) await expect(tab(where)).toHaveText(`仿真错题${count - 1}`)
  await dialog.getByRole('button', { name: '加入错题' }).click()
  for (const where of [page, other]) await expect(tab(where)).toHaveText(`仿真错题${count}`)
})
