import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addLearner, addTenant } from './people.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

const text = '0123456789abcdefghijklmnopqrstuvwxyz'
let api: TestApi
let learner: TestLearner
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trainhall-media-'))
  const put = (file: string, content = text) => {
    mkdirSync(path.dirname(path.join(folder, 'media', file)), { recursive: true })
    writeFileSync(path.join(folder, 'media', file), content)
  }
  writeFileSync(path.join(folder, 'secret.txt'), 'secret')
  for (const name of ['index.m3u8', '0.ts', 'zh.vtt', 'empty.mp4']) put(`video/7001/${name}`, name === 'empty.mp4' ? '' : text)
  for (const name of ['1.svg', '2.png', '3.jpg']) put(`logo/${name}`)
  for (const name of ['a.pdf', 'b.zip', '文件.pdf', 'c d.html', 'plain', '.hidden']) put(`doc/${name}`)
  put('notice/rules.pdf')
  api = await startTestApi({ mediaFolder: path.join(folder, 'media') })
  await addTenant(api, { tenantId: 82, domain: 'localhost' })
  await addLearner(api, { tenantId: 82, learnerId: 1, account: 'liming' })
  learner = await api.loginAs('liming', 82)
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a file', () => {
  test.each([
    ['video/7001/index.m3u8', 'application/vnd.apple.mpegurl'],
    ['video/7001/0.ts', 'video/mp2t'],
    ['video/7001/zh.vtt', 'text/vtt; charset=utf-8'],
    ['doc/a.pdf', 'application/pdf'],
    ['doc/b.zip', 'application/zip'],
    ['doc/c%20d.html', 'text/html; charset=utf-8'],
    ['doc/%E6%96%87%E4%BB%B6.pdf', 'application/pdf'],
    ['doc/plain', 'application/octet-stream'],
    ['logo/1.svg', 'image/svg+xml'],
    ['logo/2.png', 'image/png'],
    ['logo/3.jpg', 'image/jpeg'],
  ])('%s has the content type %s under both roots', async (file, type) => {
    for (const root of ['/train/file/', '/admin/file/']) {
      const reply = await learner.fetch(root + file)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe(type)
      expect(reply.headers.get('content-length')).toBe(String(text.length))
      expect(await reply.text()).toBe(text)
    }
  })

  test('that is learned from needs a login in the right tenant', async () => {
    for (const file of ['video/7001/0.ts', 'doc/a.pdf']) {
      expect((await api.fetch(`/train/file/${file}`)).status).toBe(401)
      const headers = { authorization: `Bearer ${learner.token}`, 'tenant-id': '143' }
      expect((await api.fetch(`/train/file/${file}`, { headers })).status).toBe(401)
    }
  })

  test('that only decorates, or belongs to a notice, needs none', async () => {
    for (const file of ['logo/1.svg', 'notice/rules.pdf']) expect((await api.fetch(`/train/file/${file}`)).status).toBe(200)
  })

  test('with nothing in it is served', async () => {
    const reply = await learner.fetch('/train/file/video/7001/empty.mp4')
    expect([reply.status, await reply.text()]).toEqual([200, ''])
    const range = await learner.fetch('/train/file/video/7001/empty.mp4', { headers: { range: 'bytes=0-' } })
    expect(range.status).toBe(416)
  })

  test.each([
    'logo/none.svg',
    'logo',
    'logo/',
    '',
    '../secret.txt',
    'logo/../../secret.txt',
    'logo/..%2f..%2fsecret.txt',
    'logo/%2e%2e/%2e%2e/secret.txt',
    'logo/..%5c..%5csecret.txt',
    '%2fetc%2fpasswd',
    'logo//etc/passwd',
    'doc/.hidden',
    'logo/1.svg%00.png',
    'logo/%',
    'logo/%ff',
  ])('%j is not found and answers with the envelope', async (file) => {
    const reply = await learner.fetch(`/train/file/${file}`)
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ code: 1, data: null })
  })
})

describe('a part of a file', () => {
  const ask = (headers: Record<string, string>, method = 'GET') =>
    learner.fetch('/train/file/doc/a.pdf', { method, headers })

  test.each([
    ['bytes=0-9', '0123456789', 'bytes 0-9/36'],
    ['bytes=30-', 'uvwxyz', 'bytes 30-35/36'],
    ['bytes=-3', 'xyz', 'bytes 33-35/36'],
    ['bytes=-99', text, 'bytes 0-35/36'],
    ['bytes=34-99', 'yz', 'bytes 34-35/36'],
    ['bytes=35-35', 'z', 'bytes 35-35/36'],
  ])('%s', async (range, part, contentRange) => {
    const reply = await ask({ range })
    expect([reply.status, await reply.text()]).toEqual([206, part])
    expect(reply.headers.get('content-range')).toBe(contentRange)
    expect(reply.headers.get('content-length')).toBe(String(part.length))
  })

  test.each(['bytes=36-', 'bytes=100-200', 'bytes=-0'])('%s is 416 with the true size', async (range) => {
    const reply = await ask({ range })
    expect(reply.status).toBe(416)
    expect(reply.headers.get('content-range')).toBe('bytes */36')
  })

  test.each(['bytes=', 'bytes=-', 'bytes=9-1', 'lines=0-1', 'bytes=0-1,3-4', 'bytes=a-b'])(
    '%s counts as all',
    async (range) => {
      expect((await ask({ range })).status).toBe(200)
    },
  )

  test('is sent only while the file is the one that was begun (If-Range)', async () => {
    const whole = await ask({})
    const etag = whole.headers.get('etag') ?? ''
    const changed = whole.headers.get('last-modified') ?? ''
    expect((await ask({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await ask({ range: 'bytes=0-1', 'if-range': changed })).status).toBe(206)
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })

  test('is not sent to somebody who has the file (If-None-Match)', async () => {
    const etag = (await ask({})).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const reply = await ask({ 'if-none-match': known })
      expect([reply.status, await reply.text()]).toEqual([304, ''])
    }
  })

  test('HEAD answers the same without a body', async () => {
    const reply = await ask({ range: 'bytes=0-9' }, 'HEAD')
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([206, '10', ''])
  })
})
