import { expect, test } from './fixtures'

test.describe('learning data', () => {
  test('shows eight figures, the own level and all ten levels', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/MyStudy')
    await expect(page.getByRole('heading', { level: 1, name: '学习数据' })).toBeAttached()
    const facts = page.getByRole('list', { name: '基础数据' }).getByRole('listitem')
    await expect(facts).toHaveCount(8)
    for (const text of ['学分', '学时', '积分', '参加课程', '参加计划', '可参加考试', '加入班级', '未读消息']) await expect(facts.filter({ hasText: text }).first()).toContainText(/\d/)
    await page.getByRole('button', { name: /^等级说明/ }).click()
    const levels = page.getByRole('dialog', { name: '等级说明' }).getByRole('listitem')
    await expect(levels).toHaveCount(10)
    await expect(levels.nth(3)).toContainText('江湖少侠')
    await expect(levels.nth(3)).toContainText('至少 600 积分')
  })

  test('has four rankings in its address; points explain themselves', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/MyStudy')
    const rows = page.getByRole('list', { name: '学时排行' }).getByRole('listitem')
    await expect(rows).toHaveCount(11)
    await expect(rows.first()).toContainText('赵强')
    await expect(rows.last()).toContainText('李明')
    await expect(rows.last()).toContainText('14')
    const kinds = page.getByRole('navigation', { name: '排行类型' })
    for (const [name, word] of [['积分排行', '积分'], ['证书排行', '张证书'], ['错题排行', '道错题']] as const) {
      await kinds.getByRole('link', { name }).click()
      await expect(page).toHaveURL(/ranking=/)
      await expect(page.getByRole('list', { name }).getByRole('listitem').first()).toContainText(word)
    }
    await kinds.getByRole('link', { name: '积分排行' }).click()
    await page.getByRole('button', { name: '积分说明' }).click()
    await expect(page.getByRole('dialog', { name: '积分说明' })).toContainText('通过一个小节')
    await page.reload()
    await expect(kinds.getByRole('link', { name: '积分排行' })).toHaveAttribute('aria-current', 'page')
  })
})

test.describe('the ranking beside a course', () => {
  test('shows six, the own place as NO.n, and more in a dialog', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/CurriculumDetil?id=3001')
    const panel = page.getByRole('region', { name: '学时排行' })
    await expect(panel.getByRole('listitem')).toHaveCount(7)
    await expect(panel.getByRole('img', { name: /^第 [123] 名$/ })).toHaveCount(3)
    await expect(panel.getByRole('listitem').last()).toContainText(/李明.*NO\.\d+/)
    await panel.getByRole('button', { name: '更多' }).click()
    const dialog = page.getByRole('dialog', { name: /排行榜/ })
    await expect(dialog.getByRole('listitem')).not.toHaveCount(0)
    await dialog.getByRole('tab', { name: '积分排行' }).click()
    await expect(dialog.getByRole('list', { name: '积分排行' }).getByRole('listitem').first()).toContainText('积分')
  })
})

test.describe('the ledger of study time', () => {
  test('adds up to the hours of the course, and is found from course and player', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/CurriculumDetil?id=3001')
    await page.getByRole('link', { name: '学时明细' }).click()
    await expect(page).toHaveURL(/\/StudyTime\?courseId=3001/)
    await expect(page.getByRole('heading', { level: 1, name: '学时明细 · 低压电工作业安全' })).toBeVisible()
    const minutes = async (text: string | null) => Number(/([\d,]+) 分钟/.exec(text ?? '')?.[1]?.replace(',', '') ?? 0)
    const table = page.getByRole('region', { name: '各小节学时' })
    const parts = await Promise.all((await table.locator('tbody tr td:nth-of-type(1)').allTextContents()).map(minutes))
    expect(await minutes(await table.locator('tfoot td').first().textContent())).toBe(parts.reduce((sum, part) => sum + part, 0))
  })
})
