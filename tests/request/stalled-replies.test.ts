import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { endStalled } from '@/lib/request/stalled-replies'

const open: { servers: Server[]; sockets: Socket[] } = { servers: [], sockets: [] }
afterEach(() => {
  for (const socket of open.sockets.splice(0)) socket.destroy()
  for (const server of open.servers.splice(0)) server.close()
})

/** A web that is asked for an address by somebody who takes nothing of the reply. */
async function asked(address: string, stalledMs?: number): Promise<{ response: ServerResponse; reader: Socket }> {
  const server = createServer()
  open.servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  open.sockets.push(reader)
  reader.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  endStalled(response, stalledMs)
  return { response, reader }
}

it.each(['/api/files/train/file/a.mp4', '/content/ticket/p/a/index.html', '/news', '/api/exams/receipts', '/api/account/record', '/content/ticket'])('%s is ended when nobody takes it any more', async (address) => {
  const { response } = await asked(address, 200)
  response.end(Buffer.alloc(64 * 1024 * 1024))
  await once(response, 'close')
  expect([response.writableFinished, response.socket?.destroyed ?? true]).toEqual([false, true])
})

it('a reply that has not begun may take longer, and only then it is ended', async () => {
  const { response } = await asked('/api/account/record', 100)
  await once(response, 'timeout')
  expect(response.destroyed).toBe(false)
  response.end(Buffer.alloc(64 * 1024 * 1024))
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
})

it('a reply has five minutes for that, and what follows on its connection as many of its own', async () => {
  const { response, reader } = await asked('/news')
  const socket = response.socket!
  expect(socket.timeout).toBe(300_000)
  response.end('all of it')
  await once(reader, 'data')
  reader.write('GET /api/messages/unread HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [, next] = (await once(open.servers[0]!, 'request')) as [unknown, ServerResponse]
  expect([next.socket, socket.timeout]).toEqual([socket, 0])
  endStalled(next)
  expect([socket.timeout, socket.listenerCount('timeout')]).toEqual([300_000, 1])
})
