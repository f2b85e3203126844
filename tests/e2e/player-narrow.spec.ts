import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

const video = '/StudyDetil?courseId=3001&chapterId=3101&sectionId=3201'

/** The buttons of the player, over the picture and below it, that cannot be pressed in their middle. */
const covered = (page: Page) => page.locator('[data-playing] button').evaluateAll((buttons) => buttons.flatMap((button) => {
  const { left, top, width, height } = button.getBoundingClientRect()
  return width === 0 || button.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ? [] : [button.getAttribute('aria-label') ?? button.textContent]
}))

for (const width of [320, 360]) {
  test(`what is said over a video of ${width} and the controls below it leave each other room`, async ({ page, context, origin, loginAs, ownAccount }) => {
    await page.setViewportSize({ width, height: 640 })
    await loginAs(ownAccount)
    await context.request.post(`${origin()}/api/enrolment/start`, { headers: { origin: origin() }, data: { kind: 'course', id: '3001' } })

    await context.addCookies([{ name: 'lang', value: 'en', url: origin() }])
    await page.route('**/video/7001/**', (route) => route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body: 'no playlist' }))
    await page.goto(video)
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 30_000 })
    expect(await covered(page)).toEqual([])

    await context.addCookies([{ name: 'lang', value: 'ja', url: origin() }])
    await page.unroute('**/video/7001/**')
    await page.goto(video)
    await expect.poll(() => page.locator('video').evaluate(({ duration }: HTMLVideoElement) => duration), { timeout: 30_000 }).toBeGreaterThan(1)
    await page.locator('[data-playing] button').first().click()
    await expect(page.locator('[data-playing="true"]')).toBeVisible()
    await page.locator('video').evaluate((film: HTMLVideoElement) => {
      film.currentTime = film.duration - 0.2
    })
    await expect(page.getByText('このセクションの動画は終わりです')).toBeVisible({ timeout: 30_000 })
    expect(await covered(page)).toEqual([])
  })
}
