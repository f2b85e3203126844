import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures'

/** Opens a page whose scripts come only after its first sight, and tells how far what is seen has moved until `part` is there, as browsers count it. */
async function movedUntil(page: Page, address: string, part: Locator): Promise<number> {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (seen.moved += (entry as unknown as { value: number }).value))).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
  await page.goto(address)
  await expect(part).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return page.evaluate(() => (window as unknown as { moved: number }).moved)
}

test.use({ viewport: { width: 360, height: 740 } })

test('the strip of visited pages moves nothing when it comes', async ({ page, loginAs }) => {
  await loginAs('liming')
  await page.goto('/Home')
  await page.evaluate(() => localStorage.setItem('visited-views', 'on'))
  expect(await movedUntil(page, '/myCurriculum', page.getByRole('navigation', { name: '访问过的页面' }))).toBeLessThan(0.01)
})

test('the exercise that was left moves nothing when it comes', async ({ page, loginAs, origin }) => {
  await loginAs('sunli', 'hj.localhost')
  await page.goto(`${origin('hj.localhost')}/ToBrushQuestions?subjectId=1430701&subjectName=x&randomCount=30`)
  await expect(page.locator('#question')).toBeVisible()
  // Below it a row of categories is folded, which moves a little by itself.
  expect(await movedUntil(page, `${origin('hj.localhost')}/BrushExercises`, page.getByRole('link', { name: '继续练习' }))).toBeLessThan(0.05)
})
