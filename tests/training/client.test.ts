import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Learner } from '@/lib/domain/learner'
import { log } from '@/lib/log'
import { MAX_NOTICES_BYTES } from '@/lib/training/transport'

const EXPIRED = '用户凭证已过期'
let server: Server
let reply: (response: ServerResponse, url: string, headers: Record<string, unknown>) => void
let client: typeof import('@/lib/training/client')

beforeAll(async () => {
  server = createServer((request, response) => reply(response, request.url!, request.headers))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  vi.stubEnv('UPSTREAM_BASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('UPSTREAM_TIMEOUT_MS', '5000')
  client = await import('@/lib/training/client')
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

const learner = new Learner({ id: '820001', tenantId: '82', username: 'liming', locale: 'zh', token: 'secret-token' })
const json = (status: number, body: unknown) => (response: ServerResponse) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const ask = (more = {}) => client.training.get(learner, 'train/web/x', { id: '1', none: undefined, list: [1, 2] }, z.object({ id: z.number() }), more)

describe('a call to the training platform', () => {
  it('carries token, tenant and query, and opens the envelope', async () => {
    const seen: unknown[] = []
    reply = (response, url, headers) => {
      seen.push(url, headers.authorization, headers['tenant-id'])
      json(200, { code: 0, msg: null, data: { id: 5 } })(response)
    }
    expect(await ask()).toEqual({ id: 5 })
    expect(seen).toEqual(['/train/web/x?id=1&list=1&list=2', 'Bearer secret-token', '82'])
  })

  it.each([
    ['a refusal', 200, { code: 1, msg: '上一小节未通过，无法解锁章节' }, 'rejected', '上一小节未通过，无法解锁章节'],
    ['a refusal without words', 200, { code: 1, msg: null }, 'failed', ''],
    ['field validation', 400, { code: 1, msg: 'id' }, 'rejected', 'id'],
    ['401', 401, { code: 1, msg: EXPIRED }, 'expired', EXPIRED],
    ['424', 424, { code: 1, msg: 'token 过期' }, 'expired', 'token 过期'],
    ['427', 427, { code: 1, msg: 'x', data: 'invalid_token' }, 'expired', 'x'],
    ['the sentence alone', 200, { code: 1, msg: EXPIRED }, 'expired', EXPIRED],
    ['403', 403, { code: 1, msg: '权限不足' }, 'forbidden', '权限不足'],
    ['403 in the body', 200, { code: 403, msg: '权限不足' }, 'forbidden', '权限不足'],
    ['404', 404, { code: 1, msg: 'x' }, 'missing', 'x'],
    ['429 with words', 429, { code: 1, msg: 'x' }, 'busy', 'x'],
    ['429 without any', 429, { code: 1, msg: null }, 'failed', ''],
    ['a fault, whose technical words nobody sees', 500, { code: 1, msg: 'NullPointerException at X' }, 'failed', ''],
    ['a wrong type', 200, { code: 0, data: { id: 'five' } }, 'malformed', expect.any(String)],
    ['no envelope', 200, [1, 2], 'malformed', expect.any(String)],
  ])('%s becomes one error', async (_, status, body, code, message) => {
    reply = json(status as number, body)
    await expect(ask()).rejects.toMatchObject({ name: 'TrainingError', code, message })
  })

  it.each([['a refusal', 200], ['a status', 422]])('of %s, however long, five hundred characters are read, no half a letter', async (_, status) => {
    const long = `x${'𠮷'.repeat(1_000_000)}`
    reply = json(status as number, { code: 1, msg: long })
    await expect(ask()).rejects.toMatchObject({ code: 'rejected', message: long.slice(0, 499) })
  })

  it.each([[null], [''], [false], [[]]])('is no success with the code %j', async (code) => {
    reply = json(200, { code, data: { id: 5 } })
    await expect(ask()).rejects.toMatchObject({ code: 'failed' })
  })

  it('is a success also where the code is written as text', async () => {
    reply = json(200, { code: '0', data: { id: 5 } })
    expect(await ask()).toEqual({ id: 5 })
  })

  it.each(['1747213461234565122', '-1747213461234565122', '9007199254740992', '[1, 12345678901234567890]', '{"a":\n 1747213461234565122}'])('keeps each digit of an id that is a number no JavaScript knows: %s', async (data) => {
    reply = (response) => response.end(`{"code":0,"data":${data},"msg":"say \\"x\\": 1747213461234565122"}`)
    const read = await client.training.get(learner, 'train/web/x', {}, z.unknown())
    expect(read).toEqual(JSON.parse(data.replace(/-?\d{16,}/, '"$&"')))
  })

  it.each(['9007199254740991', '"1747213461234565122"', '0.12345678901234567', '1234567890123456.5', '12345678901234567e3', '[",", "a: 1747213461234565122"]'])('leaves what else has many digits as it is: %s', async (data) => {
    reply = (response) => response.end(`{"code":0,"data":${data}}`)
    expect(await client.training.get(learner, 'train/web/x', {}, z.unknown())).toEqual(JSON.parse(data))
  })

  it('HTML, half a JSON and an empty gateway error are errors too', async () => {
    reply = (response) => response.writeHead(200).end('<html>login</html>')
    await expect(ask()).rejects.toMatchObject({ code: 'malformed' })
    reply = (response) => response.writeHead(200).end('{"code":0,"data":{"id"')
    await expect(ask()).rejects.toMatchObject({ code: 'malformed' })
    reply = (response) => response.writeHead(502).end('Bad gateway')
    await expect(ask()).rejects.toMatchObject({ code: 'failed' })
  })

  it.each([['a learner', learner], ['everybody', { tenantId: '82', locale: 'zh' as const }]])('is of sixteen megabytes at most, also where it is for %s; of more only where that may be', async (_, who) => {
    const long = JSON.stringify({ code: 0, data: 'x'.repeat(17 * 1024 * 1024) })
    reply = (response) => response.end(long)
    const asked = (more = {}) => client.training.get(who, 'train/web/x', {}, z.string(), { timeoutMs: 5_000, ...more })
    await expect(asked()).rejects.toMatchObject({ code: 'malformed' })
    expect((await asked({ mostBytes: MAX_NOTICES_BYTES })).length).toBe(17 * 1024 * 1024)
  })

  it.each([['things', '{},'], ['lists', '[],'], ['lists in lists', '[']])('is of a million and a half values at most, however short: %s', async (_, one) => {
    const many = `{"code":0,"data":[${one.repeat(1_600_000)}`
    reply = (response) => response.end(many)
    await expect(client.training.get(learner, 'train/web/x', {}, z.string(), { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'malformed', message: 'too many values' })
  })

  it.each([[401, 'expired'], [424, 'expired'], [427, 'expired'], [403, 'forbidden'], [404, 'missing'], [429, 'failed'], [500, 'failed'], [503, 'failed'], [504, 'failed']])('the status %i speaks for itself beside a page of a gateway’s', async (status, code) => {
    reply = (response) => response.writeHead(status).end('<html>nginx</html>')
    await expect(ask()).rejects.toMatchObject({ code, message: '' })
  })

  it('a fault is written down with what the platform says of it, without secrets, and nothing where it says nothing', async () => {
    const written = vi.spyOn(log, 'error').mockReturnValue(undefined)
    reply = json(500, { code: 1, msg: `NullPointerException at X, phone 13800000001, accessToken='a-b.c' {"refresh_token":"d-e"} Bearer f li@mail.example ${'x'.repeat(1_000)}` })
    await expect(ask()).rejects.toMatchObject({ code: 'failed', message: '' })
    reply = (response) => response.writeHead(502).end('<html>nginx</html>')
    await expect(ask()).rejects.toMatchObject({ code: 'failed' })
    const [[said], [nothing]] = written.mock.calls as unknown as [[{ message: string }], [object]]
    written.mockRestore()
    const beginning = `NullPointerException at X, phone 138****0001, accessToken='***' {"refresh_token":"***"} Bearer *** *** `
    expect(said).toEqual({ call: 'train/web/x', status: 500, message: beginning.padEnd(500, 'x') })
    expect(nothing).toEqual({ call: 'train/web/x', status: 502 })
  })

  it.each([401, 424, 427])('a token call that is answered with %i is refused to our client id by the first alone', async (status) => {
    const written = vi.spyOn(log, 'error').mockReturnValue(undefined)
    reply = json(status, { code: 1, msg: 'token 过期', data: 'invalid_token' })
    await expect(client.training.ask('POST', null, 'auth/oauth/token', { bare: true }, z.unknown())).rejects.toMatchObject({ code: status === 401 ? 'failed' : 'expired', status })
    expect(written).toHaveBeenCalledTimes(status === 401 ? 1 : 0)
    written.mockRestore()
  })

  it('silence is a time-out, a broken connection a failure', async () => {
    reply = () => undefined
    await expect(ask({ timeoutMs: 300 })).rejects.toMatchObject({ code: 'timeout' })
    reply = (response) => response.socket?.destroy()
    await expect(ask()).rejects.toMatchObject({ code: 'failed' })
  })

  it('tries a read once more after a rate limit, after a pause that differs from one to the next', async () => {
    let calls = 0
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const waits = vi.spyOn(globalThis, 'setTimeout')
    reply = (response) => (++calls === 1 ? json(429, {})(response) : json(200, { code: 0, data: { id: 1 } })(response))
    expect(await ask()).toEqual({ id: 1 })
    expect(waits.mock.calls.map(([, ms]) => ms)).toContain(200)
    vi.restoreAllMocks()
  })

  it('does not follow redirects of the platform', async () => {
    reply = (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    await expect(ask()).rejects.toMatchObject({ name: 'TrainingError' })
  })

  it('never leaves its path', async () => {
    expect(() => client.pathPart('../admin')).toThrow()
    expect(() => client.pathPart('1?x=2')).toThrow()
    await expect(client.training.get(learner, 'train/../admin', {}, z.unknown())).rejects.toMatchObject({ code: 'invalid' })
  })

  it.each(['get', 'post'] as const)('goes on with the token that has replaced its own on the way, also by %s, and stays with it', async (method) => {
    const sent: unknown[] = []
    reply = (response, _url, { authorization }) => {
      sent.push(authorization)
      json(authorization === 'Bearer new' ? 200 : 401, authorization === 'Bearer new' ? { code: 0, data: { id: 5 } } : { code: 1, msg: EXPIRED })(response)
    }
    const newest = vi.fn(async () => 'new')
    const one = new Learner({ id: '1', tenantId: '82', username: 'x', locale: 'zh', token: 'old', newest })
    const call = () => client.training[method](one, 'train/web/x', {}, z.object({ id: z.number() }))
    expect(await Promise.all([call(), call()])).toEqual([{ id: 5 }, { id: 5 }])
    expect(await call()).toEqual({ id: 5 })
    expect(sent.toSorted()).toEqual([...Array<string>(3).fill('Bearer new'), ...Array<string>(2).fill('Bearer old')])
    expect(newest.mock.calls.length).toBeLessThanOrEqual(2)
  })

  it.each<[string, () => Promise<string>, object, number]>([
    ['the same', async () => 'old', { code: 'expired' }, 1],
    ['worth as little', async () => 'another', { code: 'expired' }, 2],
    ['not known yet', () => Promise.reject(new Error('later')), { message: 'later' }, 1],
  ])('fails where the newest token is %s', async (_what, newest, error, times) => {
    let count = 0
    reply = (response) => {
      count += 1
      json(401, { code: 1, msg: EXPIRED })(response)
    }
    const one = new Learner({ id: '1', tenantId: '82', username: 'x', locale: 'zh', token: 'old', newest })
    await expect(client.training.get(one, 'train/web/x', {}, z.unknown())).rejects.toMatchObject(error)
    expect(count).toBe(times)
  })

  it('keeps the token out of what can be printed', () => {
    for (const printed of [JSON.stringify(learner), inspect(learner, { showHidden: true, depth: null }), JSON.stringify({ ...learner })]) expect(printed).not.toContain('secret-token')
  })
})
