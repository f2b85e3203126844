import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

/** A page is seen, and its scripts are still on their way until the returned is called. */
async function withLateScripts(page: Page, path: string): Promise<() => void> {
  let come = () => {}
  const there = new Promise<void>((done) => (come = done))
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await there
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return come
}

test.describe('what is pressed while a page cannot do anything yet is done when it can', () => {
  test('an exam begins', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    const begun: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/attempts/start') && begun.push(request.method()))
    const come = await withLateScripts(page, '/TestDetil?id=8003&examType=3')
    await page.getByRole('button', { name: '开始考试' }).click()
    // Whoever waits presses again, and means the same.
    await page.getByRole('button', { name: '开始考试' }).click()
    expect(begun).toEqual([])
    come()
    await expect(page).toHaveURL(/\/ToTestIng\?/)
    await expect.poll(() => begun).toEqual(['POST'])
  })

  test('a menu opens, and a link leads where it leads at once', async ({ page, loginAs }) => {
    await loginAs('liming')
    const come = await withLateScripts(page, '/Home')
    await page.getByRole('button', { name: /用户菜单/ }).click()
    come()
    await expect(page.getByRole('menu')).toBeVisible()
    await withLateScripts(page, '/Home')
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '我的考试' }).click()
    await expect(page).toHaveURL(/\/myTestPapers/)
  })
})
