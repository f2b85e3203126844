import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { handInAnswerFile, listAnswerFiles } from '@/lib/training/answer-files'
import { findPackage, getKeptCourseware, keepCourseware } from '@/lib/training/courseware'
import { getLedger } from '@/lib/training/ledger'
import { listCourseLibrary, listPlanLibrary, listTagGroups } from '@/lib/training/library'
import { markAllMessagesRead } from '@/lib/training/messages'
import { countBook } from '@/lib/training/mistakes'
import { getPosition, savePosition } from '@/lib/training/positions'
import { drawQuestions, getDraw } from '@/lib/training/practice'
import { getReceipts } from '@/lib/training/receipts'
import { beat } from '@/lib/training/study'
import { UPSTREAM } from '../support/platform'
// A gateway with a list of the paths that it knows forbids all others, and so each of our extensions.

/** What every platform of the family has. */
const known = ['getMyWebCourseBySort', 'getMyWebPlanBySort', 'messageSend/web/page', 'findError']
let refuse: () => Response = () => HttpResponse.json({ code: 1, msg: null }, { status: 403 })
const server = setupServer(http.all(`${UPSTREAM}/*`, ({ request }) => {
  const { pathname } = new URL(request.url)
  return known.some((end) => pathname.endsWith(end)) ? HttpResponse.json({ code: 0, data: null }) : refuse()
}))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })
const view = { name: '', sort: 'comprehensive', tags: [], page: 1, size: 8 } as never
const resource = { sectionId: '1', resourceId: '2' }
const place = { courseId: '3001', planId: null, itemId: null, chapterId: '3101', sectionId: '3201' }
const empty = { items: [], total: 0 }
const calls: Record<string, [() => Promise<unknown>, unknown]> = {
  'X1 library of courses': [() => listCourseLibrary(learner, view), empty], 'X2 library of plans': [() => listPlanLibrary(learner, view), empty], 'X3 tags': [() => listTagGroups(learner, { kind: 'course' }), []],
  'X5 place': [() => getPosition(learner, resource), null], 'X6 place': [() => savePosition(learner, { ...resource, position: 1, seq: 1 }), { kept: false }],
  'X9 heartbeat': [() => beat(learner, { place, kind: 'study', seq: 1, state: 'playing', activeSeconds: 1 } as never), { answer: 'notOffered' }], 'X10 ledger': [() => getLedger(learner, { kind: 'course', id: '1' }), null],
  'X14 package': [() => findPackage(learner, { name: '课件', resource: { id: '2', url: 'https://files.example/a/index.html' } } as never), { root: 'https://files.example/a/' }],
  'XE4 receipts': [() => getReceipts(learner, { attemptId: '1', answerId: '2' }), null], 'XE6 answer file': [() => handInAnswerFile(learner, { file: 'x' }), { filed: null }], 'XE7 answer files': [() => listAnswerFiles(learner, { examId: '1' }), null],
  'XP1 draw': [() => getDraw(learner, { drawId: '1' }), null], 'XP3 draw of the book': [() => drawQuestions(learner, { from: 'book', source: 'theory', subjectId: null, kind: null, isDue: false, mistakeId: null, count: 10 } as never), { id: null, questions: [] }],
  'XP5 book': [() => countBook(learner), null], 'XM1 all read': [() => markAllMessagesRead(learner), null],
}

describe.each([
  ['a status', () => HttpResponse.json({ code: 1, msg: '权限不足，不允许访问' }, { status: 403 })], ['its own page', () => new Response('<html>Forbidden</html>', { status: 403 })], ['a code', () => HttpResponse.json({ code: 403, msg: null })],
  ['no such call', () => new Response('', { status: 404 })],
])('an extension that a gateway answers with %s', (_, answer) => {
  it.each(Object.entries(calls))('counts as not offered: %s', async (_name, [call, instead]) => {
    refuse = answer
    const found = await call()
    if (instead !== null && typeof instead === 'object') expect(found).toMatchObject(instead)
    else expect(found).toBe(instead)
  })
})

// A package would begin anew over what is kept, and a change be called kept.
it.each([['X5', () => getKeptCourseware(learner, resource), null], ['X6', () => keepCourseware(learner, { ...resource, text: '', seq: 1, part: 1 }), 'notOffered']] as const)('a package’s %s is not offered where it is unknown, and nothing is taken from one that is forbidden once', async (_name, call, instead) => {
  refuse = () => new Response('', { status: 404 })
  expect(await call()).toBe(instead)
  refuse = () => HttpResponse.json({ code: 1, msg: '权限不足，不允许访问' }, { status: 403 })
  await expect(call()).rejects.toMatchObject({ code: 'forbidden' })
})

it.each(Object.entries(calls))('a session that is over is no answer to %s', async (_name, [call]) => {
  refuse = () => HttpResponse.json({ code: 1, msg: '用户凭证已过期' }, { status: 401 })
  await expect(call()).rejects.toMatchObject({ code: 'expired' })
})
