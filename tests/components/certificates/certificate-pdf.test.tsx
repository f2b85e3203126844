// @vitest-environment node
import jsQR from 'jsqr'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { certificatePdf } from '@/components/certificates/pdf/certificate-pdf'
import { sheetOf } from '@/lib/domain/certificate-sheet'
import { certificateWords, localDay, type PrintedCertificate } from '@/lib/domain/certificates'
import type { Locale } from '@/lib/domain/locale'
import { qrPath } from '@/lib/domain/qr'
import { tenantTokens } from '@/lib/domain/tenant-colour'
import en from '@/messages/en/certificates.json'
import ja from '@/messages/ja/certificates.json'
import zh from '@/messages/zh/certificates.json'

const messages = { zh, en, ja }
const address = 'https://train.example.com/certificate/5093310ab6f5e02c2a04697e51404be32e27f53b'
const base: PrintedCertificate = {
  name: '焊接工艺基础', learnerName: '李明', workNumber: 'A0001', number: 'HN-2025-001877', issuer: '东岭电力培训中心', logoUrl: null,
  obtainedAt: '2025-11-02T15:00:00+08:00', validity: { kind: 'permanent' }, layout: 'horizontal',
}

async function print(given: Partial<PrintedCertificate>, locale: Locale) {
  const certificate = { ...base, ...given }
  const t = createTranslator({ locale, messages: messages[locale] })
  const sheet = sheetOf(certificate, certificateWords(certificate, t, localDay))
  const pdf = await certificatePdf({ sheet, code: qrPath(address), logo: null, title: certificate.name, author: certificate.issuer, tokens: tenantTokens(null), locale })
  const document = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 }).promise
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  const [, , width, height] = page.view as [number, number, number, number]
  const lines: { text: string; left: number; right: number; baseline: number; size: number }[] = []
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue
    const [size, , , , left, y] = item.transform as [number, number, number, number, number, number]
    const before = lines.at(-1)
    // Runs of another face are pieces of one line.
    if (before && Math.abs(before.baseline - (height - y)) < 0.1 && Math.abs(left - before.right) < 3) Object.assign(before, { text: before.text + item.str, right: left + item.width })
    else lines.push({ text: item.str, left, right: left + item.width, baseline: height - y, size })
  }
  return { sheet, pages: document.numPages, size: { width, height }, find: (text: string) => lines.find((line) => line.text.trim() === text), text: items.map((item) => ('str' in item ? item.str : '')).join('') }
}

describe('the PDF of a certificate', () => {
  it.each([
    ['zh', 'horizontal', { name: '高压开关柜、变压器与继电保护装置的运行维护、定期试验及典型故障综合分析与应急处置实务' }],
    ['zh', 'vertical', { name: '高压开关柜、变压器与继电保护装置的运行维护、定期试验及典型故障综合分析与应急处置实务' }],
    ['en', 'horizontal', { learnerName: 'Abdulaziz bin Muhammad al-Karim ibn Yusuf at-Tabrizi' }],
    ['en', 'vertical', { validity: { kind: 'months', months: 36 } }],
    ['ja', 'horizontal', { learnerName: '渡邉 龍之介', validity: { kind: 'until', date: '2027-03-01T23:59:59+08:00' } }],
    ['ja', 'vertical', { workNumber: null }],
  ] as [Locale, 'horizontal' | 'vertical', Partial<PrintedCertificate>][])('in %s, %s, has every line in its box', async (locale, layout, given) => {
    const { sheet, pages, size, find, text: all } = await print({ ...given, layout }, locale)
    expect(pages).toBe(1)
    expect(size).toEqual({ width: sheet.width, height: sheet.height })
    for (const { text, x, baseline, size: letters, anchor, width } of sheet.texts) {
      const line = find(text)
      expect(line, `${text} in ${all}`).toBeDefined()
      expect(Math.abs(line!.baseline - baseline), text).toBeLessThan(1)
      expect(Math.abs((anchor === 'middle' ? (line!.left + line!.right) / 2 : line!.left) - x), text).toBeLessThan(1.5)
      expect(line!.size, text).toBeCloseTo(letters, 1)
      expect(line!.right - line!.left, text).toBeLessThanOrEqual(width)
    }
  }, 60_000)

  it('takes letters that one face lacks from the other', async () => {
    const { text } = await print({ learnerName: '𠮷田 龘㛃·买买提' }, 'zh')
    for (const letter of '𠮷田龘㛃买提') expect(text, letter).toContain(letter)
  }, 60_000)
})

describe('the code on it', () => {
  it('leads to the check page', async () => {
    const { size, path } = qrPath(address)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${size + 8} ${size + 8}" width="400" height="400" shape-rendering="crispEdges"><rect x="-4" y="-4" width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`
    const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(address)
  })
})
