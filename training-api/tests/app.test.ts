import { EventEmitter } from 'node:events'
import { Hono } from 'hono'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { maybe, maybeText, paging, readSources, wireId, wireIds, wireInt, wireList, wireMoment, wireNumber, wireText } from '../params.ts'
import { page, readWireTime, wireDate, wirePercent, wireTime } from '../envelope.ts'
import { createLog, faultOf, hearTheRest } from '../operation/log.ts'
import { messages } from '../rules/messages.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('is healthy and ready while the process lives, also while its database is away: each call says so then', async () => {
  const execute = vi.spyOn(api.db, 'execute').mockRejectedValue(new Error('gone'))
  expect(await (await api.fetch('/health')).json()).toEqual({ status: 'ok' })
  const reply = await api.fetch('/ready')
  expect([reply.status, await reply.json()]).toEqual([200, { status: 'ready' }])
  execute.mockRestore()
})

test('the log tells what went wrong and where, not what somebody wrote', () => {
  const driver = Object.assign(new Error('invalid input syntax for type bigint: "13800138000"'), { code: '22P02', detail: 'Key (phone)=(13800138000) exists.' })
  const told = faultOf(new Error('Failed query: select 1 from learners where phone = $1\nparams: 13800138000,secret', { cause: driver }))
  expect(told).toMatchObject({ type: 'Error', sqlState: '22P02', message: 'Failed query: select 1 from learners where phone = $1', cause: { message: 'invalid input syntax for type bigint' } })
  expect(told.at[0]).toContain('app.test.ts')
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  log.error({ err: driver, phone: '13800138000', password: 'secret', ticket: `82.${'s'.repeat(32)}` }, 'a call failed')
  log.error({ err: new Error(`no launch has 82.${'s'.repeat(32)}, nor 6.5`) }, 'a call failed')
  expect(lines.join('')).toContain('a call failed')
  expect(lines.join('')).toContain('no launch has ***, nor 6.5')
  for (const secret of ['13800138000', 'secret', 'ssss']) expect(JSON.stringify(told) + lines.join('')).not.toContain(secret)
})

test.each([
  ['a long query stays but for its end', `Failed query: select ${'"a", '.repeat(600)}`, /^Failed query: select (?:"a", ){395}"a",$/],
  ['what is told before stays out', `cannot read "13812345678" of ${'x'.repeat(3_000)}`, /^cannot read  of x+$/],
  ['what is cut in two goes', `no such "${'x'.repeat(1_980)}13800138000"`, /^no such $/],
  ['so does what has marks in it', `no such: "secret"${'x'.repeat(1_980)}13800138000"`, /^no such$/],
  ['digits without an end go', `no such "${'1'.repeat(100_000)}`, /^no such $/],
])('of a message of any length the log tells the beginning: %s', (_what, message, told) => {
  expect(faultOf(new Error(message)).message).toMatch(told)
})

