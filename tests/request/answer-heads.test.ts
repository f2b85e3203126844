import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { headAnswers } from '@/lib/request/answer-heads'
import { rawHttp } from '../support/raw-http'

vi.hoisted(() => Object.assign(process.env, { PUBLIC_SCHEME: 'https', CONTENT_ORIGIN: 'https://content.example', SESSION_SECRET: 'a-secret-of-this-test-0123456789-0123456789' }))

const server = createServer((request, response) => {
  if (request.url === '/page') response.setHeader('Content-Security-Policy', 'its own')
  response.end('answered')
})
const headsOf = async (path: string, host = 'a.example') => (await rawHttp((server.address() as AddressInfo).port, [`GET ${path} HTTP/1.1`, `Host: ${host}`])).headers
beforeAll(() => new Promise<void>((done) => {
  headAnswers()
  server.listen(0, '127.0.0.1', () => done())
}))
afterAll(() => new Promise<void>((done) => void server.close(() => done())))

describe('every answer of the web, whoever gives it', () => {
  it.each(['/_next/static/chunks/x.js', '/login/', '/api/none', '/Home'])('binds browsers to TLS for a year and is nobody’s frame: %s', async (path) => {
    const heads = await headsOf(path)
    expect(heads).toMatchObject({ 'strict-transport-security': 'max-age=31536000', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'cross-origin-resource-policy': 'same-origin' })
    expect(heads['content-security-policy']).toContain("frame-ancestors 'none'")
  })
  it.each([
    '/api/files/train/file/doc/x.svg', '/api/public/files/admin/file/logo/82.svg?v=1', '/api/files/train/file/doc/pdf',
    // What only looks like a PDF: the file is what stands before a query or a fragment.
    '/api/public/files/admin/file/logo/82.svg?.pdf', '/api/files/train/file/doc/x.svg?a=b.pdf?', '/api/files/train/file/doc/x.svg?a?.pdf', '/api/files/train/file/doc/x.svg#.pdf', '/api/files/train/file/doc/x.svg?#.pdf',
    '/api/files/train/file/doc/x.pdf/x.svg', '/api/files/train/file/doc/x.pdf/', '/api/files/train/file/doc/x.pdf;.svg', '/api/files/train/file/doc/x.pdf%3f', '/api/files/train/file/doc/x.pdf%23.svg', '/api/files/train/file/doc/x.svg%2epdf',
  ])('opened at its own address is nobody’s page where it is a file: %s', async (path) => {
    const policy = (await headsOf(path))['content-security-policy']
    for (const directive of ["default-src 'none'", 'sandbox', "frame-ancestors 'none'"]) expect(policy).toContain(directive)
  })
  it('leaves a PDF to the browser’s own viewer', async () => {
    for (const path of ['/api/files/train/file/doc/7002.PDF?x', '/api/public/files/train/file/notice/a.pdf', '/api/files/train/file/doc/a.svg.pdf?b=.svg']) {
      expect((await headsOf(path))['content-security-policy'], path).toBe("base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    }
  })
  it('says what it knows better', async () => {
    expect((await headsOf('/page'))['content-security-policy']).toBe('its own')
  })
  it('is of the courseware host on that host, and may be framed there once a launch says by whom', async () => {
    const heads = await headsOf('/content/x', 'content.example')
    expect(heads).toMatchObject({ 'strict-transport-security': 'max-age=31536000', 'referrer-policy': 'no-referrer', 'origin-agent-cluster': '?1' })
    expect(heads['x-frame-options']).toBeUndefined()
    expect((await headsOf('/api/none', 'content.example'))['x-frame-options']).toBe('DENY')
  })
})
