import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { createGunzip, createZstdDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { gatherReply } from '@/lib/request/gathered-replies'
import { withinPageHeader } from '@/lib/request/noted-headers'

const browser = 'gzip, deflate, br, zstd'
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const open = new Set<ReturnType<typeof createServer>>()

afterEach(async () => {
  for (const server of open) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  open.clear()
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer((asked, reply) => {
    gatherReply(asked, reply)
    listener(asked, reply)
  })
  open.add(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

type Got = { status: number; headers: IncomingHttpHeaders; wire: Buffer; text: string }

const decoded = (wire: Buffer, coding: string | undefined) => (coding === 'zstd' ? zstdDecompressSync(wire) : coding === 'gzip' ? gunzipSync(wire) : wire).toString('utf8')
const decoderOf = (coding: string | undefined) => (coding === 'zstd' ? createZstdDecompress() : coding === 'gzip' ? createGunzip() : new PassThrough()).setEncoding('utf8')

/** What a client gets; `read` is told on the way what it can read so far, nothing of it when the head comes. */
function ask(port: number, { accept = browser, method = 'GET', within = false, read = (_text: string) => {} } = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', method, headers: { ...(accept ? { 'accept-encoding': accept } : {}), ...(within ? { [withinPageHeader]: '1' } : {}) } }, (reply) => {
      const chunks: Buffer[] = []
      let text = ''
      read(text)
      reply.pipe(decoderOf(reply.headers['content-encoding'])).on('data', (part: string) => read((text += part))).on('error', reject)
      reply.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject).on('end', () => {
        const wire = Buffer.concat(chunks)
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, wire, text: decoded(wire, reply.headers['content-encoding']) })
      })
    }).on('error', reject).end()
  })
}

const html = (reply: ServerResponse) => reply.setHeader('Content-Type', 'text/html; charset=utf-8')
const long = '用电安全 '.repeat(1_000)

describe('a reply that is whole at once', () => {
  const page = () => serve((_, reply) => {
    html(reply)
    reply.flushHeaders()
    reply.write(long)
    reply.write(Buffer.from('and the end'))
    reply.end()
  })

  it.each([
    [browser, 'zstd'], ['gzip', 'gzip'], ['gzip;q=1, zstd;q=0', 'gzip'], ['gzip;q=0.2, zstd;q=0.1', 'zstd'], ['*', 'zstd'], ['br', undefined], ['identity', undefined], ['', undefined], ['zstd;q=x', undefined],
  ])('for a client that reads "%s" is sent in one piece as %s', async (accept, coding) => {
    const got = await ask(await page(), { accept })
    expect(got.headers['content-encoding']).toBe(coding)
    expect(got.text).toBe(`${long}and the end`)
    expect(got.headers['content-length']).toBe(String(got.wire.length))
    expect(got.headers['transfer-encoding']).toBeUndefined()
    expect(got.headers.vary).toBe('Accept-Encoding')
    if (coding) expect(got.wire.length).toBeLessThan(500)
  })

  it.each([['zstd'], ['gzip'], [undefined]])('and very large is sent on the way through the encoder, all of it, and tells when it is on its way: %s', async (coding) => {
    const large = '用电安全 '.repeat(60_000)
    const told: string[] = []
    const got = await ask(await serve((_, reply) => {
      html(reply)
      reply.write(long)
      reply.end(large, () => told.push('ended'))
    }), { accept: coding ?? '' })
    expect(got.headers['content-encoding']).toBe(coding)
    expect(got.headers['content-length']).toBe(coding ? undefined : String(got.wire.length))
    expect(got.text === long + large).toBe(true)
    expect(told).toEqual(['ended'])
  })

  it('is left as it is where one packet holds it', async () => {
    const got = await ask(await serve((_, reply) => {
      reply.setHeader('Content-Type', 'application/json')
      reply.end('{"unread":3}')
    }))
    expect(got).toMatchObject({ text: '{"unread":3}', headers: { 'content-length': '12', vary: 'Accept-Encoding' } })
    expect(got.headers['content-encoding']).toBeUndefined()
  })

  it('keeps what else it depends on', async () => {
    const varies = (value: string | string[]) => serve((_, reply) => {
      html(reply)
      reply.setHeader('Vary', value)
      reply.end(long)
    })
    expect((await ask(await varies(['rsc', 'next-url']))).headers.vary).toBe('rsc, next-url, Accept-Encoding')
    expect((await ask(await varies('rsc, accept-encoding'))).headers.vary).toBe('rsc, accept-encoding')
    expect((await ask(await varies('*'))).headers.vary).toBe('*')
  })

  it.each([
    ['an object', (reply: ServerResponse) => reply.writeHead(404, 'Gone away', { 'Content-Type': 'text/html', 'X-Two': ['a', 'b'] })],
    ['a list', (reply: ServerResponse) => reply.writeHead(404, ['Content-Type', 'text/html', 'X-Two', 'a, b'])],
  ])('may have its head written first, with headers as %s', async (_, writeHead) => {
    const got = await ask(await serve((_asked, reply) => {
      reply.setHeader('X-One', '1')
      writeHead(reply).end(long)
    }))
    expect(got).toMatchObject({ status: 404, text: long, headers: { 'x-one': '1', 'x-two': 'a, b', 'content-encoding': 'zstd' } })
  })

  it('tells whoever wrote it when it is on its way', async () => {
    const told: string[] = []
    await ask(await serve((_, reply) => {
      html(reply)
      reply.write('é', 'latin1', () => told.push('written'))
      reply.on('finish', () => told.push('finished'))
      reply.end(() => told.push('ended'))
    }))
    expect(told).toEqual(['written', 'ended', 'finished'])
  })

  it('has the bytes of the encoding it was written in', async () => {
    const got = await ask(await serve((_, reply) => {
      html(reply)
      reply.write('6162', 'hex')
      reply.end('Y2Q=', 'base64')
    }))
    expect(got.text).toBe('abcd')
  })
})

