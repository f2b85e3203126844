import type { Problem } from '@/lib/domain/errors'
import { BffError } from './bff'
import { pageHeaders } from './page-learner'

type More = { onProgress: (percent: number) => void; signal: AbortSignal }

/** Longer than a door draws a file anew and waits for the platform to take it and say so (two minutes, half a minute, seconds). */
const ANSWER_MS = 180_000

/** Sends a file to a door and tells how far it is; what `fetch` cannot do; once all of it is sent, the answer is waited for so long. Cancelling ends with an AbortError, every failure is a `BffError`. */
export function upload<T>(path: string, query: Record<string, string | number>, file: Blob, { onProgress, signal }: More): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    request.open('POST', `/api/${path}?${search}`)
    for (const [name, value] of Object.entries({ accept: 'application/json', ...pageHeaders() })) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(Math.floor((event.loaded / event.total) * 100))
    request.upload.onload = () => {
      const timer = setTimeout(() => {
        reject(new BffError('timeout'))
        request.abort()
      }, ANSWER_MS)
      request.onloadend = () => clearTimeout(timer)
    }
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response as T)
      const known = (request.response as Problem | null)?.error
      reject(new BffError(known?.code ?? (request.status === 401 ? 'expired' : 'failed'), known?.message, known?.fields))
    }
    request.onerror = () => reject(new BffError('failed', undefined, {}, false))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
