// @vitest-environment node
import { Font } from '@react-pdf/renderer'
import jsQR from 'jsqr'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { createTranslator } from 'use-intl/core'
import { describe, expect, it, vi } from 'vitest'
import { certificatePdf } from '@/components/certificates/pdf/certificate-pdf'
import { sheetOf } from '@/lib/domain/certificate-sheet'
import { certificateWords, localDay, type PrintedCertificate } from '@/lib/domain/certificates'
import type { Locale } from '@/lib/domain/locale'
import { qrPath } from '@/lib/domain/qr'
import { tenantTokens } from '@/lib/domain/tenant-colour'
import en from '@/messages/en/certificates.json'
import ja from '@/messages/ja/certificates.json'
import zh from '@/messages/zh/certificates.json'
import { pictureOfPage, type PagePicture } from '../../support/pdf-picture'

const messages = { zh, en, ja }
const address = 'https://train.example.com/certificate/5093310ab6f5e02c2a04697e51404be32e27f53b'
const base: PrintedCertificate = {
  name: '焊接工艺基础', learnerName: '李明', workNumber: 'A0001', number: 'HN-2025-001877', issuer: '东岭电力培训中心', logoUrl: null,
  obtainedAt: '2025-11-02T15:00:00+08:00', validity: { kind: 'permanent' }, layout: 'horizontal',
}

/** Pixels to a point, enough for the code to be read and for hairs to be seen. */
const SCALE = 2
type Box = { left: number; top: number; right: number; bottom: number }

