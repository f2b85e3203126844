import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteHeaders } from '@/lib/request/noted-headers'

const server = createServer(({ headers }, reply) => reply.end(JSON.stringify({ address: headers['x-socket-address'], within: headers['x-within-page'] })))
const ask = async (headers: Record<string, string>) => (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers })).json()

beforeAll(async () => {
  noteHeaders()
  noteHeaders()
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

it('a request says where it came from and whether a page asks, whatever a client writes there', async () => {
  expect(await ask({ 'x-socket-address': '203.0.113.9', 'x-within-page': '1' })).toEqual({ address: '127.0.0.1', within: '' })
  expect(await ask({ rsc: '1' })).toEqual({ address: '127.0.0.1', within: '1' })
})
