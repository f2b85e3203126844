import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

const player = '/StudyDetil?courseId=3001&chapterId=3101&sectionId=3201'

/** Opens the notes; a press before the page has its scripts goes unheard. */
async function openNotes(page: Page) {
  const tab = page.getByRole('tab', { name: /^笔记/ })
  await expect(async () => {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
}

test.describe('notes in the player', () => {
  test('lead back to their moment, pressed when the stream has told its length and nothing else', async ({ page, loginAs }) => {
    await loginAs('liming')
    let release = () => {}
    const pressed = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/train\/file\/video\/.+\.(mp4|m4s)$/, async (route) => {
      await pressed
      await route.continue()
    })
    await page.goto(player)
    await openNotes(page)
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => [element.duration > 27, element.readyState]), { timeout: 30_000 }).toEqual([true, 0])
    const notes = page.getByRole('list', { name: '我的笔记' }).getByRole('listitem')
    await notes.filter({ hasText: '跨步电压' }).getByRole('button', { name: '回到 00:27' }).click()
    release()
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => [element.readyState > 0, Math.round(element.currentTime)]), { timeout: 30_000 }).toEqual([true, 27])
    // Until the first picture is there and nothing moves it any more.
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.seeking ? null : Math.round(element.currentTime))).toBe(27)
  })

  test('begin at the beginning of a video that was seen to its end', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto(player)
    await openNotes(page)
    await expect(page.getByRole('textbox', { name: '添加笔记' })).toHaveAttribute('placeholder', '在 00:00 处记一笔', { timeout: 30_000 })
  })

  test('are written, kept as a draft, changed and deleted after a question', async ({ page, context, origin, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await context.request.post(`${origin()}/api/enrolment/start`, { headers: { origin: origin() }, data: { kind: 'course', id: '3001' } })
    await page.goto(player)
    await openNotes(page)
    const field = page.getByRole('textbox', { name: '添加笔记' })
    await page.getByRole('button', { name: '添加笔记' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '添加笔记不能为空' })).toBeVisible()
    const text = `停电、验电、接地 ${Date.now()}`
    await field.fill(text)
    await page.reload()
    await openNotes(page)
    await expect(field).toHaveValue(text)
    await page.getByRole('button', { name: '添加笔记' }).click()
    const note = page.getByRole('list', { name: '我的笔记' }).getByRole('listitem').filter({ hasText: text })
    await expect(note).toBeVisible()
    await expect(field).toHaveValue('')
    await note.getByRole('button', { name: /^修改笔记/ }).click()
    await page.getByRole('textbox', { name: '修改笔记' }).fill(`${text}，挂牌`)
    await page.getByRole('button', { name: '保存' }).click()
    const changed = page.getByRole('list', { name: '我的笔记' }).getByRole('listitem').filter({ hasText: `${text}，挂牌` })
    await expect(changed).toBeVisible()
    await changed.getByRole('button', { name: /^删除笔记/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expect(page.getByRole('status').filter({ hasText: '删除笔记成功' })).toBeVisible()
    await expect(changed).toHaveCount(0)
  })
})