describe('a reply that is none of ours', () => {
  const bytes = Buffer.alloc(4_000, 1)
  it.each<[string, (asked: IncomingMessage, reply: ServerResponse) => void]>([
    ['a picture', (_, reply) => reply.setHeader('Content-Type', 'image/png').end(bytes)],
    ['events', (_, reply) => reply.setHeader('Content-Type', 'text/event-stream').end(bytes)],
    ['no type', (_, reply) => void reply.end(bytes)],
    ['encoded already', (_, reply) => reply.setHeader('Content-Type', 'text/css').setHeader('Content-Encoding', 'br').end(bytes)],
    ['not to be changed', (_, reply) => reply.setHeader('Content-Type', 'text/css').setHeader('Cache-Control', 'no-transform, max-age=5').end(bytes)],
    ['a part', (_, reply) => reply.writeHead(206, { 'Content-Type': 'text/vtt', 'Content-Range': 'bytes 0-3999/8000', 'Content-Length': 4000 }).end(bytes)],
  ])('passes as it is: %s', async (_, listener) => {
    const got = await ask(await serve(listener))
    expect(got.wire).toEqual(bytes)
    expect(['zstd', 'gzip']).not.toContain(got.headers['content-encoding'])
  })

  it('has no body where there is none: a head alone, nothing new, a way to elsewhere', async () => {
    const whole = (status: number) => serve((_, reply) => {
      html(reply)
      reply.writeHead(status, { Location: '/x' }).end()
    })
    expect(await ask(await whole(200), { method: 'HEAD' })).toMatchObject({ status: 200, text: '', headers: { vary: 'Accept-Encoding' } })
    expect(await ask(await whole(304))).toMatchObject({ status: 304, text: '' })
    expect(await ask(await whole(204))).toMatchObject({ status: 204, text: '' })
    expect(await ask(await whole(307))).toMatchObject({ status: 307, text: '', headers: { 'content-length': '0', location: '/x' } })
  })
})

it.each([['text/html', 200], ['image/png', 200], ['text/html', 308], ['image/png', 304]])('a reply says nowhere where inside it was found, but to the browser’s router, and once where to go: %s, %i', async (type, status) => {
  const got = await ask(await serve((_, reply) => {
    reply.setHeader('x-middleware-rewrite', '/82/zh/Home').setHeader('x-nextjs-rewritten-path', '/82/zh/Home').setHeader('Refresh', '0;url=/Home')
    reply.writeHead(status, { Location: '/Home', 'Content-Type': type }).end(status === 200 ? long : undefined)
  }))
  expect(['x-middleware-rewrite', 'refresh', 'x-nextjs-rewritten-path', 'location'].map((name) => got.headers[name])).toEqual([undefined, undefined, '/82/zh/Home', '/Home'])
})
it.each([[{}, 'text/plain; charset=utf-8'], [{ 'content-type': 'text/html; charset=utf-8' }, 'text/html; charset=utf-8']])('an address to go to says of what kind its body is, with %j', async (told, kind) => {
  const got = await ask(await serve((_, reply) => reply.writeHead(308, { location: '/x', ...told }).end('/x')))
  expect([got.status, got.headers['content-type'], got.text]).toEqual([308, kind, '/x'])
})

