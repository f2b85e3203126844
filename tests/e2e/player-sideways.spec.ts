import { expect, test } from './fixtures'

test('on a phone on its side the catalogue is below the stage, and not under it', async ({ page, loginAs }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await loginAs('liming')
  await page.goto('/StudyDetil?courseId=3001&chapterId=3101&sectionId=3201')
  await expect(page.getByRole('group', { name: '学习时间' }).first()).toContainText(/计时中|视频未播放/, { timeout: 30_000 })
  const next = page.getByRole('link', { name: '安全规程手册' })
  await next.focus()
  const isOnTop = () => next.evaluate((link) => {
    const { left, top, width, height } = link.getBoundingClientRect()
    return link.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  await expect.poll(isOnTop).toBe(true)
})
