import { expect, test } from './fixtures'

// What is not there, and an exercise that is nobody's, is said so by the doors too.
test.use({ quiet: [/404 \(Not Found\)|409 \(Conflict\)/] })

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

test('two windows of one exercise show the same answers and end together', async ({ page, context, loginAs, origin }) => {
  await loginAs('sunli', 'hj.localhost')
  await page.goto(`${origin('hj.localhost')}/ToBrushQuestions?subjectId=1430701&subjectName=x&randomCount=30`)
  await expect(page).toHaveURL(/drawId=/)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.locator('#question')).toHaveText((await page.locator('#question').textContent())!)
  await page.keyboard.press('a')
  const submit = page.getByRole('button', { name: '提交本题' })
  if (await submit.isVisible()) await submit.click()
  const answered = /^第 1 题，(正确|错误)/
  await expect(page.getByRole('button', { name: answered })).toBeVisible()
  await expect(other.getByRole('button', { name: answered })).toBeVisible()
  await page.getByRole('button', { name: '结束练习' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '结束练习' }).click()
  await expect(page).toHaveURL(/\/BrushRecord\?/)
  await expect(other).toHaveURL(/\/BrushRecord\?/)
  await expect(other.getByText('1 题', { exact: true }).first()).toBeVisible()
})

test('an exercise that was left is found again in the exercise centre; addresses of nothing show nothing', async ({ page, loginAs, origin }) => {
  await loginAs('sunli', 'hj.localhost')
  const at = (path: string) => page.goto(`${origin('hj.localhost')}${path}`)
  await at('/ToBrushQuestions?subjectId=1430701&subjectName=x&randomCount=30&drawId=987654321')
  await expect(page).not.toHaveURL(/drawId=987654321/)
  const text = await page.locator('#question').textContent()
  await at('/BrushExercises?path=nonsense')
  await page.getByRole('link', { name: '继续练习' }).click()
  await expect(page.locator('#question')).toHaveText(text!)
  for (const subjectId of ['987654321', 'nonsense']) {
    await at(`/ToBrushQuestions?subjectId=${subjectId}&randomCount=100`)
    await expect(page.getByText('空空如也')).toBeVisible()
  }
})

test('the exercise centre belongs to its edition only', async ({ page, loginAs }) => {
  await loginAs('liming')
  expect((await page.goto('/BrushExercises'))?.status()).toBe(404)
})
