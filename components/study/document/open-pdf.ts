import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Why a document does not open. */
export type DocumentProblem = 'missing' | 'denied' | 'network' | 'password' | 'damaged' | 'unsupported' | 'oldBrowser'

export type OpenPdf = { pdf: PDFDocumentProxy; TextLayer: typeof import('pdfjs-dist').TextLayer }

/** A document that does not open, and why. */
export class DocumentError extends Error {
  readonly problem: DocumentProblem
  constructor(problem: DocumentProblem) {
    super(problem)
    this.problem = problem
  }
}

/** From this size on only the parts that are looked at are fetched. */
const LARGE_BYTES = 10 * 1024 * 1024
const SILENCE_MS = 45_000
const MAX_IMAGE_PIXELS = 64_000_000
const CANVAS_BYTES_OF_PHONES = 5_242_880 * 4

const isModern = () => 'withResolvers' in Promise && 'groupBy' in Object && typeof Worker !== 'undefined' && typeof ReadableStream !== 'undefined'

/** Opens a PDF by address with a worker of its own; `signal` stops and closes it. Fails with a `DocumentError`. */
export async function openPdf(url: string, signal: AbortSignal, onProgress: (percent: number) => void): Promise<OpenPdf> {
  const { sizeBytes, isPdf } = await ask(url, signal)
  if (!isPdf) throw new DocumentError('unsupported')
  if (!isModern()) throw new DocumentError('oldBrowser')
  const pdfjs = await import('pdfjs-dist').catch(() => {
    throw new DocumentError('network')
  })
  signal.throwIfAborted()
  const thread = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), { type: 'module' })
  const worker = pdfjs.PDFWorker.create({ port: thread })
  const isLarge = sizeBytes > LARGE_BYTES
  const task = pdfjs.getDocument({
    url, worker, cMapUrl: '/pdf/cmaps/', cMapPacked: true, standardFontDataUrl: '/pdf/standard_fonts/', wasmUrl: '/pdf/wasm/', iccUrl: '/pdf/iccs/',
    disableAutoFetch: isLarge, disableStream: isLarge, maxImageSize: MAX_IMAGE_PIXELS, enableXfa: false,
    ...(window.matchMedia('(pointer: coarse)').matches ? { canvasMaxAreaInBytes: CANVAS_BYTES_OF_PHONES } : {}),
  })
  const close = () => {
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
    if (whole > 0) onProgress(Math.min(100, Math.round((loaded / whole) * 100)))
  }
  let watch: ReturnType<typeof setInterval> | undefined
  const broken = new Promise<never>((_, fail) => {
    thread.addEventListener('error', () => fail(new DocumentError('network')), { once: true })
    // A worker or a connection that says nothing any more would leave people waiting for ever.
    watch = setInterval(() => performance.now() - signAt > SILENCE_MS && fail(new DocumentError('network')), 1_000)
  })
  try {
    return { pdf: await Promise.race([task.promise, broken]), TextLayer: pdfjs.TextLayer }
  } catch (error) {
    close()
    throw problemOf(error)
  } finally {
    clearInterval(watch)
  }
}

async function ask(url: string, signal: AbortSignal): Promise<{ sizeBytes: number; isPdf: boolean }> {
  const reply = await fetch(url, { method: 'HEAD', credentials: 'same-origin', signal }).catch(() => {
    signal.throwIfAborted()
    throw new DocumentError('network')
  })
  if (reply.status === 404 || reply.status === 410) throw new DocumentError('missing')
  if (reply.status === 401 || reply.status === 403) throw new DocumentError('denied')
  if (!reply.ok) throw new DocumentError('network')
  const type = reply.headers.get('content-type') ?? ''
  return { sizeBytes: Number(reply.headers.get('content-length') ?? 0), isPdf: /^application\/pdf/i.test(type) || (!/^image\//i.test(type) && /\.pdf(?:[?#]|$)/i.test(url)) }
}

function problemOf(error: unknown): Error {
  if (error instanceof DocumentError) return error
  const { name, status } = error as { name?: string; status?: number }
  if (name === 'PasswordException') return new DocumentError('password')
  if (name === 'InvalidPDFException') return new DocumentError('damaged')
  if (name === 'ResponseException') return new DocumentError(status === 404 ? 'missing' : status === 401 || status === 403 ? 'denied' : 'network')
  return new DocumentError('network')
}
