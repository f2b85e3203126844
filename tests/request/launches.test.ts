import { sealData } from 'iron-session'
import { http, HttpResponse } from 'msw'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { POST } from '@/app/content/[ticket]/commit/route'
import ContentPage from '@/app/content/[ticket]/page'
import { FailedLaunch } from '@/components/courseware/failed-launch'
import { LaunchPage } from '@/components/courseware/launch-page'
import type { Section } from '@/lib/domain/catalogue'
import { stateOf } from '@/lib/domain/courseware'
import type { Learner } from '@/lib/domain/learner'
import type { Tenant } from '@/lib/domain/tenant'
import { packageFile, takeCommit, viewOfLaunch } from '@/lib/request/content'
import type { Asking } from '@/lib/request/learner'
import { beginLaunch, isCurrent, keepAlive, ownLaunch, readLaunch, takeNews, type Launch } from '@/lib/request/launches'
import { sealPassword } from '@/lib/request/seal-passwords'
import { store } from '@/lib/request/store'
import { getSection } from '@/lib/training/catalogue'
import { findPackage, getKeptCourseware, keepCourseware } from '@/lib/training/courseware'
import { openVisit } from '@/lib/training/study'
import { mountPlatform, UPSTREAM } from '../support/platform'

vi.mock('next-intl/server', async (original) => ({ ...(await original<typeof import('next-intl/server')>()), setRequestLocale: () => undefined }))
vi.mock('next/headers', () => ({ headers: async () => new Headers({ host: 'localhost:3000' }), cookies: async () => ({ get: () => undefined }) }))

const platform = mountPlatform()
const place = { courseId: '3001', planId: null, itemId: null, chapterId: '3102', sectionId: '3203' }

function askingOf(learner: Learner, sid = 's1'): Asking {
  const now = Math.floor(Date.now() / 1000)
  return { learner, tenant: {} as Tenant, session: { sid, tenantId: learner.tenantId, learnerId: learner.id, username: learner.username, name: '李明', avatarUrl: null, roles: [], exerciseBank: false, token: learner.token, refreshToken: null, startedAt: now, tokenEndsAt: now + 3600 } }
}

async function launch(sid?: string): Promise<{ launch: Launch; ticket: string; asking: Asking }> {
  const learner = await platform.learner('liming', 82)
  const asking = askingOf(learner, sid)
  const section = (await getSection(learner, { kind: 'course', ownerId: '3001', chapterId: '3102', sectionId: '3203' }))!
  const { path } = await beginLaunch(asking, { place, sectionId: '3203', resourceId: '7003', ...(await findPackage(learner, section))! })
  const ticket = path.split('/')[2]!
  return { launch: (await readLaunch(ticket))!, ticket, asking }
}
const commit = (seq: number, changes: Record<string, string>, finished = false) => ({ seq, current: 'ITEM', items: { ITEM: { changes, finished } } })
const stored = async () => getKeptCourseware(await platform.learner('liming', 82), { sectionId: '3203', resourceId: '7003' })

let seq = Date.now()
beforeEach(() => {
  seq += 1_000
})

