import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { env } from '@/lib/env'
import { requestDomain } from '@/lib/request/domains'
import { isOwnRequest } from '@/lib/request/gate'

// The grown form runs so: behind Caddy, which overwrites this header. What still comes as a list was not written by it.
beforeEach(() => {
  env.TRUST_PROXY = true
})
afterEach(() => {
  env.TRUST_PROXY = false
  env.PUBLIC_SCHEME = 'http'
})
const domain = (headers: Record<string, string>) => requestDomain(new Headers(headers))
const isOwn = (headers: Record<string, string>) => isOwnRequest(new Request('http://inside/api/notes/add', { method: 'POST', headers }))
/** What a proxy or a visitor may have written that names no host, or more than one. */
const forged = ['one.example, two.example', 'two.example, one.example', 'one.example,two.example', 'one.example, one.example', 'one.example two.example', 'https://one.example', 'one.example/x', 'x@one.example', 'one.example:99999', ',', '']

describe('the host a request came for, behind a proxy of ours', () => {
  it('is what the proxy says, and the request’s own where it says nothing', () => {
    expect(domain({ host: 'web-1:3000', 'x-forwarded-host': 'One.example:8443' })).toBe('one.example')
    expect(domain({ host: 'one.example' })).toBe('one.example')
  })

  it.each(forged)('is none where it is told %j', (told) => {
    expect(domain({ host: 'one.example', 'x-forwarded-host': told })).toBeNull()
  })

  it('is the request’s own without a proxy, whatever is told', () => {
    env.TRUST_PROXY = false
    expect(domain({ host: 'one.example', 'x-forwarded-host': 'two.example' })).toBe('one.example')
  })
})

describe('a request of a browser without Fetch Metadata, behind a proxy of ours', () => {
  it('is our own where its origin is the host that the proxy says', () => {
    expect(isOwn({ host: 'web-1:3000', 'x-forwarded-host': 'one.example', origin: 'https://one.example' })).toBe(true)
    expect(isOwn({ host: 'web-1:3000', 'x-forwarded-host': 'One.example:8443', origin: 'https://one.example:8443' })).toBe(true)
    expect(isOwn({ host: 'one.example', origin: 'https://one.example' })).toBe(true)
  })

  it('is not where there is TLS and the page came without: anybody on the way may have written that', () => {
    const plain = { host: 'one.example', origin: 'http://one.example' }
    expect(isOwn(plain)).toBe(true)
    env.PUBLIC_SCHEME = 'https'
    expect(isOwn(plain)).toBe(false)
    expect(isOwn({ ...plain, origin: 'https://one.example' })).toBe(true)
    expect(isOwn({ ...plain, 'sec-fetch-site': 'same-origin' })).toBe(true)
  })

  it('is not where its origin is another, be it the request’s own host', () => {
    expect(isOwn({ host: 'two.example', 'x-forwarded-host': 'one.example', origin: 'https://two.example' })).toBe(false)
    expect(isOwn({ host: 'one.example', 'x-forwarded-host': 'one.example:8443', origin: 'https://one.example' })).toBe(false)
    expect(isOwn({ host: 'one.example', 'x-forwarded-host': 'one.example', origin: 'null' })).toBe(false)
  })

  it.each(forged)('is not where the host is told as %j', (told) => {
    for (const origin of ['https://one.example', 'https://two.example']) expect(isOwn({ host: 'one.example', 'x-forwarded-host': told, origin })).toBe(false)
  })

  it('is by its own host without a proxy, whatever is told', () => {
    env.TRUST_PROXY = false
    expect([isOwn({ host: 'one.example', 'x-forwarded-host': 'two.example', origin: 'https://one.example' }), isOwn({ host: 'one.example', 'x-forwarded-host': 'two.example', origin: 'https://two.example' })]).toEqual([true, false])
  })
})
