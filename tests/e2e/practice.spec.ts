import { expect, test } from './fixtures'

test.use({ quiet: [/404 \(Not Found\)/] })

test('an exercise goes on where it stopped after a reload, and ends in its result', async ({ page, loginAs, origin }) => {
  await loginAs('sunli', 'hj.localhost')
  await page.goto(`${origin('hj.localhost')}/BrushExercises`)
  await page.getByRole('article').filter({ hasText: '共 12 题' }).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('将练习全部 12 题')).toBeVisible()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/ToBrushQuestions\?.*drawId=/)
  await page.keyboard.press('a')
  const submit = page.getByRole('button', { name: '提交本题' })
  if (await submit.isVisible()) await submit.click()
  await expect(page.getByText('正确答案').first()).toBeVisible()
  const text = await page.locator('#question').textContent()
  await page.reload()
  await expect(page.locator('#question')).toHaveText(text!)
  await expect(page.getByText('正确答案').first()).toBeVisible()
  await page.getByRole('button', { name: '结束练习' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '结束练习' }).click()
  await expect(page).toHaveURL(/\/BrushRecord\?/)
  await expect(page.getByText('12 题').first()).toBeVisible()
})

test('the exercise centre belongs to its edition only', async ({ page, loginAs }) => {
  await loginAs('liming')
  expect((await page.goto('/BrushExercises'))?.status()).toBe(404)
})