describe('a launch', () => {
  it('whose platform fails once has a page that says so, and is whole when it is asked for again', async () => {
    const { ticket } = await launch()
    const page = async () => (await ContentPage({ params: Promise.resolve({ ticket }) })).props.children.type as unknown
    platform.server.use(http.get(`${UPSTREAM}/train/web/getStudyPosition`, () => HttpResponse.json({ code: 1, msg: null }, { status: 500 }), { once: true }))
    expect([await page(), await page()]).toEqual([FailedLaunch, LaunchPage])
  })

  it('is found by its ticket alone, and tells where it belongs', async () => {
    const { launch: begun, ticket } = await launch()
    expect(begun).toMatchObject({ appOrigin: 'http://localhost:3000', root: `${UPSTREAM}/train/file/courseware/7003/`, package: { standard: 'scorm12', items: [{ id: 'ITEM', href: 'index.html' }] } })
    const [id, signature] = ticket.split('.')
    for (const forged of [id, `${id}.`, `${id}.${signature!.slice(0, -1)}${signature!.endsWith('A') ? 'B' : 'A'}`, `${'A'.repeat(32)}.${signature}`, '../x', '']) expect(await readLaunch(forged!), forged).toBeNull()
  })

  it('lies in the store sealed: no token can be read there', async () => {
    const { launch: begun, asking } = await launch()
    expect(await store.get(`launch:${begun.id}`)).not.toContain(asking.learner.token)
  })

  it('is small there, its package lies beside it once, and with another, or without one that was never read, it is over', async () => {
    const found = { package: { standard: 'scorm12', title: 'x', choice: true, flow: true, items: Array.from({ length: 1_000 }, (_, at) => ({ id: `${at}`, title: '节' })) } as unknown as Launch['package'], root: `${UPSTREAM}/train/file/courseware/7003/` }
    const asking = askingOf(await platform.learner('liming', 82))
    const begin = async () => (await readLaunch((await beginLaunch(asking, { place, sectionId: '3203', resourceId: '7003', ...found })).path.split('/')[2]!))!
    const [first, second] = [await begin(), await begin()]
    for (const begun of [first, second]) {
      await keepAlive(begun)
      expect((await store.get(`launch:${begun.id}`))!.length).toBeLessThan(3_000)
      expect((await ownLaunch(asking, begun.id))!.package).toEqual(found.package)
    }
    expect(first.packageDigest).toBe(second.packageDigest)
    const key = `launch-package:${first.packageDigest}`
    await store.set(key, JSON.stringify({ ...found.package, title: 'y' }), 600)
    expect(await ownLaunch(asking, first.id)).toBeNull()
    const unread = await beginLaunch(asking, { place, sectionId: '3203', resourceId: '7003', ...found, package: { ...found.package, title: 'z' } })
    await store.delete(`launch-package:${createHash('sha256').update(JSON.stringify({ ...found.package, title: 'z' })).digest('base64url')}`)
    expect(await ownLaunch(asking, unread.id)).toBeNull()
  })

  it('lives on when the store has lost its package, which whoever has read it brings there again', async () => {
    const { launch: begun, asking } = await launch()
    const key = `launch-package:${begun.packageDigest}`
    const text = await store.get(key)
    await store.delete(key)
    expect((await ownLaunch(asking, begun.id))?.package).toEqual(begun.package)
    expect(await store.get(key)).toBe(text)
  })

  it('that the version before has sealed with its package within goes on', async () => {
    const { launch: { packageDigest: _none, ...older }, ticket } = await launch()
    await store.set(`launch:${older.id}`, await sealData(older, { password: sealPassword, ttl: 3600 }), 600)
    for (const token of ['first', 'second']) {
      await keepAlive((await readLaunch(ticket))!, token)
      expect(await readLaunch(ticket)).toEqual({ ...older, token })
    }
  })

  it('ends with its learner\'s session, and is nobody else\'s', async () => {
    const { ticket, launch: begun, asking } = await launch('s-ended')
    expect(await ownLaunch(askingOf(await platform.learner('zhaoqiang', 82)), begun.id)).toBeNull()
    expect((await ownLaunch(asking, begun.id))?.id).toBe(begun.id)
    await store.set('revoked:s-ended', '1', 60)
    expect(await readLaunch(ticket)).toBeNull()
  })

  it('is closed by the next one of the same section', async () => {
    const first = await launch()
    const second = await launch()
    expect([await isCurrent(first.launch), await isCurrent(second.launch)]).toEqual([false, true])
    expect(await takeCommit(first.launch, commit(seq, { 'cmi.core.lesson_location': 'late' }))).toEqual({ answer: 'superseded' })
  })

  it('speaks with the token of today', async () => {
    const { launch: begun, ticket } = await launch()
    await keepAlive(begun, 'new-token')
    expect((await readLaunch(ticket))?.token).toBe('new-token')
  })
})

