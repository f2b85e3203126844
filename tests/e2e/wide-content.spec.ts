import type { Page } from '@playwright/test'
import { opened, option, theory } from './exam-paper'
import { expect, test } from './fixtures'

// Texts of a platform may be wider than any phone: they scroll inside themselves, and the page never goes sideways.

test.use({ viewport: { width: 360, height: 760 }, quiet: [/Failed to load resource/] })

const table = `<table><tr>${Array.from({ length: 8 }, (_, at) => `<td>单元格内容${at}</td>`).join('')}</tr></table>`
const pre = '<pre>const aVeryLongLineOfCode = thatDoesNotBreak(anywhere, becauseIt, isPreformatted)</pre>'
const math = `<math>${'<mi>x</mi><mo>+</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>+</mo>'.repeat(20)}</math>`
const picture = '<img src="/nothing.png" width="900" height="300" alt="一张很长的图片说明">'
const word = 'a'.repeat(80)
const widths = [table, pre, `<p>甲 ${math} 乙</p>`, picture, word]
type Question = { content: string; options: { content: string }[] }

function widen(question: Question): void {
  question.content = `<p>题目 ${math} 后</p>${table}${pre}<p>${picture}</p><p>${word}</p>`
  for (const [at, one] of question.options.entries()) one.content = widths[at] ?? word
}

/** What stands out of the page to the right without being inside something that scrolls. */
const standsOut = (page: Page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth
  const scrolls = (element: Element): boolean => element !== document.body && (/auto|scroll/.test(getComputedStyle(element).overflowX) || (element.parentElement !== null && scrolls(element.parentElement)))
  const out = [...document.querySelectorAll('main *')].filter((element) => element.getBoundingClientRect().right > width + 1 && !(element.parentElement && scrolls(element.parentElement)))
  return { sideways: document.documentElement.scrollWidth - width, out: out.map(({ tagName, className }) => `${tagName} ${String(className)}`) }
})

test('wide questions and options of a paper stay inside a phone, and a table in an option scrolls there', async ({ page, loginAs, ownAccount }) => {
  await page.route('**/api/attempts/start', async (route) => {
    const reply = await route.fetch()
    const outcome = (await reply.json()) as { attempt: { questions: Question[] } }
    for (const question of outcome.attempt.questions) widen(question)
    await route.fulfill({ json: outcome })
  })
  await loginAs(ownAccount)
  await page.goto(theory)
  await opened(page)
  expect(await standsOut(page)).toEqual({ sideways: 0, out: [] })
  const inner = option(page, 0).locator('table')
  await inner.evaluate((element) => element.scrollBy({ left: 200, behavior: 'instant' }))
  expect(await inner.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
  await inner.click()
  await expect(option(page, 0).getByRole('radio')).toBeChecked()
})

test('wide questions of an exercise stay inside a phone', async ({ page, loginAs, origin }) => {
  await page.route('**/api/practice/draw', async (route) => {
    const reply = await route.fetch()
    const draw = (await reply.json()) as { questions: Question[] }
    for (const question of draw.questions) widen(question)
    await route.fulfill({ json: draw })
  })
  await loginAs('sunli', 'hj.localhost')
  await page.goto(`${origin('hj.localhost')}/ToBrushQuestions?subjectId=1430701&subjectName=x&randomCount=30`)
  await expect(page.getByRole('main').locator('label.option').first()).toBeVisible()
  expect(await standsOut(page)).toEqual({ sideways: 0, out: [] })
  await option(page, 0).click({ position: { x: 20, y: 20 } })
  const submit = page.getByRole('button', { name: '提交本题' })
  if (await submit.isVisible()) await submit.click()
  await expect(page.getByText('正确答案').first()).toBeVisible()
  expect(await standsOut(page)).toEqual({ sideways: 0, out: [] })
})
