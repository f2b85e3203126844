// Stands between the web and the training API in browser tests and spoils, on request, the answers to one learner:
// POST /__faults {account, path, kind} · DELETE /__faults?account=… answers how many requests these have `spoiled` · account * is everybody,
// also who is not logged in.
// Kinds: down (closed), reset, slow (never answers), lag (answers late), lost (does it, and nobody hears), html, half, wrong-type, error, away
// (503 of something in between), refused (200 with a code), huge (more than anybody reads), plain (a platform that knows the contract only:
// it has none of our own calls, and its answers none of our additions).
import { readFileSync } from 'node:fs'
import { createServer, request as ask } from 'node:http'

const target = new URL(process.env.TARGET)
/** @type {{account: string, path: RegExp, kind: string, spoiled: number}[]} */
let faults = []
/** Which account a token belongs to, learnt from the logins that pass. */
const accounts = new Map()

const bodyOf = async (stream) => {
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const huge = Buffer.alloc(256 * 1024, 'x')
const hugeChunks = 200
const lagMs = 3_000

/** The calls that only our platform has, as it lists them. */
const ownCalls = new Set([...readFileSync(new URL('../../training-api/routes/extensions.md', import.meta.url), 'utf8').matchAll(/^\| X\w+ \| [A-Z]+ (\S+)/gm)].map(([, call]) => `/${call}`))
/** The fields that only our platform adds to answers of the contract. */
const ownFields = new Set(
  `addTime answeredCount attemptNumber attemptTotal attemptsLeft correctCount counted courseNum deadline drawId due dueTime epoch exhausted extraTimeFactor handIn handInAt intervals lateUntil learners mayLeave nowContentId
  number origin outcome passNum pendingReview questionCount readTotal receipt repeated running seq serverNow startState startedAt stateCounts streak ticket totalAnswers usedMs wrongTime`.split(/\s+/),
)
const withoutOwn = (value) => Array.isArray(value) ? value.map(withoutOwn) : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).filter(([name]) => !ownFields.has(name)).map(([name, one]) => [name, withoutOwn(one)])) : value

const spoil = {
  down: (response) => response.socket.destroy(),
  reset: (response) => response.socket.resetAndDestroy(),
  away: (response) => response.writeHead(503, { 'content-type': 'text/html', 'retry-after': '1' }).end('<html><h1>503 Service Temporarily Unavailable</h1></html>'),
  refused: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":1,"msg":null,"data":null}'),
  async huge(response) {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (let sent = 0; sent < hugeChunks && !response.destroyed; sent += 1) if (!response.write(huge)) await Promise.race(['drain', 'close'].map((name) => new Promise((done) => response.once(name, done))))
    response.end()
  },
  slow: () => undefined,
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>login</body></html>'),
  half: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0,"msg":null,"data":{"records":[{"id'),
  'wrong-type': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0,"msg":null,"data":{"id":{},"records":"many","banners":7}}'),
  error: (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{"code":1,"msg":"java.lang.NullPointerException at com.x.Y.z(Y.java:7)"}'),
}

// Connections stay open as long as the training API's own do: one that is closed just when it is used is a fault that nobody ordered.
createServer({ keepAliveTimeout: 75_000 }, async (request, response) => {
  const url = new URL(request.url, 'http://proxy')
  if (url.pathname === '/__faults') {
    if (request.method === 'DELETE') {
      const over = faults.filter((fault) => fault.account === url.searchParams.get('account'))
      faults = faults.filter((fault) => !over.includes(fault))
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ spoiled: over.reduce((sum, { spoiled }) => sum + spoiled, 0) }))
    }
    const { account, path, kind } = JSON.parse(String(await bodyOf(request)))
    faults.push({ account, path: new RegExp(path), kind, spoiled: 0 })
    return response.writeHead(204).end()
  }
  const account = accounts.get(request.headers.authorization?.replace('Bearer ', ''))
  const fault = faults.find((one) => (one.account === '*' || (account && one.account === account)) && one.path.test(url.pathname))
  if (fault) fault.spoiled += 1
  if (fault && spoil[fault.kind]) return spoil[fault.kind](response)
  const isPlain = fault?.kind === 'plain'
  if (isPlain && ownCalls.has(url.pathname)) return response.writeHead(404, { 'content-type': 'application/json' }).end('{"status":404,"error":"Not Found"}')
  // Such a platform reads no word of ours; the one behind this would expect of whoever says it what comes with it.
  if (isPlain) url.searchParams.delete('intentId')
  if (isPlain && url.pathname.endsWith('/startAnswer')) url.searchParams.delete('instanceId')
  if (fault?.kind === 'lag') await new Promise((done) => setTimeout(done, lagMs))

  const isLogin = url.pathname === '/auth/oauth/token'
  // A connection of its own each: a kept one may be closed by the other side just when it is used, which is no fault anybody ordered.
  const onward = ask({ agent: false, host: target.hostname, port: target.port, path: isPlain ? url.pathname + url.search : request.url, method: request.method, headers: { ...request.headers, host: target.host, connection: 'close' } }, async (reply) => {
    const { connection: _connection, 'keep-alive': _kept, ...headers } = reply.headers
    // It was done, and nobody hears of it.
    if (fault?.kind === 'lost') {
      await bodyOf(reply)
      return response.socket?.destroy()
    }
    if (isPlain && /json/.test(headers['content-type'] ?? '') && !headers['content-encoding']) {
      const { 'content-length': _length, ...rest } = headers
      return response.writeHead(reply.statusCode, rest).end(JSON.stringify(withoutOwn(JSON.parse(String(await bodyOf(reply))))))
    }
    if (!isLogin) {
      response.writeHead(reply.statusCode, headers)
      return reply.pipe(response)
    }
    const body = await bodyOf(reply)
    try {
      const login = JSON.parse(String(body))
      if (login.access_token) accounts.set(login.access_token, login.user_info.username)
    } catch {
      // A refused login tells no token.
    }
    response.writeHead(reply.statusCode, headers).end(body)
  })
  onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end('bad gateway')))
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}).listen(Number(process.env.PORT), '127.0.0.1')
