import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { exchange, LateReply, MAX_REPLY_BYTES } from '@/lib/training/transport'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A platform that does as told, and its address. */
async function platform(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const get = { method: 'GET', headers: {}, timeoutMs: 5_000 }
const post = { ...get, method: 'POST', body: '{}' }

/** Answers the first request, and cuts the kept connection as soon as the second comes on it. */
function cutsTheSecond() {
  const seen = new Map<Socket, number>()
  let requests = 0
  const listen: RequestListener = ({ socket }, reply) => {
    requests += 1
    const before = seen.get(socket) ?? 0
    seen.set(socket, before + 1)
    if (before === 1) return void socket.resetAndDestroy()
    reply.end(String(requests))
  }
  return { listen, requests: () => requests }
}

describe('an exchange with the platform', () => {
  it('gives status and text, Chinese and all, and does not follow a redirect', async () => {
    const address = await platform((request, reply) => {
      reply.writeHead(302, { location: 'http://169.254.169.254/' })
      request.pipe(reply)
    })
    expect(await exchange(address, { ...post, body: '{"名":"李明"}' })).toEqual({ status: 302, ok: false, text: '{"名":"李明"}' })
  })

  it('reads once more when the kept connection was closed under it', async () => {
    const { listen, requests } = cutsTheSecond()
    const address = await platform(listen)
    expect((await exchange(address, get)).text).toBe('1')
    expect((await exchange(address, get)).text).toBe('3')
    expect(requests()).toBe(3)
  })

  it('ends when the platform changes the protocol, which nobody asked for', async () => {
    const address = await platform(() => undefined)
    server?.on('connection', (socket) => socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')))
    await expect(exchange(address, get)).rejects.toThrow()
  })

  it('is late also while it waits for one of the connections', async () => {
    const address = await platform(() => undefined)
    const hanging = Array.from({ length: 256 }, () => exchange(address, { ...get, timeoutMs: 9_000 }).catch(() => null))
    await expect(exchange(address, { ...get, timeoutMs: 300 })).rejects.toBeInstanceOf(LateReply)
    server?.closeAllConnections()
    await Promise.all(hanging)
  })

  it('does not wait behind calls that may take long', async () => {
    const address = await platform((request, reply) => void (request.url === '/slow' || reply.end('there')))
    const hanging = Array.from({ length: 256 }, () => exchange(`${address}slow`, { ...post, timeoutMs: 15_000 }).catch(() => null))
    expect((await exchange(address, get)).text).toBe('there')
    server?.closeAllConnections()
    await Promise.all(hanging)
  })

  it.each([['a POST', post], ['a GET that writes', { ...get, isWrite: true }]])('never writes twice by itself: %s', async (_name, write) => {
    const { listen, requests } = cutsTheSecond()
    const address = await platform(listen)
    await exchange(address, write)
    await expect(exchange(address, write)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(requests()).toBe(2)
  })

  it('ends a reply that hangs in the middle, breaks off or has no end', async () => {
    const hanging = await platform((_request, reply) => void reply.write('{'))
    await expect(exchange(hanging, { ...get, timeoutMs: 50 })).rejects.toBeInstanceOf(LateReply)
    const broken = await platform((_request, reply) => {
      reply.writeHead(200, { 'content-length': '100' })
      reply.write('{"code":0', () => reply.destroy())
    })
    await expect(exchange(broken, get)).rejects.toThrow()
    const endless = await platform((_request, reply) => void reply.end(Buffer.alloc(MAX_REPLY_BYTES + 1)))
    await expect(exchange(endless, get)).rejects.toMatchObject({ code: 'malformed' })
    expect((await exchange(endless, { ...get, mostBytes: MAX_REPLY_BYTES + 1 })).text).toHaveLength(MAX_REPLY_BYTES + 1)
  })

  it('is given up with the page that asked', async () => {
    const leaving = new AbortController()
    const address = await platform(() => leaving.abort(new Error('left')))
    await expect(exchange(address, { ...get, signal: leaving.signal })).rejects.toThrow('left')
    await expect(exchange(address, { ...get, signal: leaving.signal })).rejects.toThrow('left')
  })
})
