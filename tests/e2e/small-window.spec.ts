import type { Page } from '@playwright/test'
import { opened, theory } from './exam-paper'
import { expect, test } from './fixtures'

// A window of 1366 × 620 at 400 %: whatever stays where it is takes the room of what is read.

const small = { width: 341, height: 155 }

/** How much of the window's height is held by what does not go with the page, somewhere in the middle of it. */
const held = (page: Page) => page.evaluate(() => {
  window.scrollTo({ top: Math.min(400, (document.documentElement.scrollHeight - innerHeight) / 2), behavior: 'instant' })
  const stays = (element: Element | null): boolean => element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || stays(element.parentElement))
  return Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y)).filter(stays).length
})

test.describe('in a window at 400 % nothing stays over what is read', () => {
  test.use({ viewport: small })

  test('header, tab bar, and the act of a course', async ({ page, loginAs }) => {
    await loginAs('liming')
    for (const address of ['/Home', '/CurriculumDetil?id=3001']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await expect.poll(() => held(page)).toBe(0)
    }
  })

  test('an exam, whose clock goes with its page', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto(theory)
    await opened(page)
    await expect.poll(() => held(page)).toBe(0)
    await page.getByRole('button', { name: '下一题' }).focus()
    await expect(page.getByRole('button', { name: '下一题' })).toBeInViewport({ ratio: 1 })
  })

  test('an exercise', async ({ page, loginAs, origin }) => {
    await loginAs('sunli', 'hj.localhost')
    await page.goto(`${origin('hj.localhost')}/ToBrushQuestions?subjectId=1430701&subjectName=x&randomCount=30`)
    await expect(page.getByRole('main').locator('label.option').first()).toBeVisible()
    await expect.poll(() => held(page)).toBe(0)
  })

  test('the player with its notes', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/StudyDetil?courseId=3001&chapterId=3101&sectionId=3201')
    const tab = page.getByRole('tab', { name: /^笔记/ })
    await expect(async () => {
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await expect(page.getByRole('textbox', { name: '添加笔记' })).toBeAttached()
    await expect.poll(() => held(page)).toBe(0)
  })
})

for (const [name, viewport] of [['upright', { width: 360, height: 640 }], ['on its side', { width: 640, height: 300 }]] as const) {
  test(`on a phone ${name} the clock of an exam and the way on stay`, async ({ page, loginAs, ownAccount }) => {
    await page.setViewportSize(viewport)
    await loginAs(ownAccount)
    await page.goto(theory)
    await opened(page)
    await expect.poll(() => held(page)).toBeGreaterThan(100)
    await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: '下一题' })).toBeInViewport({ ratio: 1 })
  })
}
