import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endCrumbledBodies } from '@/lib/request/crumbled-bodies'

const server = createServer()
beforeAll(async () => {
  endCrumbledBodies()
  endCrumbledBodies()
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

/** What of a body of so many pieces a server reads, and whether it comes to its end. */
async function read(pieces: number, bytes: number) {
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sender.on('error', () => {})
  sender.write(`POST /login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${`${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`.repeat(pieces)}0\r\n\r\n`)
  const [request, response] = await once(server, 'request')
  const taken = { pieces: 0, bytes: 0 }
  ;(request as IncomingMessage).on('data', (piece: Buffer) => {
    taken.pieces += 1
    taken.bytes += piece.length
  })
  const isWhole = await once(request, 'end').then(() => true, () => false)
  response.end()
  sender.destroy()
  return { ...taken, isWhole }
}

it.each([[10_500, 1], [20_000, 1], [300_000, 1], [20_000, 40]])('a body of %i pieces of %i bytes is not read to its end, and nothing of it beyond the first ten thousand', async (pieces, bytes) => {
  const taken = await read(pieces, bytes)
  expect(taken.isWhole).toBe(false)
  expect(taken.pieces).toBeLessThanOrEqual(10_000)
})

it.each([[10_000, 1], [30_000, 100], [30_000, 70], [200, 10_000]])('a body of %i pieces of %i bytes is read whole', async (pieces, bytes) => {
  expect(await read(pieces, bytes)).toMatchObject({ bytes: pieces * bytes, isWhole: true })
})
