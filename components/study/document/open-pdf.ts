import type { PDFDocumentProxy } from 'pdfjs-dist'
import { DocumentError, problemOfStatus, type DocumentProblem } from '@/components/study/document/document-problem'
import { PdfData, readsBytes } from '@/components/study/document/pdf-data'
import { steadyFile } from '@/components/study/document/steady-file'
import { fileHead } from '@/components/study/file-head'

/** Who is told how the file comes. */
type PdfTold = { onProgress: (percent: number) => void; /** What is not here yet comes no more: whatever needs it would wait for ever. */ onLost: (problem: DocumentProblem) => void }

export type OpenPdf = { pdf: PDFDocumentProxy; TextLayer: typeof import('pdfjs-dist').TextLayer }

/** From this size on only the parts that are looked at are fetched. */
const LARGE_BYTES = 10 * 1024 * 1024
/** A file of no more than this comes whole. */
const SMALL_BYTES = 128 * 1024
const SILENCE_MS = 45_000
const MAX_IMAGE_PIXELS = 64_000_000
const CANVAS_BYTES_OF_PHONES = 5_242_880 * 4

const isModern = () => 'withResolvers' in Promise && 'groupBy' in Object && typeof Worker !== 'undefined' && typeof ReadableStream !== 'undefined'

/** Opens a PDF by address with a worker of its own; `signal` stops and closes it. Fails with a `DocumentError`. */
export async function openPdf(url: string, signal: AbortSignal, told: PdfTold): Promise<OpenPdf> {
  const { sizeBytes, isPdf, hasParts } = await ask(url, signal)
  if (!isPdf) throw new DocumentError('unsupported')
  if (!isModern()) throw new DocumentError('oldBrowser')
  // The builds for older browsers, both: the others open nothing in a browser that is a few months old.
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs').catch(() => {
    throw new DocumentError('network')
  })
  signal.throwIfAborted()
  const thread = new Worker(new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url), { type: 'module' })
  const worker = pdfjs.PDFWorker.create({ port: thread })
  const isLarge = sizeBytes > LARGE_BYTES
  const off = new AbortController()
  const broken = Promise.withResolvers<never>()
  const lose = (problem: DocumentProblem) => {
    broken.reject(new DocumentError(problem))
    told.onLost(problem)
  }
  const range = hasParts && sizeBytes > SMALL_BYTES && steadyFile(pdfjs.PDFDataRangeTransport, { url, length: sizeBytes, whole: !isLarge, signal: off.signal, onLost: lose })
  const task = pdfjs.getDocument({
    // What cannot be had in parts comes whole before it is shown.
    ...(range ? { range } : { url, disableRange: true }),
    worker, cMapUrl: '/pdf/cmaps/', cMapPacked: true, standardFontDataUrl: '/pdf/standard_fonts/', wasmUrl: '/pdf/wasm/', iccUrl: '/pdf/iccs/',
    ...(readsBytes() ? {} : { BinaryDataFactory: PdfData }),
    disableAutoFetch: isLarge, disableStream: isLarge, maxImageSize: MAX_IMAGE_PIXELS, enableXfa: false,
    ...(window.matchMedia('(pointer: coarse)').matches ? { canvasMaxAreaInBytes: CANVAS_BYTES_OF_PHONES } : {}),
  })
  const close = () => {
    off.abort()
    void task.destroy().catch(() => undefined).finally(() => {
      worker.destroy()
      thread.terminate()
    })
  }
  signal.addEventListener('abort', close, { once: true })
  let signAt = performance.now()
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    signAt = performance.now()
    const whole = total || sizeBytes
    if (whole > 0) told.onProgress(Math.min(100, Math.round((loaded / whole) * 100)))
  }
  thread.addEventListener('error', () => broken.reject(new DocumentError('network')), { once: true })
  // A worker or a connection that says nothing any more would leave people waiting for ever.
  const watch = setInterval(() => performance.now() - signAt > SILENCE_MS && broken.reject(new DocumentError('network')), 1_000)
  try {
    return { pdf: await Promise.race([task.promise, broken.promise]), TextLayer: pdfjs.TextLayer }
  } catch (error) {
    close()
    throw problemOf(error)
  } finally {
    clearInterval(watch)
  }
}

async function ask(url: string, signal: AbortSignal): Promise<{ sizeBytes: number; isPdf: boolean; hasParts: boolean }> {
  const { status, type, ...size } = await fileHead(url, signal).catch(() => {
    signal.throwIfAborted()
    throw new DocumentError('network')
  })
  const problem = problemOfStatus(status)
  if (problem) throw new DocumentError(problem)
  return { ...size, isPdf: /^application\/pdf/i.test(type) || (!/^image\//i.test(type) && /\.pdf(?:[?#]|$)/i.test(url)) }
}

function problemOf(error: unknown): Error {
  if (error instanceof DocumentError) return error
  const { name, status } = error as { name?: string; status?: number }
  if (name === 'PasswordException') return new DocumentError('password')
  if (name === 'InvalidPDFException') return new DocumentError('damaged')
  if (name === 'ResponseException') return new DocumentError(problemOfStatus(status ?? 0) ?? 'network')
  return new DocumentError('network')
}
