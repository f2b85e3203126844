import { readFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp, { type Sharp } from 'sharp'
import { pictureOfPage } from '../support/pdf-picture'
import { expect, test } from './fixtures'

/** A picture as a coarse grid of greys: near enough that two faces of one letter are the same. */
async function coarse(picture: Sharp): Promise<number[]> {
  const { data } = await picture.flatten({ background: 'white' }).greyscale().blur(3).resize(140, 140, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  return [...data]
}

/** How alike two pictures are, from -1 to 1. */
function likeness(one: number[], other: number[]): number {
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const [a, b] = [mean(one), mean(other)]
  const product = (left: number[], right: number[], p: number, q: number) => left.reduce((sum, value, index) => sum + (value - p) * (right[index]! - q), 0)
  return product(one, other, a, b) / Math.sqrt(product(one, one, a, a) * product(other, other, b, b))
}

const mine = '/MyStudy?tab=certificates'

test.describe('certificates', () => {
  test('stand by year, open as printed, and are saved as PDF', async ({ page, loginAs, axe }) => {
    await loginAs('zhaoqiang')
    await page.goto(mine)
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^\d{4} 年\d+ 张$/)
    const card = page.getByRole('button', { name: /高压开关柜/ })
    await expect(card).toContainText(/获得日期 \d{4}-\d\d-\d\d.*有效期至 \d{4}-\d\d-\d\d/)
    await card.click()
    const dialog = page.getByRole('dialog', { name: '证书详情' })
    await expect(dialog.locator('[data-layout=horizontal] [data-role=name]')).toHaveText(/^高压开关柜.*…$/)
    await expect(dialog.locator('dl')).toContainText('高压开关柜、变压器与继电保护装置的运行维护、定期试验及典型故障综合分析与应急处置实务')
    expect(await axe(page)).toEqual([])
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: '下载 PDF' }).click()])
    expect(file.suggestedFilename()).toMatch(/^GY-\d{4}-\d+\.pdf$/)
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(dialog).toBeHidden()
    await expect(card).toBeFocused()
  })

  for (const lang of ['zh', 'en', 'ja']) {
    test(`look the same in the dialog and as PDF, in ${lang}`, async ({ page, loginAs, context, origin }) => {
      await loginAs('zhaoqiang')
      await context.addCookies([{ name: 'lang', value: lang, url: origin() }])
      const layouts = new Set<string>()
      for (const name of [/高压开关柜/, /焊接工艺基础/]) {
        await page.goto(mine)
        await page.getByRole('button', { name }).click()
        const paper = page.getByRole('dialog').locator('svg[data-layout]')
        layouts.add((await paper.getAttribute('data-layout'))!)
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('dialog').getByRole('button', { name: /PDF/ }).click()])
        const document = await getDocument({ data: new Uint8Array(readFileSync(await file.path())), useSystemFonts: false, verbosity: 0 }).promise
        const { data, width, height } = await pictureOfPage(document, await document.getPage(1), 1.5)
        const printed = await coarse(sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } }))
        const shown = await coarse(sharp(await paper.screenshot()))
        expect(likeness(shown, printed)).toBeGreaterThan(0.97)
      }
      expect([...layouts].toSorted()).toEqual(['horizontal', 'vertical'])
    })
  }

  test('are checked by anybody who holds the code, and by nobody else', async ({ page, loginAs, browser, request }) => {
    await loginAs('liming')
    await page.goto(mine)
    await page.getByRole('button', { name: /焊接工艺基础/ }).click()
    const href = (await page.getByRole('link', { name: '验证证书' }).getAttribute('href'))!
    const stranger = await browser.newContext({ locale: 'en-US' })
    const visit = await stranger.newPage()
    await visit.goto(href)
    await expect(visit).toHaveURL(/\/en\/certificate\//)
    await expect(visit.getByRole('heading', { level: 2, name: 'Valid' })).toBeVisible()
    await expect(visit.locator('dl')).toContainText('李明')
    await expect(visit.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await stranger.close()
    const code = href.split('/').at(-1)!
    for (const wrong of ['9401', 'HN-2025-009401', code.slice(0, -1), code.toUpperCase(), `${code}0`, '%2e%2e%2flogin']) {
      expect((await request.get(`/certificate/${wrong}`)).status(), wrong).toBe(404)
    }
    expect((await request.get(`/certificate/${code}`, { headers: { host: new URL(href).host.replace('localhost', 'bgy.localhost') } })).status()).toBe(404)
    expect((await request.get('/api/certificates/pdf?id=9401')).status()).toBe(401)
  })

  test('of others are not made into a PDF', async ({ page, loginAs }) => {
    await loginAs('wangfang')
    await page.goto(mine)
    await expect(page.getByText('空空如也')).toBeVisible()
    for (const id of ['9401', '../1', '']) expect([400, 404]).toContain((await page.request.get(`/api/certificates/pdf?id=${encodeURIComponent(id)}`)).status())
  })
})
