import { getDocument, PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DocumentProblem } from '@/components/study/document/document-problem'
import { steadyFile } from '@/components/study/document/steady-file'

/** A document whose pages lie far apart from each other in its file. */
function pdfOf(pages: number): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => 4 + index * 2)
  const content = (page: number) => `BT /F1 12 Tf 20 20 Td (page ${page}) Tj ET\n%${'x'.repeat(200_000)}\n`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Count ${pages}/Kids[${kids.map((id) => `${id} 0 R`).join(' ')}]>>`, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...kids.flatMap((id, index) => [`<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F1 3 0 R>>>>/Contents ${id + 1} 0 R>>`, `<</Length ${content(index + 1).length}>>stream\n${content(index + 1)}endstream`]),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  return new TextEncoder().encode(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`)
}

const file = pdfOf(6)
/** What the network makes of the next requests for parts: an answer of its own, or none. */
let faults: ((bytes: Uint8Array<ArrayBuffer>) => Response)[] = []
let asked: string[] = []
let off = new AbortController()
let lost: DocumentProblem[] = []

function answer(range: string | null): Response {
  asked.push(range ?? 'whole')
  const [begin, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '')?.slice(1).map(Number) ?? [0, file.length - 1]
  const bytes = file.slice(begin, end! + 1)
  return faults.shift()?.(bytes) ?? new Response(bytes, { status: range ? 206 : 200 })
}
const gone = () => {
  throw new TypeError('Failed to fetch')
}
/** Half of it comes, and then the connection is gone. */
const half = (bytes: Uint8Array<ArrayBuffer>) => new Response(new ReadableStream({
  start: (stream) => {
    stream.enqueue(bytes.slice(0, bytes.length >> 1))
    setTimeout(() => stream.error(new TypeError('network error')))
  },
}), { status: 206 })

beforeEach(() => {
  [faults, asked, lost, off] = [[], [], [], new AbortController()]
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => answer(new Headers(headers).get('range')))
})
afterEach(() => {
  off.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const back = () => window.dispatchEvent(new Event('online'))
const read = (whole: boolean) => steadyFile(PDFDataRangeTransport, { url: '/a.pdf', length: file.length, whole, signal: off.signal, onLost: (problem) => void lost.push(problem) })
const opened = (whole: boolean) => getDocument({ range: read(whole), disableAutoFetch: true, disableStream: !whole, verbosity: 0 })
async function textOf(pdf: Awaited<ReturnType<typeof opened>['promise']>, page: number): Promise<string> {
  const { items } = await (await pdf.getPage(page)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

it.each([['in parts', false], ['from its beginning', true]])('reads a document %s, and what did not come as soon as the network is back', async (_name, whole) => {
  if (whole) faults = [half]
  const task = opened(whole)
  if (whole) setTimeout(back, 50)
  const pdf = await task.promise
  expect(await textOf(pdf, 1)).toBe('page 1')
  faults = [gone, half, () => new Response(null, { status: 503 })]
  const last = textOf(pdf, 6)
  const trying = setInterval(back, 50)
  expect(await last).toBe('page 6')
  expect(await textOf(pdf, 5)).toBe('page 5')
  clearInterval(trying)
  expect(lost).toEqual([])
  await task.destroy()
})

type Got = { begin: number; bytes: Uint8Array | null }
/** The part that is asked for, as it was handed over. */
async function part(begin: number, end: number, waitMs = 0): Promise<Got[]> {
  const transport = read(false)
  const got: Got[] = []
  transport.onDataRange = (at, bytes) => void got.push({ begin: at, bytes })
  transport.requestDataRange(begin, end)
  await vi.advanceTimersByTimeAsync(waitMs)
  return got
}

it('goes on where a connection ended, and takes its part of a file that is sent whole', async () => {
  vi.useFakeTimers()
  faults = [half, () => new Response(file.slice(), { status: 200 })]
  expect(await part(100_000, 100_400, 2_000)).toEqual([{ begin: 100_000, bytes: file.slice(100_000, 100_400) }])
  expect(asked).toEqual(['bytes=100000-100399', 'bytes=100200-100399'])
})

it('makes a connection again that says nothing any more', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_url: string, { headers, signal }: RequestInit) => {
    const reply = answer(new Headers(headers).get('range'))
    if (asked.length > 1) return reply
    return new Promise<Response>((_, fail) => signal!.addEventListener('abort', () => fail(signal!.reason as Error)))
  })
  expect(await part(0, 400, 32_000)).toHaveLength(1)
  expect(asked).toHaveLength(2)
})

it.each<[string, () => Response, number, DocumentProblem, number]>([
  ['half a minute of no network', gone, 31_000, 'network', 7],
  ['an end of the session', () => new Response(null, { status: 401 }), 0, 'denied', 1],
  ['a file that is gone', () => new Response(null, { status: 404 }), 0, 'missing', 1],
])('says that nothing comes any more after %s', async (_name, fault, ms, problem, tries) => {
  vi.useFakeTimers()
  faults = Array.from({ length: 20 }, () => fault)
  expect(await part(0, 400, ms)).toEqual([])
  expect([lost, asked.length]).toEqual([[problem], tries])
})

it('asks for nothing more once it is closed', async () => {
  vi.useFakeTimers()
  faults = Array.from({ length: 20 }, () => gone)
  await part(0, 400, 100)
  off.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([lost, asked.length]).toEqual([[], 1])
})
