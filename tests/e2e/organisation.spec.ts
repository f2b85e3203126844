import { expect, pressTwice, test } from './fixtures'

const tab = (name: string) => `/MyStudy?tab=${name}`

test.describe('organisation', () => {
  test('a class opens its rankings by hours and by points', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(tab('classes'))
    await page.getByRole('button', { name: /低压电工取证班.*周建国、林海涛.*36 人/s }).click()
    const dialog = page.getByRole('dialog', { name: /低压电工取证班/ })
    await expect(dialog.getByRole('tab', { name: '学时排行' })).toHaveAttribute('aria-selected', 'true')
    await expect(dialog.getByRole('list', { name: '学时排行' }).getByRole('listitem').first()).toContainText('学时')
    await dialog.getByRole('tab', { name: '积分排行' }).click()
    await expect(dialog.getByRole('list', { name: '积分排行' }).getByRole('listitem').first()).toContainText('积分')
    await dialog.getByRole('button', { name: '积分说明' }).click()
    await expect(page.getByRole('dialog', { name: '积分说明' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: /低压电工取证班/ })).toBeVisible()
  })

  test('a learning path is walked by keyboard, and its courses ask before they open', async ({ page, loginAs, axe }) => {
    await loginAs('liming')
    await page.goto(tab('learningPaths'))
    await page.getByRole('button', { name: /电工成长路径.*6 个节点 · 10 门课程/s }).click()
    await expect(page).toHaveURL(/path=2001/)
    const nodes = page.getByRole('list', { name: '路径节点' }).getByRole('button')
    await expect(nodes).toHaveCount(6)
    await nodes.first().focus()
    await page.keyboard.press('Tab')
    await expect(nodes.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(nodes.nth(1)).toHaveAttribute('aria-pressed', 'true')
    expect(await axe(page)).toEqual([])
    // Words over the small covers are as small as two lines of them need.
    const words = page.getByRole('dialog').locator('.cover .words b')
    expect(await words.evaluateAll((all) => all.filter((one) => getComputedStyle(one).fontSize !== '14px').length)).toBe(0)
    await page.getByRole('dialog').getByRole('link', { name: '低压电工作业安全' }).click()
    await expect(page).toHaveURL(/CurriculumDetil\?id=3001&title=/)
    await page.goBack()
    await expect(page.getByRole('dialog', { name: '电工成长路径' })).toBeVisible()
  })

  test('a path is a column at 320 and never scrolls sideways', async ({ page, loginAs }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await loginAs('liming')
    await page.goto(`${tab('learningPaths')}&path=2003`)
    await expect(page.getByRole('list', { name: '路径节点' }).getByRole('button')).toHaveCount(8)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })

  test('a post map is filtered, joined and says what is missing', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto(tab('postMaps'))
    await page.getByRole('navigation', { name: '加入状态' }).getByRole('link', { name: '未加入' }).click()
    await expect(page).toHaveURL(/state=notJoined/)
    await page.getByRole('button', { name: /叉车与起重作业员/ }).click()
    const dialog = page.getByRole('dialog', { name: '叉车与起重作业员' })
    await expect(dialog.getByText('还缺少')).toBeVisible()
    await pressTwice(dialog.getByRole('button', { name: '加入' }))
    await expect(dialog.getByText(/^\d+ 人已加入$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /叉车与起重作业员/ })).toHaveCount(0)
  })
})
