import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

/** A phone held upright and on its side. */
const phones = [{ width: 360, height: 740 }, { width: 740, height: 360 }]

/** How far what is on the stage is from each edge of the window. */
const gaps = (page: Page) => page.getByRole('main').first().evaluate((stage) => {
  const { left, top, right, bottom } = stage.firstElementChild!.getBoundingClientRect()
  return [left, top, innerWidth - right, innerHeight - bottom].map(Math.round)
})
const isFullScreen = (page: Page) => page.evaluate(() => document.fullscreenElement?.id === 'main')

// A second launch of courseware would close the first, of another test.
const contents = [['a video', 'chapterId=3101&sectionId=3201', 'liming'], ['a document', 'chapterId=3101&sectionId=3202', 'liming'], ['courseware', 'chapterId=3102&sectionId=3203', 'zhaoqiang']] as const

for (const [kind, place, account] of contents) {
  test(`${kind} fills the full screen of a phone, also where the browser has none, and gives it back`, async ({ page, loginAs }) => {
    await loginAs(account)
    await page.goto(`/StudyDetil?courseId=3001&${place}`)
    const stage = page.getByRole('main').first()
    const fill = stage.getByRole('button', { name: '全屏', exact: true })
    const leave = stage.getByRole('button', { name: '退出全屏' })
    await expect(fill).toBeVisible({ timeout: 30_000 })
    for (const phone of phones) {
      await page.setViewportSize(phone)
      await fill.press('Enter')
      await expect.poll(() => isFullScreen(page)).toBe(true)
      await expect.poll(() => gaps(page)).toEqual([0, 0, 0, 0])
      await leave.press('Enter')
      await expect.poll(() => isFullScreen(page)).toBe(false)
      await expect.poll(() => gaps(page)).not.toEqual([0, 0, 0, 0])
    }
    await page.evaluate(() => Object.defineProperty(Element.prototype, 'requestFullscreen', { value: undefined }))
    await fill.press('Enter')
    for (const phone of phones) {
      await page.setViewportSize(phone)
      await expect.poll(() => gaps(page)).toEqual([0, 0, 0, 0])
    }
  })
}

test('an exam that comes into a full screen fills it', async ({ page, loginAs, ownAccount }) => {
  await page.setViewportSize(phones[0]!)
  await loginAs(ownAccount)
  await page.goto('/StudyDetil?planId=5002&itemId=5114')
  const stage = page.getByRole('main')
  await expect(stage.getByText('最好成绩')).toBeVisible({ timeout: 30_000 })
  await stage.evaluate((box) => box.requestFullscreen())
  await expect.poll(() => gaps(page)).toEqual([0, 0, 0, 0])
})

test('the film of a practical exam fills a large phone on its side that has no full screen', async ({ page, loginAs }) => {
  await page.setViewportSize({ width: 932, height: 430 })
  await loginAs('liming')
  await page.goto('/practicalDetail?examPlanId=8007&paperId=828007&examInstanceId=88139&QuestionGroupActualId=9008&examAnswerActualDetailId=9801')
  await page.evaluate(() => Object.defineProperty(Element.prototype, 'requestFullscreen', { value: undefined }))
  const film = page.locator('[data-playing]').first()
  await film.getByRole('button', { name: '全屏', exact: true }).press('Enter', { timeout: 30_000 })
  await expect.poll(() => film.boundingBox()).toEqual({ x: 0, y: 0, width: 932, height: 430 })
})
