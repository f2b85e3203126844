import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { endStalled } from '@/lib/request/stalled-files'

const open: { servers: Server[]; sockets: Socket[] } = { servers: [], sockets: [] }
afterEach(() => {
  for (const socket of open.sockets.splice(0)) socket.destroy()
  for (const server of open.servers.splice(0)) server.close()
})

/** A web that answers an address with this, and somebody who has asked for it and takes nothing. */
async function asked(address: string, answer: (response: ServerResponse) => void, stalledMs?: number): Promise<{ response: ServerResponse; reader: Socket }> {
  const server = createServer()
  open.servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  open.sockets.push(reader)
  reader.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const [request, response] = (await once(server, 'request')) as [Parameters<typeof endStalled>[0], ServerResponse]
  endStalled(request, response, stalledMs)
  answer(response)
  return { response, reader }
}

it.each(['/api/files/train/file/a.mp4', '/api/public/files/admin/file/a.png?x=1', '/content/ticket/p/a/index.html'])('%s is ended when nobody takes it any more', async (address) => {
  const { response } = await asked(address, (reply) => void reply.write(Buffer.alloc(64 * 1024 * 1024)), 200)
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
})

it('a file has five minutes for that; what follows on its connection, and everything else, has no end set', async () => {
  const { response, reader } = await asked('/api/files/train/file/a.mp4', () => undefined)
  expect(response.socket!.timeout).toBe(300_000)
  const socket = response.socket!
  response.end('all of it')
  await once(reader, 'data')
  reader.write('GET /api/messages/unread HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(open.servers[0]!, 'request')
  expect(socket.timeout).toBe(0)
  for (const address of ['/news', '/api/messages/unread', '/content/ticket/commit', '/content/ticket']) expect((await asked(address, () => undefined)).response.socket!.timeout ?? 0, address).toBe(0)
})
