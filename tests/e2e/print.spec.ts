import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pictureOfPage } from '../support/pdf-picture'
import { expect, test } from './fixtures'

/** Without blanks, and each letter as it is written: fonts give the radical that looks the same. */
const plain = (text: string) => text.normalize('NFKC').replace(/\s/g, '')
const white = ['255 255 255']

/** What comes out of the printer: the words of each sheet, and the shades of grey and colour along its edges, all round. */
async function sheets(page: Page): Promise<{ words: string; edges: string[] }[]> {
  const document = await getDocument({ data: new Uint8Array(await page.pdf({ format: 'A4' })), useSystemFonts: false, verbosity: 0 }).promise
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  return Promise.all(numbers.map(async (number) => {
    const sheet = await document.getPage(number)
    const { items } = await sheet.getTextContent()
    const { data, width, height } = await pictureOfPage(document, sheet, 0.25)
    const places = Array.from({ length: width * height }, (_, at) => at).filter((at) => at % width < 2 || at % width >= width - 2 || at < 2 * width || at >= (height - 2) * width)
    return { words: plain(items.map((item) => ('str' in item ? item.str : '')).join('')), edges: [...new Set(places.map((at) => data.slice(at * 4, at * 4 + 3).join(' ')))] }
  }))
}

test('a dialog is printed whole, on white, without the page below it', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: '隐私政策' }).click()
  const headings = page.getByRole('dialog').getByRole('heading', { level: 3 })
  await expect(headings).toHaveCount(11)
  const printed = await sheets(page)
  const words = printed.map((sheet) => sheet.words).join('')
  for (const heading of await headings.allTextContents()) expect(words).toContain(plain(heading))
  expect(words).toContain('提起诉讼')
  expect(words).not.toContain('忘记密码')
  expect(printed.map(({ edges }) => edges)).toEqual(printed.map(() => white))
})

test('a dialog over a long page takes no more sheets than it needs, and the uppermost of two is printed alone', async ({ page, loginAs }) => {
  await loginAs('zhaoqiang')
  await page.goto('/MyStudy')
  await page.getByRole('button', { name: /等级/ }).first().click()
  await expect(page.getByRole('dialog', { name: '等级说明' })).toBeVisible()
  const levels = await sheets(page)
  expect(levels.map(({ words }) => words)).toEqual([expect.stringMatching(/^等级说明/)])
  await page.goto('/CurriculumDetil?id=3001')
  await page.getByRole('region', { name: '课程评价' }).getByRole('button', { name: '写评价' }).click()
  await page.getByRole('radio', { name: '5 星' }).check({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: '提交' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const [question, ...more] = await sheets(page)
  expect(more).toEqual([])
  expect(question).toEqual({ words: expect.stringContaining('不能修改'), edges: white })
  expect(question!.words).not.toContain('评价课程')
})

test('the total of the study time in detail stands once, at the end', async ({ page, loginAs }) => {
  await loginAs('liming')
  await page.goto('/StudyTime?planId=5001')
  const printed = await sheets(page)
  expect(printed.length).toBeGreaterThan(1)
  expect(printed.map(({ words }) => words.includes('合计'))).toEqual(printed.map((_, at) => at === printed.length - 1))
})
