import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createTrainingApi } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { listen, spelled } from '../listen.ts'
import { createLog } from '../operation/log.ts'

test('a place is spelled as addresses have it', () => {
  expect(['127.0.0.1', '::1', 'api.example'].map((host) => spelled({ host, port: 4000 }))).toEqual(['127.0.0.1:4000', '[::1]:4000', 'api.example:4000'])
})

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

test('a call whose body comes in crumbs is cut off, and one of many pieces is taken', async () => {
  const read = (request: Request) => request.text().then((text) => `${text.length}`, () => 'cut')
  const told: Promise<string>[] = []
  const server = await listen({ port: 0, host: '127.0.0.1' }, (request) => {
    const reading = read(request)
    told.push(reading)
    return reading.then((text) => new Response(text))
  })
  /** The last line of the answer to so many pieces; empty where none comes. */
  const answerTo = async (pieces: number, bytes: number) => {
    let heard = ''
    const sender = connect((server.address() as AddressInfo).port, '127.0.0.1')
    sender.on('data', (text) => (heard += String(text))).on('error', () => {})
    sender.write(`POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n${`${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`.repeat(pieces)}0\r\n\r\n`)
    await new Promise((closed) => sender.on('close', closed))
    return heard.split('\r\n').findLast((line) => /^\d{4,}$/.test(line)) ?? ''
  }
  expect([await answerTo(300_000, 1), await answerTo(10_000, 1), await answerTo(15_000, 100)]).toEqual(['', '10000', '1500000'])
  expect(await Promise.all(told)).toEqual(['cut', '10000', '1500000'])
  await new Promise((closed) => server.close(closed))
})

test('a caller who goes away while the body comes is not taken for a database that has gone', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const { fetch } = createTrainingApi({ log, env: {} } as ApiContext)
  const answers: number[] = []
  const server = await listen({ port: 0, host: '127.0.0.1' }, async (request) => {
    const answer = await fetch(request)
    answers.push(answer.status)
    return answer
  })
  for (const [length, piece] of [['content-length: 9', 'a'], ['transfer-encoding: chunked', '1\r\na\r\n']]) {
    const caller = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const asked = once(server, 'request')
    caller.write(`POST /admin/user/checkUserPhone HTTP/1.1\r\nhost: localhost\r\n${length}\r\n\r\n${piece}`)
    await asked
    caller.destroy()
  }
  await vi.waitFor(() => expect(answers).toEqual([400, 400]), { timeout: 10_000 })
  expect(lines).toEqual([])
  await new Promise((closed) => server.close(closed))
})
