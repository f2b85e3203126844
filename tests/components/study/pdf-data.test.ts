import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterEach, expect, it, vi } from 'vitest'
import { PdfData, readsBytes } from '@/components/study/document/pdf-data'

afterEach(() => vi.unstubAllGlobals())

/** A document whose one line stands in no font of its own: it is read with a character map of pdf.js. */
function japanese(): Uint8Array {
  const content = 'BT /F1 12 Tf 20 20 Td <82A0> Tj ET'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[4 0 R]>>',
    '<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/90ms-RKSJ-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4>>>>]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>', `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]
  return new TextEncoder().encode(`%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer<</Root 1 0 R>>`)
}

it('brings what a document needs to browsers that cannot read an answer as bytes', async () => {
  expect(readsBytes()).toBe(true)
  vi.stubGlobal('Response', class { arrayBuffer() {} })
  expect(readsBytes()).toBe(false)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const data = readFileSync(fileURLToPath(new URL(`../../..${url.replace('/pdf/', '/node_modules/pdfjs-dist/')}`, import.meta.url)))
    return { ok: true, status: 200, arrayBuffer: async () => data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) }
  })
  const task = getDocument({ data: japanese(), cMapUrl: '/pdf/cmaps/', cMapPacked: true, standardFontDataUrl: '/pdf/standard_fonts/', wasmUrl: '/pdf/wasm/', BinaryDataFactory: PdfData, verbosity: 0 })
  const { items } = await (await (await task.promise).getPage(1)).getTextContent()
  expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toBe('あ')
  expect(asked).toContain('/pdf/cmaps/90ms-RKSJ-H.bcmap')
  vi.stubGlobal('fetch', async () => ({ ok: false, status: 404 }))
  await expect(new PdfData({ cMapUrl: '/a/', standardFontDataUrl: '/b/', wasmUrl: '/c/' }).fetch({ kind: 'wasmUrl', filename: 'x.wasm' })).rejects.toThrow('x.wasm: 404')
  await task.destroy()
})
