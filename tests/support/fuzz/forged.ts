import type { Target } from './requests'

// What only the framework, its own client or something in between says, said by anybody: each once as it is meant and in nonsense.

const tree = encodeURIComponent(JSON.stringify(['', { children: ['__PAGE__', {}] }, null, null, true]))
/** Values by name; every one is sent by itself. */
const values: Record<string, readonly string[]> = {
  'rsc': ['1', '0', 'garbage'],
  'next-router-state-tree': [tree, 'garbage', '%', encodeURIComponent('[')],
  'next-router-prefetch': ['1', '2', 'garbage'],
  'next-router-segment-prefetch': ['/_tree', '/_index', '/../..', '%'],
  'next-url': ['/Home', '//evil.example', '%'],
  'next-action': ['40aa', '0'.repeat(42), '%'],
  'x-middleware-prefetch': ['1', 'garbage'],
  'x-middleware-subrequest': ['middleware:middleware:middleware:middleware:middleware', 'src/middleware', '%'],
  'x-middleware-rewrite': ['/Home', 'https://evil.example/', '%'],
  'x-nextjs-data': ['1', 'garbage'],
  'x-invoke-path': ['/Home', '/api/session/end', '%'],
  'x-invoke-output': ['/_error', 'garbage', '%'],
  'x-invoke-status': ['200', '500', 'garbage'],
  'x-matched-path': ['/Home', '/[tenant]/[locale]/Home', '%'],
  'x-now-route-matches': ['1=82&tenant=101', 'garbage', '%'],
  'range': ['bytes=0-9', 'bytes=99999999-', 'garbage'],
  'if-match': ['*', '"x"', 'garbage'],
  'if-none-match': ['*', '"x"', 'garbage'],
  'expect': ['100-continue', 'garbage'],
  'upgrade': ['websocket', 'h2c', 'garbage'],
  'connection': ['Upgrade', 'close', 'garbage'],
}
/** What means something only together. */
const together: readonly Record<string, string>[] = [
  { 'rsc': '1', 'next-router-state-tree': 'garbage' },
  { 'rsc': '1', 'next-router-state-tree': tree, 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { 'connection': 'Upgrade', 'upgrade': 'websocket' },
  { 'connection': 'Upgrade, HTTP2-Settings', 'upgrade': 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' },
]

/** Everything of the framework's that is forged, one set of header lines each. */
export const forgeries: readonly Record<string, string>[] = [...Object.entries(values).flatMap(([name, all]) => all.map((value) => ({ [name]: value }))), ...together]

/**
 * What is forged in the input of a number, nothing in every second one. With so many targets in turn each of them gets both kinds, and a
 * sample twice as large as the list has all of it.
 */
export function forgedAt(number: number, targets: number): Record<string, string> {
  const lap = Math.floor(number / targets)
  return (number + (targets % 2 === 0 ? lap : 0)) % 2 === 0 ? {} : forgeries[Math.floor(number / 2) % forgeries.length]!
}

const got = (path: string): Target => ({ name: `GET ${path}`, method: 'GET', path, shape: {} })

/** Addresses by which the framework's own client asks for parts of pages. */
export const partsOfPages: Target[] = ['/Home.rsc', '/login.rsc', '/index.rsc', '/Home.segments/_tree.segment.rsc', '/login.segments/_tree.segment.rsc', '/_next/data/x/Home.json'].map(got)

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const
/** Files that are no page and no door, each by every method; `built` are files of the build. */
export const fileTargets = (built: string[]): Target[] =>
  [...built, '/art/logo.svg', '/art/none.svg', '/sw.js', '/pdf/wasm/openjpeg.wasm', '/pdf/none', '/_next/static/chunks/none.js', '/_next/static/none', '/_next/image?url=%2Fart%2Flogo.svg&w=64&q=75'].flatMap((path) => methods.map((method) => ({ ...got(path), name: `${method} ${path}`, method })))
