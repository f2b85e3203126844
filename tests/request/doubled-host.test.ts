import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostLines, refuseDoubledHosts } from '@/lib/request/doubled-host'
import { rawHttp } from '../support/raw-http'

const server = createServer((request, response) => response.end(`host=${request.headers.host}`))
const ask = async (...hosts: string[]) => (await rawHttp((server.address() as AddressInfo).port, ['GET / HTTP/1.1', ...hosts])).body
beforeAll(() => new Promise<void>((done) => {
  refuseDoubledHosts()
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
  it('is read by names, not by values', () => {
    expect(hostLines(['Host', 'a', 'X', 'host', 'host', 'b'])).toBe(2)
    expect(hostLines(['Host', 'host'])).toBe(1)
  })
})
