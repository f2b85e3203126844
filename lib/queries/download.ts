import { ask, type Query } from './bff'

/** Long enough for a browser to begin reading, in milliseconds. */
const READ_MS = 60_000

/** So long a door may take to begin: with a file it makes (a record is hundreds of calls), and with one it only has to find. */
const MADE_MS = 300_000
const FOUND_MS = 60_000

/** The reply of a door when it begins, or a `BffError` where it does not in time; its body takes as long as it takes. */
function begun(path: string, { longestMs, query, off = new AbortController() }: { longestMs: number; query?: Query; off?: AbortController }): Promise<Response> {
  const timer = setTimeout(() => off.abort(new DOMException('', 'TimeoutError')), longestMs)
  return ask('GET', path, { signal: off.signal }, query).finally(() => clearTimeout(timer))
}

/** Brings a file that a door makes and has the browser keep it under the name the door gives; a failure is a `BffError`. */
export async function download(path: string, query: Query = {}): Promise<void> {
  const response = await begun(path, { longestMs: MADE_MS, query })
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const url = URL.createObjectURL(await response.blob())
  keep(url, decodeURIComponent(name ?? 'download'))
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}

/**
 * Has the browser fetch a file of the platform, however large it is. It is asked for first and nothing of it taken: a browser keeps to
 * itself why a download failed, here the failure is a `BffError` with the platform's words.
 */
export async function downloadDirectly(address: string, name: string): Promise<void> {
  const off = new AbortController()
  await begun(address.replace(/^\/api\//, ''), { longestMs: FOUND_MS, off })
  off.abort()
  keep(address, name)
}

function keep(href: string, name: string): void {
  Object.assign(document.createElement('a'), { href, download: name }).click()
}
