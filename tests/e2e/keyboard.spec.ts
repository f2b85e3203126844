import type { Locator, Page } from '@playwright/test'
import { expect, password, test } from './fixtures'

// The ten main tasks with nothing but Tab, Enter, Space, arrows, Escape and letters: what the focus reaches is seen, and never under a bar.

const MOST_STEPS = 120

/** Goes on by Tab until this has the focus; then it must be seen. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const has = () => target.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < MOST_STEPS && !(await has()); step += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
  const isSeen = () => target.evaluate((element) => {
    const { left, top, width, height } = (element.closest('label') ?? element).getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there !== null && (element.contains(there) || there.contains(element) || Boolean(element.closest('label')?.contains(there)))
  })
  await expect.poll(isSeen).toBe(true)
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const userMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^用户菜单/ })
const asked = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog'))

/** Opens the user menu and goes down to one of its entries. */
async function chooseInMenu(page: Page, name: string): Promise<void> {
  await press(page, userMenu(page))
  const entry = page.getByRole('menuitem', { name, exact: true }).or(page.getByRole('menuitemradio', { name, exact: true }))
  await expect(entry).toBeVisible()
  for (let step = 0; step < 20 && !(await entry.evaluate((element) => element === document.activeElement)); step += 1) await page.keyboard.press('ArrowDown')
  await expect(entry).toBeFocused()
  await page.keyboard.press('Enter')
}

test.describe('by keyboard alone one can', () => {
  test('log in', async ({ page }) => {
    await page.goto('/login')
    await reach(page, page.getByLabel('账号', { exact: true }))
    await page.keyboard.type('liming')
    await reach(page, page.getByLabel('密码', { exact: true }))
    await page.keyboard.type(password)
    await press(page, page.getByRole('checkbox', { name: '我已阅读并同意隐私政策' }), 'Space')
    await press(page, button(page, '登录'))
    await expect(page).toHaveURL(/\/Home$/)
  })

  test('skip to the contents, and find a course', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/Home')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '跳到主要内容' })).toBeFocused()
    await press(page, page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '课程库' }))
    await expect(page.getByRole('heading', { level: 1, name: '课程库' })).toBeFocused()
    const course = page.getByRole('list', { name: /库列表$/ }).getByRole('article').first().getByRole('link').first()
    await press(page, course)
    await expect(page).toHaveURL(/\/CurriculumDetil\?/)
  })

  test('search a library', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/Curriculum')
    await reach(page, page.getByRole('searchbox', { name: '课程名称' }))
    await page.keyboard.type('焊接')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/name=/)
    await expect(page.getByRole('list', { name: /库列表$/ }).getByRole('heading').first()).toContainText('焊接')
  })

  test('study a section: play and pause', async ({ page, context, origin, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await context.request.post(`${origin()}/api/enrolment/start`, { headers: { origin: origin() }, data: { kind: 'course', id: '3001' } })
    await page.goto('/StudyDetil?courseId=3001&chapterId=3101&sectionId=3201')
    await expect(page.getByRole('group', { name: '学习时间' }).first()).toContainText('视频未播放', { timeout: 30_000 })
    const paused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
    await press(page, button(page, '播放').first(), 'Space')
    await expect.poll(paused).toBe(false)
    await press(page, button(page, '暂停').first(), 'Space')
    await expect.poll(paused).toBe(true)
  })

  test('collect a course, and let it go again', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto('/CurriculumDetil?id=3001')
    await press(page, button(page, '收藏'))
    await expect(button(page, '取消收藏')).toBeVisible()
    await press(page, button(page, '取消收藏'))
    await expect(button(page, '收藏')).toBeVisible()
  })

  test('take an exam to its end', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto('/ToTestIng?examPlanId=8001&paperId=8200&examType=3&answerTime=45')
    await expect(page.getByRole('timer')).toHaveText(/^\d\d:\d\d:\d\d$/, { timeout: 30_000 })
    await press(page, page.getByRole('main').getByRole('radio').first(), 'Space')
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
    await press(page, button(page, '下一题'))
    await expect(page.getByText('2 / 30')).toBeVisible()
    await press(page, button(page, '交卷'))
    const ask = page.getByRole('alertdialog', { name: '您当前题目未作答，是否交卷？' })
    await press(page, ask.getByRole('button', { name: '交卷' }))
    await press(page, page.getByRole('alertdialog', { name: '交卷前检查' }).getByRole('button', { name: '确认交卷' }))
    await expect(page).toHaveURL(/\/ResultTest\?/, { timeout: 30_000 })
  })

  test('begin an exam on its preparation page, think better of handing it in, and go on where one was', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto('/TestDetil?id=8001')
    await press(page, button(page, /^(开始考试|继续作答)$/))
    await expect(page.getByRole('timer')).toHaveText(/^\d\d:\d\d:\d\d$/, { timeout: 30_000 })
    await expect(page.getByRole('heading', { level: 2, name: /^第 1 题/ })).toBeFocused()
    await press(page, button(page, '交卷'))
    await press(page, asked(page).getByRole('button', { name: '交卷' }))
    await press(page, page.getByRole('alertdialog', { name: '交卷前检查' }).getByRole('button', { name: '继续作答' }))
    await expect(button(page, '交卷')).toBeFocused()
  })

  test('practise', async ({ page, loginAs, origin }) => {
    await loginAs('sunli', 'hj.localhost')
    await page.goto(`${origin('hj.localhost')}/BrushExercises`)
    await press(page, page.getByRole('article').filter({ hasText: '共 12 题' }).getByRole('button'))
    await press(page, page.getByRole('dialog').getByRole('button', { name: '确定' }))
    await expect(page).toHaveURL(/\/ToBrushQuestions\?.*drawId=/)
    await press(page, page.getByRole('main').getByRole('radio').or(page.getByRole('main').getByRole('checkbox')).first(), 'Space')
    await press(page, button(page, '结束练习'))
    await press(page, page.getByRole('alertdialog').getByRole('button', { name: '结束练习' }))
    await expect(page).toHaveURL(/\/BrushRecord\?/)
  })

  test('read a message, and come back to where one was', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/MyStudy?thisId=1')
    await press(page, page.getByRole('main').getByRole('listitem').filter({ has: page.getByRole('time') }).getByRole('link').first())
    await expect(page).toHaveURL(/message=/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await press(page, page.getByRole('link', { name: '返回消息列表' }))
    await expect(page.getByRole('heading', { level: 1, name: '我的消息' })).toBeFocused()
  })

  test('change the language, or think better of it', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto('/Home')
    await chooseInMenu(page, 'English')
    await expect(asked(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(asked(page)).toBeHidden()
    await expect(userMenu(page)).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
    await chooseInMenu(page, 'English')
    await press(page, asked(page).getByRole('button', { name: '确定' }))
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('log out', async ({ page, loginAs, ownAccount }) => {
    await loginAs(ownAccount)
    await page.goto('/Home')
    await chooseInMenu(page, '退出登录')
    await press(page, asked(page).getByRole('button', { name: '确定' }))
    await expect(page).toHaveURL(/\/login/)
  })
})
