import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import middleware from '@/middleware'
import { UPSTREAM } from '../support/platform'

const server = setupServer(http.get(`${UPSTREAM}/admin/tenant/tenantExt`, () => HttpResponse.json({ code: 0, data: { tenantId: 82, webTitle: '平台', webLogoUrl: null, settings: { firstDomain: 'train.example' } } })))
beforeAll(() => server.listen())
afterAll(() => server.close())

const at = (host: string, path: string) => middleware(new NextRequest(`http://${host}:3000${path}`, { headers: { host: `${host}:3000` } }))

describe('a tenant’s other domain', () => {
  it.each(['/login', '/news?page=2', '/robots.txt', '/.well-known/security.txt'])('leads to the first one, for a while and not for good: %s', async (path) => {
    const { status, headers } = await at('other.example', path)
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([308, `http://train.example:3000${path}`, 'private, max-age=60'])
  })

  it.each(['/.well-known/apple-app-site-association', '/.well-known/assetlinks.json'])('answers phones itself: %s', async (path) => {
    for (const host of ['other.example', 'train.example']) expect((await at(host, path)).headers.get('x-middleware-rewrite')).toBe(`http://${host}:3000/api/public/site${path}`)
  })
})

it('a redirect on one domain may be kept', async () => {
  const { status, headers } = await at('train.example', '/loign')
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([308, 'http://train.example:3000/login', null])
})
