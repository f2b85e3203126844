import fc from 'fast-check'
import { hintsOfPlaces } from './hints'
import { bare, formWith, type Upload } from './pictures'
import { anyText, anyValue, fieldsOf, hostileTexts, type Hints, type Shape } from './values'

/** Something that takes requests: a door, a call, a page. `shape` is what it wants to be told; `:name` in its path is told there. With `takes` its body is a picture, as it is or in the `file` of a form, and what it is told stands in the query. */
export type Target = { name: string; method: string; path: string; shape: Shape; takes?: 'picture' | 'form' }

/** A request as it is sent: header values are Latin-1, the address is already encoded (or wrong on purpose). */
export type FuzzRequest = { target: Target; method: string; address: string; headers: Record<string, string>; body: string | Buffer | undefined }

const mutated = (weight: number, arbitrary: fc.Arbitrary<string>) => ({ weight, arbitrary })
const percent = (text: string) => encodeURIComponent(text.toWellFormed())

const rawWords = fc.constantFrom('%', '%2', '%zz', '%00', '%ff%fe', '%c0%af', '%e0%80%ae', '%ed%a0%80', '..%2f..', '..%5c', '%2e%2e', 'a%3Fb=1', ';x=1', '@evil.example', '%0d%0aX: 1', '\u00e9', '%25252e')

/** A word of a path: encoded as it should be, or not. */
const pathWord = (value: unknown) => fc.oneof(mutated(5, fc.constant(percent(plain(value)) || '0')), mutated(1, rawWords))
const plain = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2_000)

const plainQuery = (fields: Record<string, unknown>) => Object.entries(fields).flatMap(([name, value]) => [value].flat().slice(0, 50).map((one) => `${percent(name)}=${percent(plain(one))}`)).join('&')

function queryOf(fields: Record<string, unknown>): fc.Arbitrary<string> {
  const asItIs = plainQuery(fields)
  const pairs = asItIs.split('&')
  return fc.oneof(
    mutated(8, fc.constant(asItIs)),
    mutated(1, rawWords.map((word) => [...pairs, `${Object.keys(fields)[0] ?? 'id'}=${word}`].join('&'))),
    mutated(1, fc.constantFrom(`${asItIs}&${pairs[0] ?? 'a=1'}`, `${asItIs.replaceAll('=', '[]=')}`, `&&==&${asItIs}&=`, `${asItIs}&__proto__=1&constructor=2`, `${asItIs}#x`, `${asItIs}&${'y=1&'.repeat(500)}`, `${asItIs}&z=${'z'.repeat(7_000)}`)),
  )
}

const identity = fc.constantFrom({}, {}, {}, {}, {}, {}, {}, {}, {}, {}, { userId: 820_003 }, { studentId: '820003', tenantId: 101 }, { userId: [1, 2] }, { role: 'admin', points: 1e6, isAdmin: true })