/** The part of a picture inside a box, as numbers from 0 (paper) to 255 (ink). */
function inkOf({ width, data }: PagePicture, { left, top, right, bottom }: Box): number[] {
  const ink: number[] = []
  for (let y = Math.round(top * SCALE); y < Math.round(bottom * SCALE); y += 1) {
    for (let x = Math.round(left * SCALE); x < Math.round(right * SCALE); x += 1) ink.push(255 - Math.min(...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)))
  }
  return ink
}
const most = (ink: number[]) => ink.reduce((one, other) => Math.max(one, other), 0)

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
    // Runs of another face are pieces of one line; a blank between them is a run without ink.
    const gap = before && Math.abs(before.baseline - (height - y)) < 0.1 ? left - before.right : Number.NaN
    if (before && gap > -3 && gap < size * 0.4) Object.assign(before, { text: before.text + (gap < 3 ? '' : ' ') + item.str, right: left + item.width })
    else lines.push({ text: item.str, left, right: left + item.width, baseline: height - y, size })
  }
  return { sheet, picture: await pictureOfPage(document, page, SCALE), pages: document.numPages, size: { width, height }, find: (text: string) => lines.find((line) => line.text.trim() === text), text: items.map((item) => ('str' in item ? item.str : '')).join('') }
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
    const { sheet, picture, pages, size, find, text: all } = await print({ ...given, layout }, locale)
    expect(pages).toBe(1)
    expect(size).toEqual({ width: sheet.width, height: sheet.height })
    for (const { text, x, baseline, size: letters, anchor, width } of sheet.texts) {
      const line = find(text)
      expect(line, `${text} in ${all}`).toBeDefined()
      expect(Math.abs(line!.baseline - baseline), text).toBeLessThan(1)
      expect(Math.abs((anchor === 'middle' ? (line!.left + line!.right) / 2 : line!.left) - x), text).toBeLessThan(1.5)
      expect(line!.size, text).toBeCloseTo(letters, 1)
      expect(line!.right - line!.left, text).toBeLessThanOrEqual(width)
      expect(most(inkOf(picture, { left: line!.left, right: line!.right, top: baseline - letters, bottom: baseline + letters * 0.3 })), text).toBeGreaterThan(120)
    }
    // What is drawn: lines, frames, corners and the code; everything else is paper.
    const drawn = [
      ...sheet.texts.map(({ text, baseline, size: letters }) => ({ left: find(text)!.left - 1, right: find(text)!.right + 1, top: baseline - letters * 1.1, bottom: baseline + letters * 0.4 })),
      { left: sheet.code.x - 1, right: sheet.code.x + sheet.code.width + 1, top: sheet.code.y - 1, bottom: sheet.code.y + sheet.code.height + 1 },
      { left: sheet.width / 2 - 92, right: sheet.width / 2 + 92, top: layout === 'vertical' ? 211 : 161, bottom: layout === 'vertical' ? 225 : 175 },
    ]
    for (let y = 100; y < sheet.height - 100; y += 1) {
      for (let x = 34; x < sheet.width - 34; x += 1) {
        if (drawn.some((box) => x >= box.left - 1 && x < box.right && y >= box.top - 1 && y < box.bottom)) continue
        if (most(inkOf(picture, { left: x, right: x + 1, top: y, bottom: y + 1 })) > 24) expect.fail(`ink where none belongs: ${x}, ${y}`)
      }
    }
    const { x, y, width: side } = sheet.code
    const around = { left: x - 12, top: y - 12, right: x + side + 12, bottom: y + side + 3 }
    const bright = inkOf(picture, around).flatMap((ink) => [255 - ink, 255 - ink, 255 - ink, 255])
    const across = Math.round(around.right * SCALE) - Math.round(around.left * SCALE)
    expect(jsQR(new Uint8ClampedArray(bright), across, bright.length / 4 / across)?.data).toBe(address)
  }, 60_000)

  it.each([
    ['zh', '𠮷田 龘㛃䶮·买买提', '𠮷田 龘㛃䶮·买买提'],
    ['en', 'Łukasz Ğül Đorđević Nguyễn', 'Łukasz Ğül Đorđević Nguyễn'],
    ['ja', '髙橋 さくら 渡邉', '髙橋 さくら 渡邉'],
    // No face has these: an empty square says so, where the engine would print some other letter.
    ['zh', '김철수', '□□□'],
    ['en', 'Қанат 👩🏽‍🔧', '□анат □'],
  ] as [Locale, string, string][])('in %s prints the name %s as %s', async (locale, learnerName, shown) => {
    const { find, picture } = await print({ learnerName }, locale)
    const line = find(shown)
    expect(line).toBeDefined()
    // Each letter has ink of its own, and none of it lies on another's.
    const { left, right, baseline, size } = line!
    const strip = { top: baseline - size, bottom: baseline + size * 0.3 }
    expect(most(inkOf(picture, { ...strip, left, right }))).toBeGreaterThan(180)
    expect(most(inkOf(picture, { ...strip, left: left - 40, right: left - 2 }))).toBe(0)
    expect(most(inkOf(picture, { ...strip, left: right + 2, right: right + 40 }))).toBe(0)
  }, 60_000)
})

describe('the faces', () => {
  it('are opened only where a letter needs them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const isOpen = (fontFamily: string) => Boolean(Font.getFont({ fontFamily, fontWeight: 600, fontStyle: 'normal' }).data)
    try {
      await print({}, 'zh')
      vi.advanceTimersByTime(60_000)
      await print({}, 'zh')
      expect(['Noto Sans SC', 'Noto Sans JP'].map(isOpen)).toEqual([true, false])
      vi.advanceTimersByTime(60_000)
      await print({ learnerName: '髙橋 さくら 渡邉' }, 'ja')
      expect(isOpen('Noto Sans JP')).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  }, 60_000)

  it('are let go a minute after the last certificate, and open again for the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const isOpen = () => Boolean(Font.getFont({ fontFamily: 'Noto Sans SC', fontWeight: 600, fontStyle: 'normal' }).data)
      const papers = [print({}, 'zh'), print({}, 'en')]
      await Promise.all(papers)
      expect(isOpen()).toBe(true)
      vi.advanceTimersByTime(59_000)
      expect(isOpen()).toBe(true)
      vi.advanceTimersByTime(1_000)
      expect(isOpen()).toBe(false)
      expect((await print({}, 'zh')).find('李明')).toBeDefined()
    } finally {
      vi.useRealTimers()
    }
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
