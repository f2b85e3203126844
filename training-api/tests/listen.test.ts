import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '../listen.ts'

test('who takes nothing of an answer any more is cut off, and what is sent is let go', async () => {
  const letGo = Promise.withResolvers<string>()
  const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)), cancel: () => letGo.resolve('let go') })
  const server = await listen({ port: 0, host: '127.0.0.1' }, () => new Response(endless()), { cutAfterMs: 2_000 })
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  reader.pause()
  reader.on('error', () => {})
  reader.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(await letGo.promise).toBe('let go')
  reader.destroy()
  await new Promise((closed) => server.close(closed))
})
