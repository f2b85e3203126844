import { expect, test } from './fixtures'

const result = 'examPlanId=8001&paperId=8200&answerId=89102&instanceId=88102&examType=3'

test('my exams lead to the preparation, which says what the attempt asks', async ({ page, loginAs }) => {
  await loginAs('liming')
  await page.goto('/myTestPapers?kind=theory&name=' + encodeURIComponent('低压电工'))
  const card = page.getByRole('article').filter({ hasText: '低压电工理论考试' })
  await expect(card.getByText('58')).toBeVisible()
  await card.getByRole('link', { name: '立即参加' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '低压电工理论考试' })).toBeVisible()
  await expect(page.getByText('45 分钟内完成 30 题')).toBeVisible()
  await expect(page.getByText('不限次数，已用 2 次')).toBeVisible()
  await page.getByRole('button', { name: '展开' }).first().click()
  await expect(page.getByRole('link', { name: '查看答题详情' })).toBeVisible()
  await page.getByRole('button', { name: '展开' }).click()
  await expect(page.getByRole('button', { name: '收起' })).toHaveCount(1)
})

test('an exam that has not begun refuses to start; a practical one says where it is taken, or that it is passed', async ({ page, loginAs }) => {
  await loginAs('liming')
  await page.goto('/TestDetil?id=8004&examType=1')
  await page.getByRole('button', { name: '开始考试' }).click()
  await expect(page.getByRole('status').filter({ hasText: '考试未开始或考试已结束' })).toBeVisible()
  await page.goto('/TestDetil?id=8007&examType=3')
  await expect(page.getByRole('button', { name: '开始考试' })).toHaveCount(0)
  await expect(page.getByText('考试已通过，不能再次作答')).toBeVisible()
  await page.goto('/myTestPapers?kind=practical')
  await page.getByRole('link', { name: '心肺复苏实操考核' }).click()
  await expect(page).toHaveURL(/\/TestDetil/)
  await expect(page.getByRole('button', { name: '开始考试' })).toHaveCount(0)
  await expect(page.getByText('实操考试请使用移动端参加')).toBeVisible()
})

test('the result leads to the answers, where the ends of the paper say so', async ({ page, loginAs }) => {
  await loginAs('liming')
  await page.goto(`/ResultTest?${result}&userScore=100`)
  await expect(page.getByRole('img', { name: /得 58 分/ })).toBeVisible()
  await page.getByRole('link', { name: '查看答题详情' }).click()
  await page.getByRole('button', { name: '上一题' }).click()
  await expect(page.getByRole('status').filter({ hasText: '已经是第一题了' })).toBeVisible()
  await page.getByRole('button', { name: '第 30 题，答错' }).click()
  await expect(page.getByRole('heading', { name: '第 30 题，共 30 题' })).toBeFocused()
})