describe('a reply that takes longer', () => {
  it.each([browser, 'gzip', ''])('shows each part when nothing more comes for a moment, to a client that reads "%s"', async (accept) => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const port = await serve(async (_, reply) => {
      html(reply)
      reply.write(`${long}first`)
      await first.promise
      reply.write('second')
      await second.promise
      reply.end('third')
    })
    // The next part is written when this one has been read: what is not shown before it would never end.
    const got = await ask(port, { accept, read: (text) => {
      if (text.endsWith('first')) first.resolve()
      if (text.endsWith('second')) second.resolve()
    } })
    expect(got.text).toBe(`${long}firstsecondthird`)
    expect(got.headers['content-length']).toBeUndefined()
  })

  it('is still sent in one piece where a page is shown meanwhile, unless it takes much longer', async () => {
    const after = (moment: () => Promise<unknown>) => serve(async (_, reply) => {
      html(reply)
      reply.write(`${long}first`)
      await moment()
      reply.end('second')
    })
    const soon = await ask(await after(() => later(120)), { within: true })
    expect(soon).toMatchObject({ text: `${long}firstsecond`, headers: { 'content-length': String(soon.wire.length) } })
    const read = Promise.withResolvers<void>()
    const late = await ask(await after(() => read.promise), { within: true, read: (text) => void (text.endsWith('first') && read.resolve()) })
    expect(late.text).toBe(`${long}firstsecond`)
    expect(late.headers['content-length']).toBeUndefined()
  })

  it.each([browser, 'gzip', ''])('says its head while its body is still made, to a client that reads "%s"', async (accept) => {
    const heard = Promise.withResolvers<void>()
    const port = await serve(async (_, reply) => {
      html(reply)
      reply.flushHeaders()
      // Without its head before, there would be no body.
      await heard.promise
      reply.end('late')
    })
    expect((await ask(port, { accept, read: () => heard.resolve() })).text).toBe('late')
  })

  it.each([browser, 'gzip', ''])('waits for a slow reader instead of filling the memory, and loses nothing (reads "%s")', async (accept) => {
    const parts = Array.from({ length: 600 }, (_, at) => `${at} ${Math.random()} `.repeat(1_000))
    let waits = 0
    const port = await serve((_, reply) => {
      html(reply)
      reply.on('drain', () => (waits += 1))
      Readable.from(parts.map((part) => Buffer.from(part))).pipe(reply)
    })
    const got = await new Promise<string>((resolve, reject) => {
      request({ port, headers: accept ? { 'accept-encoding': accept } : {} }, async (reply) => {
        const chunks: Buffer[] = []
        for await (const chunk of reply) {
          chunks.push(chunk as Buffer)
          if (chunks.length % 50 === 0) await later(1)
        }
        resolve(decoded(Buffer.concat(chunks), reply.headers['content-encoding']))
      }).on('error', reject).end()
    })
    expect(got).toBe(parts.join(''))
    expect(waits).toBeGreaterThan(0)
  })

  it('ends with the connection, whoever ends it', async () => {
    let closed = 0
    const port = await serve(async (_, reply) => {
      html(reply)
      reply.on('close', () => (closed += 1))
      reply.write(long)
      await later(60)
      reply.write('to nobody')
      reply.end()
    })
    const gone = await new Promise<string>((resolve) => {
      const sent = request({ port, headers: { 'accept-encoding': 'gzip' } }, (reply) => reply.once('data', () => sent.destroy()))
      sent.on('error', () => {}).on('close', () => resolve('gone')).end()
    })
    expect(gone).toBe('gone')
    await vi.waitFor(() => expect(closed).toBe(1), { timeout: 10_000 })

    let cut = () => {}
    const broken = await serve((_, reply) => {
      html(reply)
      reply.write(long)
      cut = () => reply.destroy()
    })
    const ended = await new Promise<string>((resolve) => {
      request({ port: broken, headers: { 'accept-encoding': 'gzip' } }, (reply) => {
        reply.once('data', () => cut()).resume()
        reply.on('end', () => resolve('whole')).on('error', ({ message }) => resolve(message))
      }).on('error', ({ message }) => resolve(`no reply: ${message}`)).end()
    })
    expect(ended).toBe('aborted')
  })
})

it('is read as it was written, whatever the parts, their pauses and what the client reads', async () => {
  const part = fc.record({ text: fc.oneof(fc.string(), fc.string({ unit: 'grapheme', maxLength: 50 }).map((text) => text.repeat(3_000))), pause: fc.constantFrom(0, 0, 0, 1, 25) })
  await fc.assert(fc.asyncProperty(fc.array(part, { maxLength: 6 }), fc.constantFrom(browser, 'gzip', ''), fc.boolean(), async (parts, accept, endsWithText) => {
    const port = await serve(async (_, reply) => {
      html(reply)
      for (const [at, { text, pause }] of parts.entries()) {
        if (endsWithText && at === parts.length - 1) return void reply.end(text)
        reply.write(text)
        if (pause > 0) await later(pause)
      }
      reply.end()
    })
    expect((await ask(port, { accept })).text).toBe(parts.map(({ text }) => text).join(''))
  }), { numRuns: 60 })
})
