import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

const address = '/StudyDetil?courseId=3001&chapterId=3102&sectionId=3205'

/** Puts the steps into their right order, with the buttons, and finishes. */
async function doTheTask(simulation: Page) {
  const steps = simulation.locator('li.step')
  await expect(steps).toHaveCount(6)
  const order = () => steps.evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.step)))
  for (let at = await order(), wrong = at.findIndex((step, place) => step !== place); wrong >= 0; at = await order(), wrong = at.findIndex((step, place) => step !== place)) {
    await steps.nth(at.indexOf(wrong)).locator('[data-by="-1"]').click()
  }
  await simulation.getByRole('button', { name: '完成操作' }).click()
}

// Both are about the same section of the same learner.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ loginAs }) => {
  test.setTimeout(120_000)
  await loginAs('zhaoqiang')
})

test('a section jumps to its simulation, follows it, and records the result', async ({ page, context, axe }) => {
  const opened = context.waitForEvent('page', { timeout: 60_000 })
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.getByText('即将跳转仿真页面....')).toBeVisible({ timeout: 45_000 })
  const strip = page.getByRole('list', { name: '仿真状态' })
  await expect(strip).toBeVisible()
  const simulation = await opened
  // The window opens empty and is led to the simulation.
  await simulation.waitForURL(/simulation/)
  await simulation.waitForLoadState()
  await expect(strip.locator('[aria-current="step"]')).toContainText(/已打开|进行中/)
  expect(await simulation.evaluate(() => window.opener)).toBeNull()
  expect(await axe(page)).toEqual([])
  await doTheTask(simulation)
  await expect(simulation.getByText('成绩已送回学习平台，可以回到学习页面。')).toBeVisible()
  await simulation.close()
  await expect(page.getByText('成绩已记录')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('得分 100')).toBeVisible()
})

test('a blocked window leaves a button, and a window closed without a result says so', async ({ page, context }) => {
  await page.addInitScript(() => {
    const open = window.open.bind(window)
    let pressedAt = -Infinity
    window.addEventListener('click', ({ timeStamp }) => (pressedAt = timeStamp), true)
    // As the browser's own blocker does it: nothing opens without a press. (What tests ask of a page counts as a press for the browser.)
    window.open = (...given) => (performance.now() - pressedAt < 5_000 ? open(...given) : null)
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.getByText('浏览器拦截了新窗口')).toBeVisible({ timeout: 60_000 })
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: '打开仿真' }).click()
  const simulation = await opened
  await expect(simulation.getByRole('button', { name: '完成操作' })).toBeVisible()
  await simulation.close()
  const strip = page.getByRole('list', { name: '仿真状态' })
  await expect(strip.locator('[aria-current="step"]')).toContainText('未收到成绩', { timeout: 20_000 })
  await expect(page.getByRole('button', { name: '再次查询成绩' })).toBeVisible()
})
