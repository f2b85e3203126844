import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { attempts, practicalDetails } from '../db/schema/attempts.ts'
import { resources } from '../db/schema/courses.ts'
import { messageRecipients, messages } from '../db/schema/messages.ts'
import { questionOptions, questions } from '../db/schema/questions.ts'
import { addLearner, addTenant } from './people.ts'
import { watchStatements } from './statements.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

const text = '0123456789abcdefghijklmnopqrstuvwxyz'
let api: TestApi
let learner: TestLearner
let colleague: TestLearner
let stranger: TestLearner
let folder: string

const resource = (resourceId: number, more: Partial<typeof resources.$inferInsert> & { url: string }) => ({ tenantId: 82, resourceId, kind: 'document' as const, title: 'x', captions: [], ...more })

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
  for (const file of ['video/8001/index.m3u8', 'video/8001/480p/0.ts', 'video/8001/subs/zh.vtt', 'video/lesson.mp4', 'video/lesson.zh.vtt', 'video/other.mp4', 'doc/other.pdf', 'doc/team/manual.pdf', 'doc/team/other.pdf']) put(file)
  for (const file of ['courseware/8003/index.html', 'courseware/8003/data/lesson.js', 'courseware/8003x/index.html', 'courseware/top.js']) put(file)
  for (const file of ['message/plan.pdf', 'message/other.pdf', 'message/seal.png', 'video/9001/index.m3u8', 'video/9001/0.ts', 'question/sign.svg', 'question/other.svg', 'question/late.svg', 'question/option.svg', 'source/lesson.js']) put(file)
  api = await startTestApi({ mediaFolder: path.join(folder, 'media') })
  await addTenant(api, { tenantId: 82, domain: 'localhost' })
  await addLearner(api, { tenantId: 82, learnerId: 1, account: 'liming' })
  await addLearner(api, { tenantId: 82, learnerId: 2, account: 'wangfang' })
  await addTenant(api, { tenantId: 143, domain: 'hj.localhost' })
  await addLearner(api, { tenantId: 143, learnerId: 1, account: 'sunli' })
  await api.db.insert(resources).values([
    resource(1, { kind: 'video', url: '/train/file/video/7001/index.m3u8' }),
    ...['a.pdf', 'b.zip', '文件.pdf', encodeURIComponent('c d.html'), 'plain'].map((name, at) => resource(10 + at, { url: `/train/file/doc/${name}` })),
  ])
  learner = await api.loginAs('liming', 82)
  colleague = await api.loginAs('wangfang', 82)
  stranger = await api.loginAs('sunli', 143)
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
    ['logo/1.svg', 'image/svg+xml; charset=utf-8'],
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

