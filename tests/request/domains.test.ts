import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { GET } from '@/app/api/domains/ask/route'
import { log } from '@/lib/log'
import { isInside } from '@/lib/request/address'
import { tenantOfDomain } from '@/lib/request/domains'
import { UPSTREAM } from '../support/platform'

vi.hoisted(() => Object.assign(process.env, { CONTENT_ORIGIN: 'http://127.0.0.1:3000' }))

let asked = 0
const server = setupServer(http.get(`${UPSTREAM}/admin/tenant/tenantExt`, ({ request }) => {
  asked += 1
  const domain = new URL(request.url).searchParams.get('domain') ?? ''
  return HttpResponse.json({ code: 0, data: domain.endsWith('.tenant.example') ? { tenantId: 82, webTitle: 'x', webLogoUrl: '', themeColor: null } : domain.endsWith('.empty') ? { tenantId: null, webTitle: null, webLogoUrl: null, themeColor: null } : null })
}))
beforeAll(() => server.listen())
afterAll(() => server.close())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let number = 0
const madeUp = () => `made-up-${(number += 1)}.example`
const ask = async (domain: string, address: string) => (await GET(new Request(`http://localhost/api/domains/ask?domain=${domain}`, { headers: { 'x-socket-address': address } }))).status

describe('a domain that is nobody\'s', () => {
  it('is written down once a minute, and then how many more there were', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const written = vi.spyOn(log, 'info').mockReturnValue(undefined)
    const lines = () => written.mock.calls.map(([fields]) => fields as unknown)
    const first = madeUp()
    await tenantOfDomain(first)
    for (let more = 0; more < 40; more += 1) await tenantOfDomain(madeUp())
    expect(lines()).toEqual([{ audit: 'host.refused', reason: first }])
    vi.advanceTimersByTime(60_000)
    expect(lines().slice(1)).toEqual([{ audit: 'host.refused', times: 40 }])
    const next = madeUp()
    await tenantOfDomain(next)
    expect(lines().slice(2)).toEqual([{ audit: 'host.refused', reason: next }])
    vi.advanceTimersByTime(60_000)
    expect(lines()).toHaveLength(3)
  })
})

describe('a domain that was a tenant\'s', () => {
  it('is no stranger\'s because the platform says so once', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const domain = 'known.tenant.example'
    const nobody = () => server.use(http.get(`${UPSTREAM}/admin/tenant/tenantExt`, () => HttpResponse.json({ code: 0, data: null }), { once: true }))
    const isKnown = async () => (await tenantOfDomain(domain)) !== null
    const written = vi.spyOn(log, 'info')
    const refusals = () => written.mock.calls.filter(([facts]) => JSON.stringify(facts).includes('host.refused')).length
    expect(await isKnown()).toBe(true)
    vi.advanceTimersByTime(60_001)
    nobody()
    expect(await isKnown()).toBe(true)
    vi.advanceTimersByTime(2_001)
    expect(await isKnown()).toBe(true)
    for (const pauseMs of [60_001, 2_001]) {
      vi.advanceTimersByTime(pauseMs)
      nobody()
      await isKnown()
      expect(refusals()).toBe(pauseMs === 2_001 ? 1 : 0)
    }
    expect(await isKnown()).toBe(false)
  })
})

describe('whether a domain is ours', () => {
  it('is not told on the courseware host', async () => {
    const asked = (host: string) => GET(new Request('http://localhost/api/domains/ask?domain=train.tenant.example', { headers: { host, 'x-socket-address': '10.0.0.1' } }))
    expect([(await asked('127.0.0.1:3000')).status, (await asked('localhost')).status]).toEqual([404, 200])
  })

  it('a stranger may ask, and make up 60 names an hour', async () => {
    const before = asked
    const answers = []
    for (let guess = 0; guess < 70; guess += 1) answers.push(await ask(madeUp(), '203.0.113.5'))
    expect(answers).toEqual([...Array.from({ length: 60 }, () => 404), ...Array.from({ length: 10 }, () => 429)])
    expect(asked - before).toBe(60)
    expect(await ask(madeUp(), '203.0.113.6')).toBe(404)
  })

  it('a stranger who has made up too many is written down once', async () => {
    const written = vi.spyOn(log, 'info').mockReturnValue(undefined)
    for (let guess = 0; guess < 70; guess += 1) await ask(madeUp(), '203.0.113.7')
    const reports = written.mock.calls.map(([fields]) => fields as unknown as Record<string, unknown>).filter(({ audit }) => audit === 'limit.reached')
    expect(reports).toEqual([{ audit: 'limit.reached', reason: 'strangeDomainsOfAddress', address: '203.0.113.7' }])
  })

  it('nobody is answered yes where the platform fills the form of a tenant with nothing', async () => {
    const before = asked
    const domain = `${madeUp()}.empty`
    expect([await ask(domain, '172.18.0.5'), await ask(domain, '172.18.0.5')]).toEqual([404, 404])
    expect(asked - before).toBe(1)
  })

  it('a front on another machine may ask for as many as there are tenants', async () => {
    for (let n = 0; n < 300; n += 1) expect(await ask(`t${n}.tenant.example`, '198.51.100.9')).toBe(200)
  })

  it('the front beside the webs is told for every name, however many are made up by those who come to it', async () => {
    for (let guess = 0; guess < 100; guess += 1) expect(await ask(madeUp(), '172.18.0.5')).toBe(404)
    expect(await ask('new.tenant.example', '172.18.0.5')).toBe(200)
  })

  it.each([
    ['127.0.0.1', true], ['10.1.2.3', true], ['172.16.0.1', true], ['172.31.255.1', true], ['192.168.1.1', true], ['fd12:3456:0:0::', true], ['fc00:0:0:0::', true], ['0:0:0:0::', true],
    ['172.15.0.1', false], ['172.32.0.1', false], ['192.169.1.1', false], ['11.0.0.1', false], ['2001:db8:0:0::', false], ['fd:0:0:0::', false], ['0:0:0:0:1::', false], ['unknown', false],
  ])('%s is inside: %s', (address, inside) => expect(isInside(address)).toBe(inside))
})
