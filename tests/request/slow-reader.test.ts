import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { gatherReply } from '@/lib/request/gathered-replies'

const server = createServer()
afterEach(async () => {
  server.removeAllListeners('request').closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const PARTS = 6_000
/** Text that becomes a twentieth as long, and never comes again. */
const part = () => Buffer.from(Array.from({ length: 100 }, (_, at) => `${at}${'用电安全'.repeat(20)}${Math.random()}`).join(''))

it.each(['zstd', 'gzip'])('holds no more than a little for a client that reads nothing, and loses nothing, also of text that becomes much shorter (%s)', { timeout: 60_000 }, async (coding) => {
  let [made, most, bytes] = [0, 0, 0]
  server.on('request', (asked, reply) => {
    gatherReply(asked, reply)
    reply.setHeader('Content-Type', 'text/html; charset=utf-8')
    new Readable({ read() {
      most = Math.max(most, reply.writableLength)
      made += 1
      const next = made > PARTS ? null : part()
      bytes += next?.length ?? 0
      this.push(next)
    } }).pipe(reply)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const reply = await new Promise<IncomingMessage>((resolve, reject) => request({ port: (server.address() as AddressInfo).port, headers: { 'accept-encoding': coding } }, resolve).on('error', reject).end())
  // Until nothing more is asked of the source: what the network takes is the system's affair.
  for (let before = -1; before !== made;) {
    before = made
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(most).toBeLessThan(1_000_000)
  let read = 0
  for await (const chunk of reply.pipe(coding === 'zstd' ? createZstdDecompress() : createGunzip())) read += (chunk as Buffer).length
  expect(read).toBe(bytes)
  expect(made).toBe(PARTS + 1)
})