describe('a file that is learned from', () => {
  const statusOf = async (file: string, who = learner) => (await who.fetch(`/train/file/${file}`)).status
  const statuses = (files: string[], who = learner) => Promise.all(files.map((file) => statusOf(file, who)))
  const all = (status: number, files: string[]) => files.map(() => status)
  beforeEach(() => api.clock.advance({ minutes: 5 }))

  const stream = ['video/8001/index.m3u8', 'video/8001/480p/0.ts', 'video/8001/subs/zh.vtt']
  const film = ['video/lesson.mp4', 'video/lesson.zh.vtt']
  const lesson = ['courseware/8003/index.html', 'courseware/8003/data/lesson.js']
  const manual = ['doc/team/manual.pdf']
  test('is there for the tenant whose resource it is, with all that belongs to it, and for no other', async () => {
    const files = [...stream, ...film, ...lesson, ...manual]
    expect(await statuses(files)).toEqual(all(404, files))
    await api.db.insert(resources).values([
      resource(8001, { kind: 'video', url: '/train/file/video/8001/index.m3u8' }),
      resource(8002, { kind: 'video', url: 'train/file/video/lesson.mp4', captions: [{ lang: 'zh', url: '/train/file/video/lesson.zh.vtt' }] }),
      resource(8003, { kind: 'courseware', url: '/train/file/courseware/8003/data/lesson.js', packageUrl: '/train/file/courseware/8003.zip' }),
      resource(8004, { url: '/admin/file/doc/team/manual.pdf' }),
    ])
    api.clock.advance({ seconds: 10 })
    expect(await statuses(files)).toEqual(all(200, files))
    expect(await statuses(files, stranger)).toEqual(all(404, files))
    const beside = ['video/other.mp4', 'doc/other.pdf', 'doc/team/other.pdf', 'courseware/8003x/index.html', 'courseware/top.js', 'video/9001/0.ts', 'source/lesson.js']
    expect(await statuses(beside)).toEqual(all(404, beside))

    await api.db.insert(resources).values(resource(1, { tenantId: 143, kind: 'video', url: '/train/file/video/8001/index.m3u8' }))
    api.clock.advance({ seconds: 10 })
    expect(await statuses(stream, stranger)).toEqual(all(200, stream))
    await api.db.delete(resources).where(eq(resources.tenantId, 143))
    api.clock.advance({ minutes: 5 })
    expect(await statuses(stream, stranger)).toEqual(all(404, stream))
  })

  test('asks for nothing but the session once its tenant is known', async () => {
    await statusOf('video/7001/0.ts')
    const select = vi.spyOn(api.db, 'select')
    for (let n = 0; n < 20; n += 1) expect(await statusOf('video/7001/0.ts')).toBe(200)
    expect(select).not.toHaveBeenCalled()
    select.mockRestore()
  })

  test('is looked for once by all that come at the same time', async () => {
    const select = vi.spyOn(api.db, 'select')
    await statuses(Array.from({ length: 20 }, () => 'video/7001/0.ts'))
    expect(select.mock.calls.filter(([fields]) => fields && 'captions' in fields)).toHaveLength(1)
    select.mockRestore()
  })

  test('of a message is there for those who have it', async () => {
    await api.db.insert(messages).values({ tenantId: 82, messageId: 1, title: 'x', content: '<p><img src="/train/file/message/seal.png" alt=""></p>', sender: 'x', fileUrl: '/train/file/message/plan.pdf', sentAt: testMoment })
    await api.db.insert(messageRecipients).values({ tenantId: 82, recipientId: 1, learnerId: 1, messageId: 1, sentAt: testMoment })
    const files = ['message/plan.pdf', 'message/seal.png', 'message/other.pdf']
    expect(await statuses(files)).toEqual([200, 200, 404])
    for (const other of [colleague, stranger]) expect(await statuses(files, other)).toEqual([404, 404, 404])
  })

  test('of a practical exam is there for its learner', async () => {
    const times = { startedAt: testMoment, endedAt: testMoment, usedMs: 1 }
    await api.db.insert(attempts).values({ tenantId: 82, attemptId: 1, learnerId: 1, examId: 1, answerId: 1, number: 1, paperId: 1, startedAt: testMoment, deadlineAt: testMoment, status: 'finished' })
    await api.db.insert(practicalDetails).values({ tenantId: 82, attemptId: 1, groupId: 1, detailId: 1, learnerId: 1, attemptNumber: 1, ...times, videoUrl: '/train/file/video/9001/index.m3u8', scoreRows: [], comments: [], parameters: [] })
    expect(await statuses(['video/9001/index.m3u8', 'video/9001/0.ts'])).toEqual([200, 200])
    for (const other of [colleague, stranger]) expect(await statusOf('video/9001/0.ts', other)).toBe(404)
  })

  test('in the text of a question is there for the tenant', async () => {
    await api.db.insert(questions).values({ tenantId: 82, questionId: 1, subjectId: 1, kind: 'single', content: `<img alt="" src='/train/file/question/sign.svg'>`, analysis: '', drawKey: 0 })
    expect(await statuses(['question/sign.svg', 'question/other.svg'], colleague)).toEqual([200, 404])
    expect(await statusOf('question/sign.svg', stranger)).toBe(404)
  })

  test('is looked for among all questions only when it is nowhere else, and once a minute at the most', async () => {
    const questionReads = async (file: string) => {
      const { answer, sent } = await watchStatements(api, () => statusOf(file))
      return [answer, sent.filter((text) => text.includes('from "question')).length]
    }
    expect(await questionReads('video/7001/0.ts')).toEqual([200, 0])
    expect(await questionReads('question/late.svg')).toEqual([404, 2])
    await api.db.insert(questions).values({ tenantId: 82, questionId: 2, subjectId: 1, kind: 'single', content: '', analysis: '<img src="/train/file/question/late.svg">', drawKey: 0 })
    await api.db.insert(questionOptions).values({ tenantId: 82, questionId: 2, optionId: 3, position: 1, content: '<img src="/train/file/question/option.svg">', correct: true })
    for (let second = 0; second < 60; second += 15) {
      expect(await questionReads('question/late.svg')).toEqual([404, 0])
      api.clock.advance({ seconds: 15 })
    }
    expect(await questionReads('question/late.svg')).toEqual([200, 2])
    expect(await questionReads('question/option.svg')).toEqual([200, 0])
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