const keepsNothing = http.all(/StudyPosition$/, () => HttpResponse.json({ code: 1, msg: 'x' }, { status: 404 }))
describe('a commit', () => {
  it('is kept on the platform, in order, and read again by the next launch', async () => {
    const { launch: begun } = await launch()
    expect(await takeCommit(begun, commit(seq + 2, { 'cmi.core.lesson_location': '3', 'cmi.suspend_data': 'x' }))).toEqual({ answer: 'kept' })
    expect(await takeCommit(begun, commit(seq + 1, { 'cmi.core.lesson_location': 'overtaken' }))).toEqual({ answer: 'kept' })
    expect(stateOf((await stored())!.text).items.ITEM!.cmi['cmi.core.lesson_location']).toBe('3')
    const view = await viewOfLaunch((await launch()).launch)
    expect(view.state).toMatchObject({ current: 'ITEM', items: { ITEM: { cmi: { 'cmi.core.lesson_location': '3', 'cmi.suspend_data': 'x' } } } })
    expect(view.seq).toBeGreaterThanOrEqual(seq + 2)
    expect(JSON.stringify(view)).not.toContain(begun.token)
  })

  it('that another launch has overtaken is not called kept, and is when it is said again under a higher number', async () => {
    const { launch: begun } = await launch()
    const ahead = seq + 10
    await keepCourseware(await platform.learner('liming', 82), { sectionId: '3203', resourceId: '7003', text: '{"v":1,"current":"ITEM","items":{}}', seq: ahead, part: 1 })
    for (const late of [ahead - 1, ahead]) expect(await takeCommit(begun, commit(late, { 'cmi.core.lesson_location': '8' }))).toEqual({ answer: 'overtaken' })
    expect(await takeCommit(begun, commit(ahead + 1, { 'cmi.core.lesson_location': '8' }))).toEqual({ answer: 'kept' })
    // The very same one again was kept the first time.
    expect(await takeCommit(begun, commit(ahead + 1, { 'cmi.core.lesson_location': '8' }))).toEqual({ answer: 'kept' })
    expect(stateOf((await stored())!.text).items.ITEM!.cmi['cmi.core.lesson_location']).toBe('8')
  })

  it('is taken in any script, as long as what is kept may be', async () => {
    const { ticket } = await launch()
    const long = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`cmi.comments_from_learner.${at}.comment`, '安'.repeat(38_000)]))
    const body = JSON.stringify(commit(seq, { 'cmi.suspend_data': '安'.repeat(1_000), ...long }))
    expect(Buffer.byteLength(body)).toBeGreaterThan(512 * 1024)
    const reply = await POST(new Request(`http://localhost:3000/content/${ticket}/commit`, { method: 'POST', body }), { params: Promise.resolve({ ticket }) })
    expect([reply.status, await reply.json()]).toEqual([200, { answer: 'kept' }])
    expect(stateOf((await stored())!.text).items.ITEM!.cmi).toMatchObject(long)
  })

  it('reports its score once, and what that brings is handed to the player once', async () => {
    const { launch: begun, asking } = await launch()
    await openVisit(asking.learner, { place, kind: 'study', name: 'x', enrol: false })
    const reports: unknown[] = []
    platform.server.events.on('request:start', ({ request }) => {
      if (request.url.includes('updateClassHoursByType')) void request.clone().json().then((body) => reports.push(body))
    })
    await takeCommit(begun, commit(seq, { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' }))
    await takeCommit(begun, commit(seq + 1, { 'cmi.core.lesson_location': '5' }))
    platform.server.events.removeAllListeners()
    expect(reports).toEqual([expect.objectContaining({ curriculumId: '3001', sectionId: '3203', chapterId: '3102', contentType: 1, fraction: 90 })])
    const news = await takeNews(begun)
    expect(news).toMatchObject({ fraction: 90, reports: [{ messages: [{ points: 5 }] }] })
    expect((await takeNews(begun)).reports).toEqual([])
  })

  it('too long to be kept still brings its score to the platform', async () => {
    const { launch: begun, asking } = await launch()
    await openVisit(asking.learner, { place, kind: 'study', name: 'x', enrol: false })
    const parts: Launch = { ...begun, resourceId: 'long', package: { ...begun.package, items: ['a', 'b', 'c', 'd'].map((id) => ({ ...begun.package.items[0]!, id })) } }
    const [answers, scores]: [unknown[], unknown[]] = [[], []]
    platform.server.use(keepsNothing, http.post(/updateClassHoursByType$/, async ({ request }) => void scores.push(((await request.clone().json()) as { fraction: number }).fraction)))
    const part = { changes: { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '100', 'cmi.suspend_data': 'x'.repeat(60_000) }, finished: true }
    for (const [at, { id }] of parts.package.items.entries()) answers.push((await takeCommit(parts, { seq: seq + at, current: id, items: { [id]: part } })).answer)
    await takeCommit(parts, { seq: seq + 4, current: 'a', items: { a: { changes: { 'cmi.core.lesson_location': '2' }, finished: true } } })
    platform.server.resetHandlers()
    expect([answers, scores.at(-1)]).toEqual([['notOffered', 'notOffered', 'notOffered', 'invalid'], 100])
  })

  it.each([
    ['of a part that is none', { seq: 1, current: 'X', items: { X: { changes: {}, finished: false } } }],
    ['from a far future', commit(Date.now() + 86_400_000, { 'cmi.core.lesson_location': 'x' })],
  ])('%s changes nothing', async (_, given) => {
    const { launch: begun } = await launch()
    const before = await stored()
    expect(await takeCommit(begun, given)).toEqual({ answer: 'invalid' })
    expect(await stored()).toEqual(before)
  })

  it('numbered by a clock that has been ahead since is followed by later ones', async () => {
    const { launch: begun } = await launch()
    const ahead = Date.now() + 3_600_000
    const now = vi.spyOn(Date, 'now').mockReturnValue(ahead)
    expect(await takeCommit(begun, commit(ahead, { 'cmi.core.lesson_location': '6' }))).toEqual({ answer: 'kept' })
    now.mockRestore()
    expect(await takeCommit(begun, commit(ahead + 1, { 'cmi.core.lesson_location': '7' }))).toEqual({ answer: 'kept' })
  })

  it('that the platform does not answer is not called kept', async () => {
    const { launch: begun } = await launch()
    platform.server.use(http.post(`${UPSTREAM}/train/web/saveStudyPosition`, () => HttpResponse.error(), { once: true }))
    expect(await takeCommit(begun, commit(seq, { 'cmi.core.lesson_location': '9' }))).toEqual({ answer: 'failed' })
  })

  it('on a platform that keeps nothing is kept here, and says so', async () => {
    const { launch: begun } = await launch()
    platform.server.use(keepsNothing)
    expect(await takeCommit(begun, commit(seq, { 'cmi.core.lesson_location': '4' }))).toEqual({ answer: 'notOffered' })
    expect(await takeCommit(begun, commit(seq + 1, { 'cmi.suspend_data': 'z' }))).toEqual({ answer: 'notOffered' })
    // One that was overtaken undoes nothing.
    await takeCommit(begun, commit(seq, { 'cmi.core.lesson_location': '1' }))
    const view = await viewOfLaunch(begun)
    expect(view.state.items.ITEM!.cmi).toMatchObject({ 'cmi.core.lesson_location': '4', 'cmi.suspend_data': 'z' })
    expect([view.savedSeq, view.savedAt > 0]).toEqual([seq + 1, true])
    platform.server.resetHandlers(http.all(`${UPSTREAM}/*`, ({ request }) => platform.api().app.fetch(request)))
  })
})

describe('a file of a package', () => {
  const ask = async (path: string, headers: Record<string, string> = {}) => packageFile(new Request('http://127.0.0.1/x', { headers }), (await launch()).launch, path)
  it('comes with its type, in ranges', async () => {
    const reply = await ask('lesson.js', { range: 'bytes=0-4' })
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('content-range')?.startsWith('bytes 0-4/'), (await reply.text()).length]).toEqual([206, 'text/javascript', true, 5])
  })
  it.each(['..%2f7004%2findex.html', '%2e%2e/7004/index.html', 'a//b', 'a%00b', '%E0%A4%A', 'nothing.html', 'a%5c..%5cb', ''])('%s is not found', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })
})

