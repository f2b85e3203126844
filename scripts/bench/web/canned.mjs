// A platform that only repeats: it passes calls on and remembers the answers, and from then on gives the same bytes without asking anybody.
import { createServer } from 'node:http'

const upstream = process.env.UPSTREAM
const volatile = ['intentId', 'startTimeString']
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const kept = new Map()
let calls = []
let replays = false

/** A call without what differs each time; of a write only where it goes. */
function keyOf(method, url) {
  const { pathname, searchParams } = new URL(url, 'http://canned')
  for (const name of volatile) searchParams.delete(name)
  searchParams.sort()
  return `${method} ${pathname} ${method === 'GET' ? searchParams : ''}`
}

async function read(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** What the harness asks for: begin to note calls, give those noted, pass on no more. */
function steer(path, response) {
  if (path === '/__begin') calls = []
  if (path === '/__replay') replays = true
  if (path === '/__record') replays = false
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(calls))
}

createServer(async (request, response) => {
  if (request.url.startsWith('/__')) return steer(request.url, response)
  const sent = await read(request)
  const key = keyOf(request.method, request.url)
  if (replays) {
    const answer = kept.get(key)
    if (!answer) {
      process.stderr.write(`no answer is kept for ${key}\n`)
      return response.writeHead(502, { 'content-type': 'application/json' }).end('{"code":1,"msg":"not recorded"}')
    }
    // Operation ids are told again as they were asked.
    const own = answer.ids.length > 0 ? (request.url + sent).match(uuid) : null
    const body = own ? answer.body.replace(uuid, (id) => own[answer.ids.indexOf(id)] ?? id) : answer.body
    return response.writeHead(answer.status, { 'content-type': answer.type, 'content-length': Buffer.byteLength(body) }).end(body)
  }
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = request.headers
  const reply = await fetch(upstream + request.url, { method: request.method, headers, ...(sent ? { body: sent } : {}) })
  const body = await reply.text()
  const answer = { status: reply.status, type: reply.headers.get('content-type') ?? 'application/json', body, ids: (request.url + sent).match(uuid) ?? [] }
  kept.set(key, answer)
  calls.push({ method: request.method, path: request.url, headers, body: sent })
  response.writeHead(answer.status, { 'content-type': answer.type }).end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
