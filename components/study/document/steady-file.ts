import type { PDFDataRangeTransport } from 'pdfjs-dist'
import { DocumentError, problemOfStatus, type DocumentProblem } from '@/components/study/document/document-problem'

type FileToRead = { url: string; length: number }
type Reading = FileToRead & { /** Read from its beginning at once, beside the parts that are asked for. */ whole: boolean; signal: AbortSignal; onLost: (problem: DocumentProblem) => void }

/** With the pauses between them about half a minute. */
const TRIES = 6
const LONGEST_PAUSE_MS = 8_000
const SILENCE_MS = 30_000

/**
 * A file in parts, for pdf.js: it never asks again for a part that has failed once, and all that needs it waits for ever. So nothing
 * fails here: a part is asked for until it comes, and `onLost` hears when it does not.
 */
export function steadyFile(Transport: typeof PDFDataRangeTransport, { whole, signal, onLost, ...file }: Reading): PDFDataRangeTransport {
  const transport = new Transport(file.length, null)
  const lost = (error: unknown) => {
    if (!signal.aborted) onLost(error instanceof DocumentError ? error.problem : 'network')
  }
  transport.requestDataRange = (begin, end) => {
    const part = new Uint8Array(end - begin)
    let filled = 0
    const fill = (bytes: Uint8Array) => {
      part.set(bytes, filled)
      filled += bytes.length
    }
    void readSteadily(file, [begin, end], signal, fill).then(() => signal.aborted || transport.onDataRange(begin, part), lost)
  }
  if (whole) void readSteadily(file, [0, file.length], signal, (bytes) => transport.onDataProgressiveRead(bytes)).then(() => signal.aborted || transport.onDataProgressiveDone(), lost)
  return transport
}

/** Hands over a stretch of a file as it comes. A connection that fails or falls silent is made again where it stood. */
async function readSteadily(file: FileToRead, [begin, end]: [number, number], signal: AbortSignal, onBytes: (bytes: Uint8Array) => void): Promise<void> {
  let at = begin
  let tries = 0
  while (at < end) {
    const from = at
    await readOnce(file, [at, end], signal, (bytes) => {
      at += bytes.length
      onBytes(bytes)
    }).catch((error: unknown) => {
      // What is gone or refused stays so.
      if (signal.aborted || error instanceof DocumentError) throw error
    })
    if (at >= end) return
    tries = at > from ? 1 : tries + 1
    if (tries > TRIES) throw new DocumentError('network')
    await pause(Math.min(LONGEST_PAUSE_MS, 500 * 2 ** tries), signal)
    signal.throwIfAborted()
  }
}

async function readOnce({ url, length }: FileToRead, [begin, end]: [number, number], signal: AbortSignal, onBytes: (bytes: Uint8Array) => void): Promise<void> {
  const off = new AbortController()
  let silence: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(() => off.abort(), SILENCE_MS)
  }
  try {
    heard()
    const headers: HeadersInit = begin === 0 && end === length ? {} : { Range: `bytes=${begin}-${end - 1}` }
    const reply = await fetch(url, { credentials: 'same-origin', headers, signal: AbortSignal.any([signal, off.signal]) })
    const problem = problemOfStatus(reply.status)
    if (problem) throw problem === 'network' ? new Error(String(reply.status)) : new DocumentError(problem)
    // Whoever does not know ranges sends the file from its beginning.
    let before = reply.status === 206 ? 0 : begin
    let left = end - begin
    const reader = reply.body!.getReader()
    while (left > 0) {
      const { value, done } = await reader.read()
      if (done) return
      heard()
      const bytes = value.subarray(before, before + left)
      before -= Math.min(before, value.length)
      left -= bytes.length
      if (bytes.length > 0) onBytes(bytes)
    }
  } finally {
    clearTimeout(silence)
    off.abort()
  }
}

/** Waits, and no longer than until the network is back or nobody wants it any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
}