function bodyOf(fields: Record<string, unknown>): fc.Arbitrary<string> {
  const text = JSON.stringify(fields)
  const first = Object.keys(fields)[0] ?? 'id'
  return fc.oneof(
    mutated(12, fc.constant(text)),
    mutated(1, fc.nat(Math.max(1, text.length - 1)).map((end) => text.slice(0, end))),
    mutated(1, anyValue.map((value) => JSON.stringify(value))),
    mutated(2, fc.constantFrom(
      '', '{', '[]', 'null', '"text"', '7', `[${text}]`, `\ufeff${text}`, text.replaceAll('"', "'"), `${text}${text}`, text.replace('{', `{"${first}":1,`), text.replace('{', '{"__proto__":{"x":1},'), text.replace('{', '{"constructor":{"prototype":{"x":1}},'),
      text.replace('{', `{"${first}":1e999,`), text.replace('{', `{"${first}":123456789012345678901234567890,`), `{"${first}":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, `{"${first}":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`, '['.repeat(100_000), `{"${first}":"\\ud800\\u0000"}`, `{"${first}":"${'x'.repeat(300_000)}"}`,
      new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, plain(value).toWellFormed()])).toString(), '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    )),
  )
}

const contentTypes = fc.oneof(
  mutated(10, fc.constant('application/json')),
  mutated(2, fc.constantFrom('application/json; charset=utf-8', 'application/json; charset=utf-16', 'APPLICATION/JSON', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'multipart/form-data', 'application/xml', 'application/json, text/plain', '', 'x', ';;;', 'image/png')),
)

const latin = (text: string) => text.replace(/[^\x20-\x7e\x80-\xff]/g, '?').trim()
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({
    name: fc.constantFrom('accept-language', 'accept', 'range', 'if-range', 'if-none-match', 'if-modified-since', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-original-url', 'x-http-method-override', 'x-real-ip', 'user-agent', 'referer', 'origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'rsc', 'next-router-state-tree', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-action', 'next-url', 'x-middleware-prefetch', 'x-middleware-rewrite', 'x-invoke-path', 'x-invoke-output', 'x-invoke-status', 'x-matched-path', 'x-now-route-matches', 'if-match', 'x-path', 'x-next-intl-locale', 'x-socket-address', 'x-middleware-subrequest', 'x-nextjs-data', 'traceparent', 'content-encoding', 'content-language', 'accept-encoding', 'authorization', 'tenant-id', 'purpose', 'x-request-id', 'last-event-id', 'save-data', 'dnt', 'te', 'priority'),
    value: fc.oneof(anyText, fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-1,2-3', 'bytes=99999999999999999999-', 'items=1', 'zh;q=nan,en;q=2', '*', 'gzip', 'br;q=1.0', 'Bearer x', 'Basic %%%', '1', '0', 'same-origin', 'cross-site', 'null')),
  }).map(({ name, value }) => ({ [name]: latin(value).slice(0, 4_000) })) },
)

const oddCookies = fc.oneof(
  mutated(8, fc.constant('')),
  mutated(1, anyText.map((text) => `lang=${latin(text).replace(/;/g, '').slice(0, 500)}`)),
  mutated(1, fc.constantFrom('lang=en; lang=ja', 'lang=%zz', 'sid=; sid=x', 'sid=Fe26.2*1*x*y*z*0*a*b~2', '=', ';;;', '__proto__=1; constructor=2', `big=${'c'.repeat(3_500)}`, '__Host-sid=x')),
)

const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const

/** Requests to one of some targets, of every kind of wrong and some that are right. */
export function requestsTo(targets: Target[], hints: Hints): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...targets).chain((target) => requestTo(target, hints))
}

/** A request that is as right as its target says; it speaks of one place, or of what was `remembered`, or of whatever there are hints of. */
export const rightRequestTo = (target: Target, hints: Hints, remembered: Hints): fc.Arbitrary<FuzzRequest> =>
  fc.constantFrom(hints, (name: string) => (remembered(name).length ? remembered(name) : hints(name)), ...hintsOfPlaces(hints)).chain((said) => fieldsOf(target.shape, said).chain((fields) => written(target, fields, { ...right, method: target.method }, false, said)))

const right = { headers: {}, cookie: '', type: 'application/json', more: {} }

function requestTo(target: Target, hints: Hints): fc.Arbitrary<FuzzRequest> {
  const method = fc.oneof({ weight: 20, arbitrary: fc.constant(target.method) }, { weight: 1, arbitrary: fc.constantFrom(...otherMethods) })
  const odd = fc.record({ headers: oddHeaders, cookie: oddCookies, type: contentTypes, more: identity, method })
  return fc.constantFrom('none' as const, 'one' as const, 'one' as const, 'all' as const).chain((wrongness) =>
    fc.tuple(fieldsOf(target.shape, hints, wrongness), wrongness === 'all' ? odd : fc.constant({ ...right, method: target.method })).chain(([fields, around]) => written(target, fields, around, wrongness === 'all', hints)),
  )
}

type Around = { headers: Record<string, string>; cookie: string; type: string; more: Record<string, unknown>; method: string }

type Sent = { type: string; body: string | Buffer | undefined }
/** A picture in the way a target takes it, now and then in the other. */
const uploadTo = ({ takes }: Target): fc.Arbitrary<Upload> => fc.oneof({ weight: takes === 'form' ? 1 : 8, arbitrary: bare }, { weight: takes === 'form' ? 8 : 1, arbitrary: formWith('file') })

/** A request as it goes over the line; with `isOdd` also misspelt. */
function written(target: Target, fields: Record<string, unknown>, { headers, cookie, type, more, method }: Around, isOdd: boolean, hints: Hints): fc.Arbitrary<FuzzRequest> {
  const told = { ...fields, ...more }
  const carries = !['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'].includes(method)
  const places = target.path.split('/').map((word) => {
    if (!/^[:*]/.test(word)) return fc.constant(word)
    const value = fields[word.slice(1)] ?? hints(word.slice(1))[0]
    return isOdd ? placed(value) : fc.constant([value ?? '1'].flat().map((one) => percent(plain(one))).join('/'))
  })
  const nothing = fc.constant('')
  const isUpload = target.takes !== undefined && method === target.method
  const query = carries && !isUpload ? (isOdd ? fc.oneof(mutated(9, nothing), mutated(1, queryOf(told))) : nothing) : isOdd ? queryOf(told) : fc.constant(plainQuery(told))
  const words = (text: fc.Arbitrary<string>): fc.Arbitrary<Sent> => text.map((body) => ({ type, body }))
  const body: fc.Arbitrary<Sent> = !carries ? fc.constant({ type, body: undefined }) : !isOdd ? (isUpload ? uploadTo(target) : words(fc.constant(JSON.stringify(told)))) : fc.oneof(
    { weight: isUpload ? 1 : 14, arbitrary: words(bodyOf(told)) }, { weight: 1, arbitrary: formWith(Object.keys(fields)[0] ?? 'file') }, { weight: isUpload ? 4 : 0, arbitrary: uploadTo(target) },
  )
  return fc.tuple(fc.tuple(...places).map((parts) => parts.join('/')), query, body).map(([path, search, { type: said, body: sent }]): FuzzRequest => ({
    target, method, address: path + (search ? `${path.includes('?') ? '&' : '?'}${search}` : ''), body: sent,
    headers: { ...(carries ? { 'content-type': said } : {}), ...(cookie ? { cookie } : {}), ...headers },
  }))
}

/** A value as one or several words of a path. */
function placed(value: unknown): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: Array.isArray(value) && value.length ? fc.tuple(...value.slice(0, 8).map((one) => pathWord(one))).map((words) => words.join('/')) : pathWord(value ?? '1') },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts).map((text) => percent(text.slice(0, 500)) || '%20') },
  )
}
