import fc from 'fast-check'
import { requestsTo, type FuzzRequest, type Target } from './requests'
import { anyText, anyValue, type Hints } from './values'

// What the framework's own doors on pages have been broken by: calls of Server Actions, and bodies in the format that React reads.

const ids = fc.oneof(fc.constantFrom('0'.repeat(42), 'f'.repeat(40), '00', '', 'x', '__proto__', 'constructor', 'default', '$ACTION_ID_', '../..', 'a'.repeat(3_000)), fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 42 }))

const references = fc.constantFrom('$F1', '$B1337', '$K1', '$Q1', '$W1', '$i1', '$@1', '$1:__proto__:then', '$1:constructor:constructor', '$2:a:b:c', '$undefined', '$Infinity', '$n1e400', '$D2026-99-99', '$T0', '$h1', '$o1', '$', '$$', '$$F1')

/** Values of a call as React's server reads them. */
const argument: fc.Arbitrary<string> = fc.oneof(
  references.map((reference) => JSON.stringify(reference)),
  references.map((reference) => JSON.stringify([reference, { then: reference }])),
  fc.tuple(references, references).map(([then, get]) => JSON.stringify({ then, status: 'resolved_model', reason: -1, value: '{"then":"$B1337"}', _response: { _prefix: 'throw 1//', _formData: { get } } })),
  fc.constantFrom('{"id":"x","bound":null}', '{"id":"x","bound":"$@0"}', '[', '', '"\\ud800"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, `{"a":"${'x'.repeat(200_000)}"}`),
  anyValue.map((value) => JSON.stringify(value)),
)

const BOUNDARY = 'b0undary'
const part = (name: string, value: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const partNames = fc.oneof(fc.constantFrom('0', '1', '2', '_1_1', '1_0', '-1', '999999999999', '1_$ACTION_1:0', '1_$ACTION_1:1', '$ACTION_REF_1', '$ACTION_1:0', '$ACTION_1:1', '$ACTION_KEY', '__proto__', 'constructor', ''), ids.map((id) => `$ACTION_ID_${id.slice(0, 200)}`))
const form = fc.array(fc.tuple(partNames, argument), { maxLength: 5 }).chain((parts) =>
  fc.constantFrom(`--${BOUNDARY}--\r\n`, '', `--${BOUNDARY}`, '--other--\r\n').map((end) => parts.map(([name, value]) => part(name, value)).join('') + end),
)

type Post = { type: string; body: string }
const posts: fc.Arbitrary<Post> = fc.oneof(
  { weight: 4, arbitrary: form.map((body) => ({ type: `multipart/form-data; boundary=${BOUNDARY}`, body })) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('text/plain;charset=UTF-8', 'text/x-component', 'application/json', 'application/octet-stream', ''), argument).map(([type, value]) => ({ type, body: value.startsWith('[') ? value : `[${value}]` })) },
  { weight: 1, arbitrary: fc.array(fc.tuple(fc.nat(3), argument), { maxLength: 4 }).map((rows) => ({ type: 'text/x-component', body: rows.map(([number, value]) => `${number.toString(16)}:${value}\n`).join('') })) },
  { weight: 1, arbitrary: fc.tuple(partNames, argument).map(([name, value]) => ({ type: 'application/x-www-form-urlencoded', body: new URLSearchParams([[name, value.toWellFormed()]]).toString() })) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=b', 'text/x-component; charset=x', 'application/x-www-form-urlencoded'), anyText).map(([type, body]) => ({ type, body })) },
)

const tree = fc.constantFrom('%5B%22%22%2C%7B%7D%5D', '%', '[]', 'null', encodeURIComponent(JSON.stringify(['', { children: ['__PAGE__', {}] }, null, null, true])), 'x'.repeat(4_000))
const withheld = fc.constant<string | undefined>(undefined)
const calls = fc.record({
  'next-action': fc.oneof({ weight: 4, arbitrary: ids }, { weight: 1, arbitrary: withheld }),
  rsc: fc.option(fc.constantFrom('1', '0'), { nil: undefined }),
  'next-router-state-tree': fc.option(tree, { nil: undefined }),
  'next-url': fc.option(fc.constantFrom('/Home', '//evil.example', '%'), { nil: undefined }),
  accept: fc.option(fc.constantFrom('text/x-component', '*/*'), { nil: undefined }),
  origin: fc.option(fc.constantFrom('null', 'https://evil.example', 'http://localhost'), { nil: undefined }),
  'x-forwarded-host': fc.option(fc.constantFrom('evil.example', 'localhost'), { nil: undefined }),
})

/** Where the middleware does not see a request, and addresses that lead there once the framework has read them. */
const aside = fc.constantFrom('/sw.js', '/art/logo.svg', '/_next/static/chunks/x.js', '/./_next/static/chunks/x.js', '/./sw.js', '/%2e/art/logo.svg', '/x/%2e%2e/sw.js', '/x/.%2E/_next/static/media/x', '/sw.js#x', '/_next/static/chunks/x.js#', '/_next/data/x/sw.js.json')

/** Posts to pages, most of them as if they called a Server Action; some by other methods that carry a body, and at odd addresses. */
export function postsTo(pages: Target[], hints: Hints): fc.Arbitrary<FuzzRequest> {
  const method = fc.oneof({ weight: 8, arbitrary: fc.constant('POST') }, { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'DELETE') })
  const elsewhere = fc.oneof({ weight: 7, arbitrary: withheld }, { weight: 1, arbitrary: aside })
  return fc.tuple(requestsTo(pages, hints), elsewhere, method, calls, posts).map(([{ target, address }, other, by, headers, { type, body }]) => ({
    target, method: by, address: other ?? address, body,
    headers: Object.fromEntries(Object.entries({ 'content-type': type, ...headers }).filter((pair): pair is [string, string] => pair[1] !== undefined)),
  }))
}

/** What is wrong with the answer to a post at a page, where nobody has anything to post: anything but a refusal, or a tidied address. */
export const faultOfPost = ({ status }: { status: number }): string | null => ([308, 400, 404, 405, 413, 414, 431].includes(status) ? null : `takes a post with ${status}`)
