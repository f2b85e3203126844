import { expect, test } from './fixtures'

test.describe('what was done elsewhere shows when a page comes back by the back button', () => {
  test('a message that was read is no unread one any more', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto('/MyStudy?thisId=1&state=unread')
    const rows = page.getByRole('list', { name: '我的消息' }).getByRole('listitem')
    const before = await rows.count()
    expect(before).toBeGreaterThan(0)
    const words = await rows.first().getByRole('link').innerText()
    await rows.first().getByRole('link').click()
    await expect(page).toHaveURL(/message=/)
    await page.goBack()
    await expect(rows).toHaveCount(before - 1)
    await expect(rows.filter({ hasText: words })).toHaveCount(0)
  })
})
