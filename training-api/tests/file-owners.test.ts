import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resources } from '../db/schema/courses.ts'
import { practicalGroups } from '../db/schema/exams.ts'
import { messageRecipients, messages } from '../db/schema/messages.ts'
import { questions } from '../db/schema/questions.ts'
import { createFileOwners } from '../file-owners.ts'
import { findContentPlaces } from '../queries/files.ts'
import { addTenant } from './people.ts'
import { watchStatements } from './statements.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi } from './support.ts'

const resource = (resourceId: number, more: Partial<typeof resources.$inferInsert> & { url: string; tenantId: number }) => ({ resourceId, kind: 'document' as const, title: 'x', captions: [], ...more })

describe('with a tenant that has more files than are remembered of one', () => {
  let api: TestApi
  const large = { tenantId: 301, userId: 1 }
  const small = { tenantId: 302, userId: 1 }
  /** The first of its files. */
  const few = (tenantId: number) => Array.from({ length: 4 }, (_, at) => resource(9_000 + at, { tenantId, url: `/train/file/doc/${tenantId}/${at}.pdf` }))
  let isFor: ReturnType<typeof createFileOwners>
  beforeAll(async () => {
    api = await startTestApi()
    await addTenant(api, { tenantId: 301, domain: 'large.localhost' })
    await addTenant(api, { tenantId: 302, domain: 'small.localhost' })
    await api.db.insert(resources).values([
      ...few(301), ...few(302).slice(0, 2),
      resource(9_100, { tenantId: 301, url: `/train/file/doc/${encodeURIComponent('安全 100%_a')}.pdf`, captions: [{ lang: 'zh', url: '/train/file/doc/captions.vtt' }] }),
      resource(9_101, { tenantId: 301, kind: 'video', url: '/train/file/video/9101/index.m3u8' }),
      resource(9_102, { tenantId: 301, kind: 'courseware', url: '/train/file/courseware/9102/a/index.html', packageUrl: '/train/file/courseware/9102.zip' }),
    ])
    await api.db.insert(practicalGroups).values({ tenantId: 301, paperId: 1, groupId: 1, position: 1, title: 'x', score: 1, requirement: '<a href="/train/file/doc/a%e5%ae%89&amp;b.pdf">x</a>' })
    const pictures = Array.from({ length: 6 }, (_, at) => `<img src="/train/file/question/large-${at}.svg">`).join('')
    await api.db.insert(questions).values({ tenantId: 301, questionId: 9_100, subjectId: 1, kind: 'single', content: pictures, analysis: '', drawKey: 0 })
  })
  afterAll(() => api.close())
  beforeEach(() => {
    isFor = createFileOwners(api, { inAll: 6, ofOne: 4 })
  })
  /** How often everything of a tenant was looked through. */
  const looksIn = async (work: () => Promise<unknown>) => (await watchStatements(api, work)).sent.filter((sent) => sent.includes('from "resources"') && !sent.includes('limit')).length

  test('finds those that are not remembered too, and no others', async () => {
    const own = [
      'doc/301/3.pdf', 'doc/安全 100%_a.pdf', 'doc/captions.vtt', 'video/9101/index.m3u8', 'video/9101/480p/0.ts', 'courseware/9102.zip', 'courseware/9102/x.js', 'courseware/9102/a/b/c.js', 'doc/a安&b.pdf',
      'question/large-0.svg', 'question/large-5.svg',
    ]
    const others = ['doc/302/0.pdf', 'doc/301/3.pd', 'doc/301/4.pdf', 'doc/安全 100%%a.pdf', 'doc/安全 100%xa.pdf', 'doc/301/', 'video/9102/index.m3u8', 'video/9101', 'courseware/910/x.js', 'courseware/9103.zip', 'question/large-6.svg', 'question/large']
    for (let round = 0; round < 2; round += 1) {
      for (const file of own) expect([file, await isFor(large, file)]).toEqual([file, true])
      for (const file of others) expect([file, await isFor(large, file)]).toEqual([file, false])
      expect(await isFor(small, 'doc/302/1.pdf')).toBe(true)
      expect(await isFor(small, 'doc/301/0.pdf')).toBe(false)
    }
  })

  test('finds a film among more than are read of what lies in the folder of all films', async () => {
    await addTenant(api, { tenantId: 303, domain: 'films.localhost' })
    const films = Array.from({ length: 502 }, (_, at) => resource(9_000 + at, { tenantId: 303, kind: 'video', url: `/train/file/video/2026/${7_000 + at}/index.m3u8${at % 2 ? '?of=/a/b' : ''}` }))
    await api.db.insert(resources).values([...films, resource(9_900, { tenantId: 303, kind: 'courseware', url: '/train/file/video/2026/page/index.html#/a' })])
    const find = (filePath: string) => findContentPlaces(api.db, { tenantId: 303, filePath })
    expect(await Promise.all(['7500/3.ts', '7501/480p/3.ts', 'page/a/b.js', '8000/3.ts', '3.ts'].map((file) => find(`video/2026/${file}`)))).toEqual([['video/2026/7500/'], ['video/2026/7501/'], ['video/2026/page/'], [], []])
  })

  test('looks through either once, in whatever order they ask', async () => {
    expect(await looksIn(async () => {
      for (let round = 0; round < 5; round += 1) {
        for (const file of ['doc/301/0.pdf', 'doc/301/3.pdf', 'video/9101/480p/0.ts', 'courseware/9102/x.js', 'doc/none.pdf']) await isFor(large, file)
        for (const file of ['doc/302/0.pdf', 'doc/302/none.pdf']) await isFor(small, file)
      }
    })).toBe(2)
  })

  test('asks once for all pieces of a film that come together', async () => {
    await isFor(large, 'doc/none.pdf')
    const pieces = Array.from({ length: 20 }, (_, at) => `video/9101/480p/${at}.ts`)
    const { answer, sent } = await watchStatements(api, () => Promise.all(pieces.map((piece) => isFor(large, piece))))
    expect([new Set(answer), sent.filter((text) => text.includes('from "resources"')).length]).toEqual([new Set([true]), 1])
  })

  test('looks for what a learner makes up so often a minute, and goes on for the others', async () => {
    await isFor(large, 'doc/none.pdf')
    const madeUp = Array.from({ length: 40 }, (_, at) => `question/made-up-${at}.png`)
    const { answer, sent } = await watchStatements(api, () => Promise.all(madeUp.map((file) => isFor(large, file))))
    expect([new Set(answer), sent.filter((text) => text.includes('from "questions"')).length]).toEqual([new Set([false]), 30])
    // What is remembered stays theirs, what is not is as if it were not there; that goes by.
    expect([await isFor(large, 'doc/301/0.pdf'), await isFor(large, 'question/large-5.svg'), await isFor(small, 'doc/302/1.pdf')]).toEqual([true, false, true])
    expect(await isFor({ tenantId: 301, userId: 2 }, 'question/large-5.svg')).toBe(true)
    api.clock.advance({ seconds: 60 })
    expect(await isFor(large, 'question/large-4.svg')).toBe(true)
  })

  test('keeps nobody waiting behind all that another asks for', async () => {
    await isFor(large, 'doc/none.pdf')
    const answered: string[] = []
    const ask = async (userId: number, file: string) => {
      await isFor({ tenantId: 301, userId }, file)
      answered.push(file)
    }
    await Promise.all([...Array.from({ length: 25 }, (_, at) => ask(3, `question/made-up-${at}.png`)), ask(4, 'question/large-5.svg')])
    expect(answered).toHaveLength(26)
    expect(answered.indexOf('question/large-5.svg')).toBeLessThan(12)
  })

  test('asks for what it has found once', async () => {
    await isFor(large, 'doc/none.pdf')
    await isFor(large, 'video/9101/480p/0.ts')
    const { answer, sent } = await watchStatements(api, () => isFor(large, 'video/9101/480p/1.ts'))
    expect([answer, sent]).toEqual([true, []])
  })
})