describe('a package on another platform', () => {
  it('without a word about it is one part that may speak either version', async () => {
    const learner = await platform.learner('liming', 82)
    const section = (await getSection(learner, { kind: 'course', ownerId: '3001', chapterId: '3102', sectionId: '3203' }))!
    const missing = http.get(`${UPSTREAM}/train/web/getCoursewarePackage`, () => new HttpResponse(null, { status: 404 }), { once: true })
    platform.server.use(missing)
    expect(await findPackage(learner, section)).toMatchObject({ root: `${UPSTREAM}/train/file/courseware/7003/`, package: { standard: 'either', items: [{ href: 'index.html' }] } })
  })

  it.each([['a line that ends', '/train/file/a.html#\n.html'], ['other such ends', '/train/file/a\u2028/x.html'], ['a zero', '/train/file/\0/a.html'], ['letters without an end', `/train/file/${'a'.repeat(2_000)}.html`]])('whose address has %s is no page', async (_, url) => {
    const learner = await platform.learner('liming', 82)
    platform.server.use(http.get(`${UPSTREAM}/train/web/getCoursewarePackage`, () => new HttpResponse(null, { status: 404 })))
    const packageAt = (address: string) => findPackage(learner, { name: 'x', resource: { id: '7003', kind: 'courseware', url: address } } as Section)
    expect(await packageAt('/train/file/a/x.html?b#c')).toMatchObject({ package: { items: [{ href: 'x.html?b#c' }] } })
    expect(await packageAt(url)).toBeNull()
    platform.server.resetHandlers()
  })

  it.each([['a root elsewhere', { rootUrl: 'https://evil.example/' }], ['a root that climbs', { rootUrl: '/train/file/../../' }], ['no parts', { itemList: [] }]])('with %s is not opened', async (_, spoilt) => {
    const learner = await platform.learner('liming', 82)
    const section = (await getSection(learner, { kind: 'course', ownerId: '3001', chapterId: '3102', sectionId: '3203' }))!
    const data = { standard: 'scorm12', title: 'x', rootUrl: '/train/file/courseware/7003/', itemList: [{ id: 'a', title: 'a', href: 'index.html' }], ...spoilt }
    platform.server.use(http.get(`${UPSTREAM}/train/web/getCoursewarePackage`, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))
    expect(await findPackage(learner, section)).toBeNull()
  })

  it.each(['https://evil.example/x.html', '/x.html', '../x.html', 'a/%2e%2e/../x.html', 'javascript:alert(1)'])('with a part at %s is malformed', async (href) => {
    const learner = await platform.learner('liming', 82)
    const section = (await getSection(learner, { kind: 'course', ownerId: '3001', chapterId: '3102', sectionId: '3203' }))!
    const data = { standard: 'scorm12', title: 'x', rootUrl: '/train/file/courseware/7003/', itemList: [{ id: 'a', title: 'a', href }] }
    platform.server.use(http.get(`${UPSTREAM}/train/web/getCoursewarePackage`, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))
    await expect(findPackage(learner, section)).rejects.toMatchObject({ code: 'malformed' })
  })

  /** What is found of a package with these parts. */
  async function found(standard: string, itemList: object[], title = 'x') {
    const learner = await platform.learner('liming', 82)
    const section = (await getSection(learner, { kind: 'course', ownerId: '3001', chapterId: '3102', sectionId: '3203' }))!
    platform.server.use(http.get(`${UPSTREAM}/train/web/getCoursewarePackage`, () => HttpResponse.json({ code: 0, msg: null, data: { standard, title, rootUrl: '/train/file/courseware/7003/', itemList } }), { once: true }))
    return findPackage(learner, section)
  }
  const part = { id: 'a', title: 'a', href: 'index.html' }
  const long = (length: number) => 'x'.repeat(length)

  it.each<[string, string, object[]]>([
    ['launch data without end', 'scorm2004', [{ ...part, launchData: long(64_001) }]],
    ['more launch data than SCORM 1.2 knows', 'scorm12', [{ ...part, launchData: long(4_097) }]],
    ['a time without end', 'scorm12', [{ ...part, maxTime: long(101) }]],
    ['a word without end about it', 'scorm12', [{ ...part, timeLimitAction: long(101) }]],
    ['parts that together would fill the store', 'scorm2004', Array.from({ length: 300 }, (_, at) => ({ ...part, id: `${at}`, href: `index.html?${long(1_500)}` }))],
  ])('with %s is malformed', async (_, standard, itemList) => {
    await expect(found(standard, itemList)).rejects.toMatchObject({ code: 'malformed' })
  })

  it('has its titles cut, and no objectives that are others than ours', async () => {
    const items = (names: unknown[], length: number) => names.map((objectives) => ({ ...part, title: long(length), launchData: long(64_000), objectives }))
    expect((await found('scorm2004', items([['一'], [long(201)], Array(21).fill('o'), [{}]], 9_000), long(9_000)))!.package).toMatchObject({ title: long(500), items: items([['一'], [], [], []], 500) })
  })
})