describe('errors', () => {
  test('an unknown path or method is 404 with the envelope', async () => {
    expect(await api.visitor(82).get('/train/nothing')).toMatchObject({ status: 404, code: 1, data: null })
    expect((await api.visitor(82).put('/admin/user/checkUserPhone')).status).toBe(404)
  })

  test.each(['{', '[1]', '"text"', '7', '{"phone":1,}'])('the body %s is 400', async (body) => {
    const reply = await api.fetch('/admin/user/checkUserPhone', { method: 'POST', body })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toEqual({ code: 1, msg: expect.any(String), data: null })
  })

  test.each([
    ['without room on the disk', Object.assign(new Error('could not extend file'), { code: '53100' }), 507, messages.diskFull],
    ['while the database is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503, messages.databaseAway],
  ])('%s a call is refused for now, in words for people', async (_when, driver, status, words) => {
    const select = vi.spyOn(api.db, 'select').mockImplementation(() => {
      throw new Error('Failed query: select 1', { cause: driver })
    })
    const reply = await api.fetch('/admin/tenant/tenantExt?domain=nobody.example')
    select.mockRestore()
    expect([reply.status, reply.headers.get('retry-after'), await reply.json()]).toEqual([status, '5', { code: 1, msg: words, data: null }])
    expect((await api.fetch('/admin/tenant/tenantExt?domain=nobody.example')).status).toBeLessThan(500)
  })

  test('a text with the character 0, or with half of a character, is 400, wherever it stands', async () => {
    expect((await api.fetch('/admin/tenant/tenantExt?domain=a%00b')).status).toBe(400)
    const path = '/admin/user/checkUserPhone'
    for (const body of ['{"phone":"1\\u0000"}', '{"x":[{"\\u0000":1}]}', 'phone=%00', '{"phone":"13800000001","x":["\\ud83c"]}', '{"phone":"13800000001","\\udf93":1}']) {
      const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
      const reply = await api.fetch(path, { method: 'POST', body, headers: { 'content-type': type } })
      expect(reply.status).toBe(400)
    }
  })

  test.each(['22003', '22007', '22008', '22021', '22P02', '22P05', '54000'])('a value that the database does not take (%s) is 400', async (code) => {
    const select = vi.spyOn(api.db, 'select').mockImplementation(() => {
      throw new Error('Failed query: select 1', { cause: Object.assign(new Error('unfit'), { code }) })
    })
    expect((await api.fetch('/admin/tenant/tenantExt?domain=nobody.example')).status).toBe(400)
    select.mockRestore()
  })

  test('a field that is wrong is named', async () => {
    const reply = await api.visitor(82).post('/admin/user/checkUserPhone', { phone: '13800000001', tenantId: 'x' })
    expect(reply).toMatchObject({ status: 400, msg: expect.stringContaining('tenantId') })
  })

  test('a body of more than a megabyte is 400, whatever is asked', async () => {
    const reply = await api.visitor(82).post('/admin/user/checkUserPhone', { phone: 'x'.repeat(1024 * 1024) })
    expect(reply).toMatchObject({ status: 400, code: 1, msg: messages.tooLarge })
    expect((await api.visitor(82).post('/train/app/note', { noteContent: 'x'.repeat(1_100_000) })).status).toBe(400)
  })

  test('a body is believed to be as long as it says, where the server takes no other, and counted where it comes in pieces', async () => {
    const post = (body: string, headers: Record<string, string>) => api.fetch('/admin/user/checkUserPhone', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
    const large = JSON.stringify({ phone: 'x'.repeat(1024 * 1024) })
    expect([(await post('{}', { 'content-length': '1048577' })).status, (await post(large, { 'content-length': '9', 'transfer-encoding': 'chunked' })).status]).toEqual([400, 400])
    expect((await post('{"phone":"13800000001","tenantId":82}', { 'content-length': '37' })).status).toBe(200)
  })

  test('are heard of when nobody caught them; a promise that failed is outlived', () => {
    const lines: string[] = []
    const [teller, codes] = [new EventEmitter(), [] as number[]]
    hearTheRest(createLog('info', { write: (line: string) => void lines.push(line) }), Object.assign(teller, { exit: (code: number) => void codes.push(code) }))
    teller.emit('unhandledRejection', new Error('of a promise'))
    expect([lines.length, codes]).toEqual([1, []])
    teller.emit('uncaughtException', new Error('of anything else'))
    expect([lines.length, codes]).toEqual([2, [1]])
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 50, err: { message: 'of a promise' } })
  })

  test('a fault of ours is 500 without any detail', async () => {
    const broken = await startTestApi()
    await broken.database.close()
    const reply = await broken.visitor(82).get('/admin/tenant/tenantExt', { domain: 'localhost' })
    expect(reply).toMatchObject({ status: 500, code: 1, data: null })
    expect(JSON.stringify(reply.raw)).not.toMatch(/select|pool|\.ts/i)
    await broken.close().catch(() => {})
  })
})

