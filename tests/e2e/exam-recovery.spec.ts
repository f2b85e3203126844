import type { Page } from '@playwright/test'
import type { AttemptRef, ExamPlace, StartOutcome } from '@/lib/domain/attempts'
import { contest, isSaved, opened, option, saveLine, theory } from './exam-paper'
import { expect, test } from './fixtures'

// Networks are cut on purpose.
test.use({ quiet: [/Failed to load resource|Failed to fetch/] })

const doors = '**/api/attempts/*'
const preparation = '/TestDetil?id=8001'

/** Starts the exam on its preparation page; gives back which attempt that is, and how it is handed in from another device. */
async function startExam(page: Page, origin: string): Promise<{ ref: AttemptRef; handInElsewhere: () => Promise<void> }> {
  const started = page.waitForResponse('**/api/attempts/start')
  await page.getByRole('button', { name: /^(开始考试|继续作答)$/ }).click()
  const reply = await started
  const { learnerId, place } = reply.request().postDataJSON() as { learnerId: string; place: ExamPlace }
  const outcome = (await reply.json()) as StartOutcome
  if (!outcome.started) throw new Error(outcome.words)
  const { ref, standing } = outcome.attempt
  await opened(page)
  const handInElsewhere = async () => {
    const data = { learnerId, place, ref, epoch: standing.epoch, by: 'learner' }
    expect((await page.context().request.post(`${origin}/api/attempts/hand-in`, { headers: { origin }, data })).ok()).toBe(true)
  }
  return { ref, handInElsewhere }
}

test('a confirmed hand-in outlives a reload while the server cannot be reached', async ({ page, loginAs, ownAccount }) => {
  await loginAs(ownAccount)
  await page.goto(theory)
  await opened(page)
  await option(page, 0).click()
  await isSaved(page)
  await page.route(doors, (route) => route.abort())
  await page.getByRole('button', { name: '交卷', exact: true }).click()
  await page.getByRole('button', { name: '确认交卷' }).click()
  await expect(page.getByText('网络恢复后会自动交卷', { exact: false })).toBeVisible()
  await page.reload()
  await expect(page.getByText('网络恢复后会自动交卷', { exact: false })).toBeVisible()
  await page.unroute(doors)
  await expect(page).toHaveURL(/\/ResultTest/, { timeout: 30_000 })
})

test.describe('on a device whose clock is half a minute fast', () => {
  test('a paper that was reloaded without the server is not handed in before its time', async ({ page, loginAs, ownAccount, origin }) => {
    await page.clock.install({ time: new Date(Date.now() + 30_000) })
    await page.clock.resume()
    await loginAs(ownAccount)
    const started = page.waitForResponse('**/api/attempts/start').then(() => Date.now())
    await page.goto(theory)
    await opened(page)
    const since = await started
    const shown = async () => {
      const [hours = 0, minutes = 0, seconds = 0] = (await page.getByRole('timer').innerText()).split(':').map(Number)
      return (hours * 60 + minutes) * 60 + seconds
    }
    // However long the machine takes: the wrong clock would be off by its half minute.
    const off = async () => Math.abs((await shown()) - (45 * 60 - (Date.now() - since) / 1_000))
    await expect.poll(off).toBeLessThan(10)
    await page.route(doors, (route) => route.abort())
    await page.reload()
    await opened(page)
    await expect.poll(off).toBeLessThan(10)
    await page.unroute(doors)
    await page.clock.fastForward(1_000)
    await option(page, 0).click()
    await isSaved(page)
    await expect.poll(off).toBeLessThan(10)
    expect(new URL(page.url()).origin).toBe(origin())
  })
})

test('the result of a paper that is still open is refused in words, in the page’s language', async ({ page, loginAs, ownAccount }) => {
  await loginAs(ownAccount)
  const start = page.waitForResponse('**/api/attempts/start')
  await page.goto(theory)
  const { attempt } = (await (await start).json()) as { attempt: { ref: { attemptId: string; answerId: string } } }
  const { attemptId, answerId } = attempt.ref
  await page.context().addCookies([{ name: 'lang', value: 'en', url: page.url() }])
  for (const path of ['ResultTest', 'ZuoDaXiangQing']) {
    await page.goto(`/${path}?examPlanId=8001&paperId=8200&instanceId=${attemptId}&answerId=${answerId}&examType=3`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The paper has not been submitted')
  }
})

test('a paper without questions says so and leads back', async ({ page, loginAs, ownAccount }) => {
  await loginAs(ownAccount)
  await page.route('**/api/attempts/start', async (route) => {
    const reply = await route.fetch()
    const outcome = (await reply.json()) as { attempt: { questions: unknown[] } }
    outcome.attempt.questions = []
    await route.fulfill({ json: outcome })
  })
  await page.goto(contest)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('试卷没有题目')
  await expect(page.getByRole('link', { name: '返回' })).toHaveAttribute('href', /^\/TestDetil/)
})

test('going forward to an exam that was handed in meanwhile begins no other attempt, starting it again does', async ({ page, loginAs, ownAccount, origin }) => {
  await loginAs(ownAccount)
  await page.goto(preparation)
  const first = await startExam(page, origin())
  await page.goBack()
  await expect(page).toHaveURL(/\/TestDetil/)
  await first.handInElsewhere()
  await page.goForward()
  await expect(page.getByText('试卷已提交', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: '返回考试准备' }).click()
  const second = await startExam(page, origin())
  expect(second.ref.attemptId).not.toBe(first.ref.attemptId)
})

test('answers of an earlier attempt that did not get through stay within reach when the next one has begun', async ({ page, loginAs, ownAccount, origin }) => {
  await loginAs(ownAccount)
  await page.goto(preparation)
  const first = await startExam(page, origin())
  await page.route('**/api/attempts/answers', (route) => route.abort())
  await option(page, 0).click()
  await expect(saveLine(page)).toHaveAttribute('data-save', /device|offline/)
  await page.goto(preparation)
  await first.handInElsewhere()
  await page.reload()
  await startExam(page, origin())
  await expect(page.getByRole('alert').getByText(/^上一次作答中/)).toBeVisible()
  await page.goto(preparation)
  const left = page.getByRole('region', { name: '有答案没有送达服务器' })
  await expect(left.getByText('第 1 题：A')).toBeVisible()
  await left.getByRole('button', { name: '删除这些答案' }).click()
  await page.getByRole('alertdialog', { name: '确定删除这些答案吗？' }).getByRole('button', { name: '删除这些答案' }).click()
  await expect(left).toBeHidden()
})

test('going back from an exam and forward to it again is leaving it once', async ({ page, loginAs, ownAccount }) => {
  await loginAs(ownAccount)
  await page.goto('/TestDetil?id=8002')
  const start = page.getByRole('button', { name: /^(开始考试|继续作答)$/ })
  await start.click()
  await opened(page)
  const used = (count: number) => expect(page.getByRole('complementary').getByText(`已用 ${count} / 3 次`)).toBeVisible()
  await used(0)
  await page.goBack()
  await expect(start).toBeVisible()
  // Less than a second away is nothing.
  const since = await page.evaluate(() => performance.now())
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(since + 1_500)
  await page.goForward()
  await page.getByRole('alertdialog', { name: '切屏提醒' }).getByRole('button', { name: '知道了' }).click()
  await used(1)
})
