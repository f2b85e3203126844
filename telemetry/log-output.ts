import { writeSync } from 'node:fs'

/** So much is kept for a reader that is behind, or a disk that is full; what comes then is lost. */
const mostWaitingBytes = 1_000_000
const againMs = 100
/** So long an end waits for a reader that is behind. */
const lastMs = 500
const restMs = 10

/** Where the lines of a log go. */
export type LogOutput = { write(line: string): void }

/**
 * An output that writes each line at once and neither fails nor makes anybody wait: what cannot be written (a full disk, a pipe whose
 * reader is behind) is tried again later, in its order. That of pino by itself throws on a full disk, and sleeps for ever at the end.
 */
export function outputTo(file: number): LogOutput {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let again: NodeJS.Timeout | undefined
  let hearsEnd = false

  /** Writes what waits, as far as it goes; what stood in the way, if anything did. */
  function writeWaiting(): string | undefined {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      try {
        const written = writeSync(file, first)
        waitingBytes -= written
        if (written === first.length) waiting.shift()
        else waiting[0] = first.subarray(written)
      } catch (fault) {
        return (fault as NodeJS.ErrnoException).code ?? 'unknown'
      }
    }
    return undefined
  }

  function end(): void {
    const until = performance.now() + lastMs
    while (writeWaiting() === 'EAGAIN' && performance.now() < until) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, restMs)
  }

  function tryToWrite(): void {
    const fault = writeWaiting()
    if (fault === 'EPIPE') [waiting, waitingBytes] = [[], 0]
    if (waiting.length === 0 || again !== undefined) return
    again = setTimeout(() => {
      again = undefined
      tryToWrite()
    }, againMs).unref()
    if (!hearsEnd) process.once('exit', end)
    hearsEnd = true
  }

  return {
    write(line) {
      if (waitingBytes > mostWaitingBytes) return
      const bytes = Buffer.from(line)
      waiting.push(bytes)
      waitingBytes += bytes.length
      tryToWrite()
    },
  }
}

// A web is bundled in parts, each with a log of its own: their lines would tear each other's apart.
const shared = globalThis as { trainhallLogOutput?: LogOutput }

/** The one output that is this process's own: asked for in this way, a pipe says that it is full instead of letting us wait. */
export const ownOutput = (): LogOutput => (shared.trainhallLogOutput ??= outputTo(process.stdout.fd ?? 1))