describe('parameters', () => {
  const phone = '13800000001'

  test('are read from query, form, multipart and JSON alike', async () => {
    const path = '/admin/user/checkUserPhone'
    const form = new FormData()
    form.set('phone', phone)
    const sent = [
      api.fetch(`${path}?phone=${phone}`, { method: 'POST' }),
      api.fetch(path, { method: 'POST', body: new URLSearchParams({ phone }) }),
      api.fetch(path, { method: 'POST', body: form }),
      api.fetch(path, { method: 'POST', body: JSON.stringify({ phone }) }),
      api.fetch(`${path}?phone=1`, { method: 'POST', body: JSON.stringify({ phone }) }),
      api.fetch(`${path}?phone=${phone}`, { method: 'POST', body: 'null' }),
    ]
    for (const reply of await Promise.all(sent)) expect(await reply.json()).toMatchObject({ code: 0, data: 0 })
  })

  test('a list is a key that is repeated, in its order', async () => {
    const read = async (query: string) => {
      const sources = new Hono().get('/', async (c) => c.json((await readSources(c)).query))
      return (await sources.request(`/?${query}`)).json()
    }
    expect(await read('a=1&b=x&a=2&a=3')).toEqual({ a: ['1', '2', '3'], b: 'x' })
    expect(await read('__proto__=1&a=1')).toEqual(JSON.parse('{"__proto__":"1","a":"1"}'))
  })

  test.each([
    ['a name repeated', 'a&'.repeat(500_000)],
    ['as many names', Array.from({ length: 100_000 }, (_, n) => `${n}&`).join('')],
    ['one pair too many', 'a&'.repeat(1001)],
  ])('a form of a thousand pairs is the largest: %s is 400', async (_what, body) => {
    const sent = (text: string) => api.fetch('/admin/user/checkUserPhone', { method: 'POST', body: text, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    const reply = await sent(body)
    expect([reply.status, await reply.json()]).toEqual([400, { code: 1, msg: messages.malformed, data: null }])
    expect(await (await sent(`phone=${phone}&${'a&'.repeat(999)}`)).json()).toMatchObject({ code: 0 })
  })

  test('a form that is too large is not even read: that would take seconds', async () => {
    const read = vi.fn()
    vi.stubGlobal('URLSearchParams', class extends URLSearchParams {
      constructor(given?: string) {
        super(given)
        read(given?.length)
      }
    })
    const parts = [vi.spyOn(Request.prototype, 'formData'), vi.spyOn(Response.prototype, 'formData')]
    const sent = async (type: string, body: string) => (await api.fetch('/admin/user/checkUserPhone', { method: 'POST', body, headers: { 'content-type': type } })).status
    const inParts = (many: number, boundary = 'xx') => `${`--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n`.repeat(many)}--${boundary}\r\ncontent-disposition: form-data; name="phone"\r\n\r\n${phone}\r\n--${boundary}--`
    const ofParts = 'multipart/form-data; boundary='
    try {
      expect([await sent('application/x-www-form-urlencoded', 'a&'.repeat(1001)), await sent(`${ofParts}xx`, inParts(1000)), await sent(`${ofParts}"a b"`, inParts(9_000, 'a b')), await sent('multipart/form-data', inParts(1))]).toEqual([400, 400, 400, 400])
      expect([read, ...parts].map((one) => one.mock.calls.length)).toEqual([0, 0, 0])
      expect([await sent('application/x-www-form-urlencoded', `phone=${phone}`), await sent(`${ofParts}xx; charset=utf-8`, inParts(999)), await sent(`${ofParts}"a b"`, inParts(2, 'a b'))]).toEqual([200, 200, 200])
      expect(read.mock.calls.length + parts.flatMap((one) => one.mock.calls).length).toBe(3)
    } finally {
      vi.unstubAllGlobals()
      for (const one of parts) one.mockRestore()
    }
  })

  test.each<[string, z.ZodType, unknown, unknown]>([
    ['an id as a number', wireId, 7, 7],
    ['an id as digits', wireId, '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['an id of 64 bits', wireId, '9223372036854775807', Number.MAX_SAFE_INTEGER],
    ['an id of 64 bits as a number', wireId, 2 ** 62, Number.MAX_SAFE_INTEGER],
    ['an absent field', maybe(wireId), '', undefined],
    ['the word undefined', maybe(wireId), 'undefined', undefined],
    ['null', maybe(wireText), null, undefined],
    ['no text', maybeText(wireText), '', undefined],
    ['null for a text', maybeText(wireText), null, undefined],
    ['the word null as a text', maybeText(wireText), 'null', 'null'],
    ['a whole number', wireInt, '-3', -3],
    ['a number', wireNumber, '59.5', 59.5],
    ['a number with the crumbs of binary fractions', wireNumber, '59.99999999999999', 59.99999999999999],
    ['crumbs of what is nothing', wireNumber, '1.4210854715202004e-14', 1.4210854715202004e-14],
    ['crumbs as other languages write them', wireNumber, '-1.42E-14', -1.42e-14],
    ['a text', wireText, ' a ', 'a'],
    ['a moment', wireMoment, '2026-03-10 10:00:00', new Date('2026-03-10T02:00:00Z')],
    ['a list of one', wireList(wireId, 2), '7', [7]],
    ['a list', wireList(wireId, 2), ['7', 8], [7, 8]],
    ['no list', wireList(wireId, 2), undefined, []],
    ['ids by comma', wireIds, '1,2,3', [1, 2, 3]],
    ['no ids', wireIds, '', []],
    ['a page', z.object(paging(8)), { current: '2', size: '' }, { current: 2, size: 8 }],
    ['a page far past the end', z.object(paging(8)), { current: '99999999999' }, { current: 1_000_000, size: 8 }],
    ['a page of more than 500', z.object(paging(8)), { size: 9000 }, { current: 1, size: 500 }],
  ])('%s', (_case, schema, given, expected) => {
    expect(schema.parse(given)).toEqual(expected)
  })

  test.each<[string, z.ZodType, unknown]>([
    ['a negative id', wireId, -1],
    ['an id of 0', wireId, '0'],
    ['an id with a fraction', wireId, 1.5],
    ['an id of more than 64 bits', wireId, '9'.repeat(20)],
    ['a hexadecimal id', wireId, '0x10'],
    ['an id as a list', wireId, ['1', '2']],
    ['a number too many', wireInt, '1e9'],
    ['nothing as a number', wireNumber, 'NaN'],
    ['a number without end', wireNumber, '1e999'],
    ['a day that is none', wireMoment, '2026-02-30 10:00:00'],
    ['a moment of the year 0', wireMoment, '0000-06-01 00:00:00'],
    ['a moment of the year 0 in the time of the world', wireMoment, '0001-01-01 00:00:00'],
    ['a page 0', z.object(paging(8)), { current: 0 }],
    ['a page of words', z.object(paging(8)), { size: 'all' }],
    ['an id among ids', wireIds, '1,x'],
  ])('%s is refused', (_case, schema, given) => {
    expect(schema.safeParse(given).success).toBe(false)
  })

  test('a list that is too long is refused as a whole: none of its items is looked at', () => {
    const looked = vi.fn()
    const list = z.object({ list: wireList(z.unknown().transform(looked), 2) })
    expect(list.safeParse({ list: [{}, {}, {}] }).error?.issues).toMatchObject([{ code: 'too_big', path: ['list'] }])
    expect(looked).not.toHaveBeenCalled()
    expect([list.safeParse({ list: [{}, {}] }).success, looked.mock.calls.length]).toEqual([true, 2])
  })
})

describe('the wire', () => {
  test('writes moments and days in Shanghai and reads them back', () => {
    const moment = new Date('2026-12-31T16:30:05Z')
    expect(wireTime(moment)).toBe('2027-01-01 00:30:05')
    expect(wireDate(moment)).toBe('2027-01-01')
    expect(readWireTime('2027-01-01 00:30:05')).toEqual(moment)
    expect([wireTime(null), wireDate(null)]).toEqual([null, null])
  })

  test.each([[0, '0%'], [33, '33%'], [100, '100%']])('writes progress of %s as %s', (percent, written) => {
    expect(wirePercent(percent)).toBe(written)
  })

  test('writes a page with the fields nobody reads', () => {
    expect(page(['a'], 12, { current: 2, size: 8 })).toEqual({
      records: ['a'],
      total: 12,
      size: 8,
      current: 2,
      pages: 2,
      orders: [],
      optimizeCountSql: true,
      hitCount: false,
      countId: null,
      maxLimit: null,
      searchCount: true,
    })
  })
})
