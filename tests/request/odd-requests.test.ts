import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostLines, refuseOddRequests } from '@/lib/request/odd-requests'
import { rawHttp } from '../support/raw-http'

const server = createServer((request, response) => response.end(`host=${request.headers.host}${request.headers['x-forwarded-host'] ?? ''} ${request.method} ${request.url}`))
const ask = async (...hosts: string[]) => (await rawHttp((server.address() as AddressInfo).port, ['GET / HTTP/1.1', ...hosts])).body
beforeAll(() => new Promise<void>((done) => {
  refuseOddRequests()
  server.listen(0, '127.0.0.1', () => done())
}))
afterAll(() => new Promise<void>((done) => void server.close(() => done())))

describe('a request', () => {
  it('with one host keeps it', async () => {
    expect(await ask('Host: localhost')).toContain('host=localhost')
  })
  it.each([[['Host: localhost', 'Host: bgy.localhost']], [['host: localhost', 'HOST: localhost']]])('with two has none: %j', async (hosts) => {
    expect(await ask(...hosts)).not.toContain('localhost')
  })
  it.each(['http://bgy.localhost/login', 'https://bgy.localhost', 'bgy.localhost/x', '*'])('for a whole address names no host: %s', async (address) => {
    const { body } = await rawHttp((server.address() as AddressInfo).port, [`${address === '*' ? 'OPTIONS' : 'GET'} ${address} HTTP/1.1`, 'Host: localhost']).catch(() => ({ body: '' }))
    expect(body).not.toMatch(/localhost/)
  })
  it.each(['/%', '/api/files/%ff', '/api/files/%E0%A4%A?x=1', '/login/%zz/'])('whose path cannot be read names no host: %s', async (address) => {
    expect((await rawHttp((server.address() as AddressInfo).port, [`GET ${address} HTTP/1.1`, 'Host: localhost', 'X-Forwarded-Host: localhost'])).body).toBe('host= GET /')
  })
  it.each(['/%E5%AE%89', '/login?name=%ff', '/100%25'])('whose path can is left alone: %s', async (address) => {
    expect((await rawHttp((server.address() as AddressInfo).port, [`GET ${address} HTTP/1.1`, 'Host: localhost'])).body).toBe(`host=localhost GET ${address}`)
  })
  it('with TRACE is of no known method', async () => {
    expect((await rawHttp((server.address() as AddressInfo).port, ['TRACE /login HTTP/1.1', 'Host: localhost'])).body).toContain('PROPFIND /login')
  })
  it('is read by names, not by values', () => {
    expect(hostLines(['Host', 'a', 'X', 'host', 'host', 'b'])).toBe(2)
    expect(hostLines(['Host', 'host'])).toBe(1)
  })
})
