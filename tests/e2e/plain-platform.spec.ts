import { isSaved, opened, option, saveLine, theory } from './exam-paper'
import { expect, test } from './fixtures'

// Organisations bring platforms of their own, which know the contract and none of our additions: everything works there too.

const screens = [
  '/Home', '/myCurriculum', '/CurriculumDetil?id=3001', '/CurriculumDetil?id=3001&tab=catalogue', '/StudyTime?courseId=3001', '/myPlanList', '/PlanDetil?id=5001&tab=catalogue', '/Curriculum', '/myTestPapers',
  '/TestDetil?id=8001&examType=1', '/TestDetil?id=8006&examType=2', '/MyStudy', '/MyStudy?tab=messages', '/MyStudy?tab=mistakes', '/MyStudy?tab=certificates', '/MyStudy?tab=learningPaths', '/MyStudy?tab=postMaps',
]

test('seventeen screens are whole', async ({ page, loginAs, ownAccount, spoil }) => {
  test.setTimeout(240_000)
  await loginAs(ownAccount)
  await spoil(ownAccount, '.', 'plain')
  for (const path of screens) {
    const reply = await page.goto(path)
    expect(reply!.status(), path).toBe(200)
    await expect(page.getByRole('main').locator('[aria-busy="true"]'), path).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('alert'), path).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: '重试' }), path).toHaveCount(0)
  }
})

test('an exam is taken: answers are saved one by one, outlive a reload, and are handed in', async ({ page, loginAs, ownAccount, spoil }) => {
  await loginAs(ownAccount)
  await spoil(ownAccount, '.', 'plain')
  await page.goto(theory)
  await opened(page)
  await option(page, 0).click()
  await page.getByRole('button', { name: '下一题' }).click()
  await option(page, 1).click()
  await isSaved(page)
  await page.reload()
  await opened(page)
  await expect(page.getByRole('complementary')).toContainText(/已答\s*2/)
  await expect(option(page, 1).getByRole('radio')).toBeChecked()
  await expect(saveLine(page)).toHaveAttribute('data-save', 'saved')
  await page.getByRole('button', { name: '交卷', exact: true }).click()
  await page.getByRole('button', { name: '确认交卷' }).click()
  await expect(page).toHaveURL(/\/ResultTest/, { timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('低压电工理论考试')
  await page.getByRole('link', { name: '查看答题详情' }).click()
  await expect(page.getByText('我的答案', { exact: false }).first()).toBeVisible()
})

test('an exercise is judged, goes on after a reload in this browser, and has its result', async ({ page, loginAs, spoil, origin }) => {
  // Whose answers no other test needs: what is spoilt is so in every tenant that has the name.
  await loginAs('learner007', 'hj.localhost')
  await spoil('learner007', '.', 'plain')
  await page.goto(`${origin('hj.localhost')}/ToBrushQuestions?subjectId=1430701&subjectName=x&randomCount=30`)
  await expect(option(page, 0)).toBeVisible()
  const cells = page.getByRole('complementary').locator('.cell.right, .cell.wrong')
  const before = await cells.count()
  await page.keyboard.press('a')
  const submit = page.getByRole('button', { name: '提交本题' })
  if (await submit.isVisible()) await submit.click()
  await expect(page.getByText('正确答案').first()).toBeVisible()
  await expect(cells).toHaveCount(before + 1)
  await page.reload()
  await expect(cells).toHaveCount(before + 1)
  await page.getByRole('button', { name: '结束练习' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '结束练习' }).click()
  await expect(page).toHaveURL(/\/BrushRecord\?.*endedAt=/)
  await expect(page.getByText('1 题').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '答错的题' })).toBeVisible()
  const other = page.url().replace(/endedAt=[^&]+/, 'endedAt=2026-01-02T03%3A04%3A05.000Z')
  await page.goto(other)
  await expect(page.getByText('2026/01/02 11:04')).toBeVisible()
  await expect(page.getByRole('heading', { name: '答错的题' })).toHaveCount(0)
})

test('a section opens and its study begins', async ({ page, loginAs, ownAccount, spoil }) => {
  await loginAs(ownAccount)
  await spoil(ownAccount, '.', 'plain')
  const begun = page.waitForResponse((reply) => reply.url().includes('/api/study/') && reply.request().method() === 'POST')
  await page.goto('/StudyDetil?courseId=3001&chapterId=3101&sectionId=3201')
  await expect(page.getByRole('region', { name: /用电安全概述/ })).toBeVisible()
  expect((await begun).ok()).toBe(true)
})
