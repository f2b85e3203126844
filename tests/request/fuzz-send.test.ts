// @vitest-environment node
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultOf } from '../support/fuzz/findings'
import type { FuzzRequest } from '../support/fuzz/requests'
import { send } from '../support/fuzz/send'

// What the fuzz takes for an answer where a connection ends without one.

const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.destroy()))
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => server.close(done)))

const target = { name: 'POST /api/x', method: 'POST', path: '/api/x', shape: { type: 'object' } }
const sent = async (more: Partial<FuzzRequest>) => {
  const request = { target, method: 'POST', address: '/api/x', headers: { 'content-type': 'application/json' }, body: '{"a":1}', ...more }
  const reply = await send((server.address() as AddressInfo).port, request, { cookie: 'sid=1' })
  return { status: reply.status, fault: faultOf(reply, request) }
}

it('a connection that ends under a request like any other is no answer, also where there is a body', async () => {
  expect(await sent({})).toEqual({ status: 0, fault: expect.stringMatching(/^gives no answer: .*(?:ECONNRESET|EPIPE|hang up)/) })
  expect(await sent({ body: 'x'.repeat(300_000) })).toMatchObject({ status: 0 })
})

it.each<[string, Partial<FuzzRequest>]>([
  ['an address that no server reads', { address: '/api/\u00e9' }],
  ['a head that is too large', { address: `/api/x?${'y'.repeat(8_000)}`, headers: { 'x-path': 'z'.repeat(8_000) } }],
  ['a connection to be changed', { headers: { connection: 'Upgrade', upgrade: 'websocket' } }],
  ['a last answer', { headers: { connection: 'close' } }],
])('%s may be refused with the body unread', async (_, more) => {
  expect(await sent(more)).toEqual({ status: 400, fault: null })
})
