import { expect, test } from './fixtures'

test('an exam of a plan is where the learner is from then on, and begins the plan', async ({ page, loginAs, ownAccount }) => {
  await loginAs(ownAccount)
  const begun = page.waitForResponse('**/api/study/start')
  await page.goto('/StudyDetil?planId=5002&itemId=5114')
  const reply = await begun
  expect(reply.ok()).toBe(true)
  expect(reply.request().postDataJSON()).toMatchObject({ kind: 'exam', place: { planId: '5002', itemId: '5114' } })
  await page.goto('/PlanDetil?id=5002')
  await page.getByRole('main').getByRole('button', { name: '继续学习' }).first().click()
  await expect(page).toHaveURL(/\/StudyDetil\?.*itemId=5114/)
})