describe('what only one learner has', () => {
  let api: TestApi
  const [one, other] = [{ tenantId: 301, userId: 1 }, { tenantId: 301, userId: 2 }]
  const send = async (messageId: number, learnerId: number) => {
    await api.db.insert(messages).values({ tenantId: 301, messageId, title: 'x', content: `<img src="/train/file/message/${messageId}.png">`, sender: 'x', fileUrl: `/train/file/message/${messageId}.pdf`, sentAt: testMoment })
    await api.db.insert(messageRecipients).values({ tenantId: 301, recipientId: messageId, learnerId, messageId, sentAt: testMoment })
  }
  beforeAll(async () => {
    api = await startTestApi()
    await addTenant(api, { tenantId: 301, domain: 'one.localhost' })
    for (const [messageId, learnerId] of [[1, 1], [2, 1], [3, 2], [4, 2]] as const) await send(messageId, learnerId)
  })
  afterAll(() => api.close())
  const looksIn = async (work: () => Promise<unknown>) => (await watchStatements(api, work)).sent.filter((text) => text.includes('from "message_recipients"')).length

  test('is looked up once for many files, those that come together too, and what came since is found', async () => {
    const isFor = createFileOwners(api)
    expect(await looksIn(async () => {
      for (let round = 0; round < 3; round += 1) {
        expect(await Promise.all(['message/1.png', 'message/1.pdf', 'message/2.png', 'message/3.png', 'message/9.png'].map((file) => isFor(one, file)))).toEqual([true, true, true, false, false])
      }
    })).toBe(1)
    await send(9, 1)
    api.clock.advance({ seconds: 2 })
    expect(await isFor(one, 'message/9.png')).toBe(true)
    await api.db.delete(messageRecipients)
    api.clock.advance({ seconds: 10 })
    expect(await isFor(one, 'message/9.png')).toBe(false)
    for (const [messageId, learnerId] of [[1, 1], [3, 2]] as const) await api.db.insert(messageRecipients).values({ tenantId: 301, recipientId: messageId, learnerId, messageId, sentAt: testMoment })
  })

  test('is forgotten where it is too much in all', async () => {
    const ask = (isFor: ReturnType<typeof createFileOwners>) => looksIn(async () => {
      for (let round = 0; round < 2; round += 1) expect([await isFor(one, 'message/1.png'), await isFor(other, 'message/3.png')]).toEqual([true, true])
    })
    expect([await ask(createFileOwners(api, { inAll: 4, ofOne: 4 })), await ask(createFileOwners(api, { inAll: 3, ofOne: 3 }))]).toEqual([2, 4])
  })
})
