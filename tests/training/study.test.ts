import { HttpResponse, http } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findSection } from '@/lib/domain/catalogue'
import type { Learner } from '@/lib/domain/learner'
import { findStop, stopsOf } from '@/lib/domain/player'
import type { StudyPlace } from '@/lib/domain/study'
import { listCourseChapters } from '@/lib/training/catalogue'
import { getSavedNode } from '@/lib/training/enrolment'
import { getPlayer, openSection } from '@/lib/training/player'
import { getPosition, savePosition } from '@/lib/training/positions'
import { beat, endVisit, openVisit } from '@/lib/training/study'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const learner = (account: string) => platform.learner(account, 82)
const place = (courseId: string, chapterId: string, sectionId: string): StudyPlace => ({ courseId, planId: null, itemId: null, chapterId, sectionId })
const video = { place: place('3001', '3101', '3201'), kind: 'study' as const }
const manual = { place: place('3001', '3101', '3202'), kind: 'study' as const }
const open = (who: Learner, visit: typeof video, name = 'x', enrol = false) => openVisit(who, { ...visit, name, enrol })
const minutesOf = async (who: Learner, sectionId: string) => findSection(await listCourseChapters(who, { courseId: '3001' }), sectionId)!.section.learnedMinutes

describe('a visit of a section', () => {
  it('adds its whole minutes, and remembers the place', async () => {
    const who = await learner('liming')
    const before = await minutesOf(who, '3202')
    await open(who, manual, '安全规程手册')
    platform.api().clock.advance({ minutes: 3 })
    expect(await endVisit(who, { ...manual, minutes: 2 })).toEqual({ messages: [], certificate: null })
    expect(await minutesOf(who, '3202')).toBe(before + 2)
    expect(await getSavedNode(who, { kind: 'course', id: '3001' })).toMatchObject({ id: '3202', parentId: '3101', name: '安全规程手册', place: 'section', itemId: null })
  })

  it('adds nothing when its end is said again', async () => {
    const who = await learner('liming')
    await open(who, manual)
    platform.api().clock.advance({ minutes: 2 })
    await endVisit(who, { ...manual, minutes: 2 })
    const once = await minutesOf(who, '3202')
    await endVisit(who, { ...manual, minutes: 2 })
    expect(await minutesOf(who, '3202')).toBe(once)
  })

  it('that passes its section brings points, as words and as a number', async () => {
    const who = await learner('liming')
    await open(who, manual)
    platform.api().clock.advance({ minutes: 20 })
    const { messages, certificate } = await endVisit(who, { ...manual, minutes: 20 })
    expect(messages).toEqual([{ text: expect.stringContaining('积分'), points: 5 }])
    expect(certificate).toBeNull()
    expect(findStop((await getPlayer(who, { kind: 'course', id: '3001' }))!, { sectionId: '3202' })?.state).toBe('passed')
  })

  it('begins the course first when that is asked for, and is refused when it is not', async () => {
    const who = await learner('learner011')
    await expect(open(who, video)).rejects.toMatchObject({ code: 'rejected', message: '请先开始学习' })
    await open(who, video, '用电安全概述', true)
    expect((await getPlayer(who, { kind: 'course', id: '3001' }))!.subject.state).toBe('inProgress')
  })

  it('of a locked section is refused in the platform\'s words', async () => {
    const who = await learner('liming')
    await expect(open(who, { place: place('3001', '3103', '3206'), kind: 'study' })).rejects.toMatchObject({ code: 'rejected', message: '该小节尚未解锁' })
  })

  it('of a course without permission does not begin', async () => {
    const who = await learner('liming')
    const [stop] = stopsOf((await getPlayer(who, { kind: 'course', id: '3005' }))!)
    const visit = { place: place('3005', stop!.chapter!.id, stop!.section!.id), kind: 'study' as const }
    await expect(open(who, visit, 'x', true)).rejects.toMatchObject({ code: 'rejected', message: '您无权限学习本课程/计划，详情请咨询管理人员' })
  })

  it('goes on when the place cannot be remembered', async () => {
    platform.server.use(http.post(`${UPSTREAM}/train/app/plan/updateUserSection`, () => HttpResponse.json({ code: 1, msg: 'x' }, { status: 500 }), { once: true }))
    expect(await open(await learner('liming'), video)).toEqual({ messages: [], certificate: null })
  })

  it('in a window that does not count is only remembered, and begins what is not begun', async () => {
    const who = await learner('learner012')
    expect(await openVisit(who, { ...video, name: '用电安全概述', enrol: true, counts: false })).toEqual({ messages: [], certificate: null })
    expect(await getSavedNode(who, { kind: 'course', id: '3001' })).toMatchObject({ id: '3201' })
    platform.api().clock.advance({ minutes: 5 })
    await endVisit(who, { ...video, minutes: 5 })
    expect(await minutesOf(who, '3201')).toBe(0)
  })

  it('inside a plan is told as the plan\'s, with its item', async () => {
    const who = await learner('liming')
    const player = (await getPlayer(who, { kind: 'plan', id: '5001' }))!
    const stop = stopsOf(player).find((one) => one.section && !one.locked && one.kind === 'video')!
    const sent: unknown[] = []
    platform.server.events.on('request:start', ({ request }) => {
      if (request.url.includes('startAndEnd')) void request.clone().json().then((body) => sent.push([new URL(request.url).pathname, body]))
    })
    const visit = { place: { courseId: stop.item.targetId, planId: '5001', itemId: stop.item.id, chapterId: stop.chapter!.id, sectionId: stop.section!.id }, kind: 'study' as const }
    await openVisit(who, { ...visit, name: stop.name, enrol: false })
    await endVisit(who, { ...visit, minutes: 0 })
    platform.server.events.removeAllListeners()
    const fields = { curriculumId: '5001', contentId: stop.item.id, chapterId: stop.chapter!.id, sectionId: stop.section!.id, contentType: 1 }
    const path = '/train/startAndEnd/startAndEndPlanClassHoursStudy'
    expect(sent).toEqual([[path, { ...fields, startOrEnd: 1 }], [path, { ...fields, startOrEnd: 2, sumHours: 0 }]])
  })

  it('of a plan whose courses come without chapters goes on where one of them cannot be listed', async () => {
    const who = await learner('liming')
    const whole = (await getPlayer(who, { kind: 'plan', id: '5001' }))!
    const [first, ...others] = whole.items.filter(({ kind }) => kind === 'course')
    const asked: (string | null)[] = []
    platform.server.use(
      http.get(`${UPSTREAM}/train/app/plan/getPlanCatalogueById`, () => HttpResponse.json({ code: 0, data: whole.items.map(({ id, targetId, name, kind }) => ({ id, childrenId: targetId, childrenName: name, contentType: kind === 'exam' ? 2 : 1 })) }), { once: true }),
      http.get(`${UPSTREAM}/train/app/plan/getCourseCatalogueById`, ({ request }) => {
        const { searchParams } = new URL(request.url)
        asked.push(searchParams.get('planId'))
        return searchParams.get('courseId') === first!.targetId ? HttpResponse.json({ code: 1, msg: null }, { status: 500 }) : undefined
      }),
    )
    const { items } = (await getPlayer(who, { kind: 'plan', id: '5001' }))!
    platform.server.resetHandlers()
    expect(items.map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id))
    expect(items.find(({ id }) => id === first!.id)!.chapters).toEqual([])
    expect(others.length).toBeGreaterThan(0)
    for (const { id } of others) expect(items.find((item) => item.id === id)!.chapters.length).toBeGreaterThan(0)
    expect([...new Set(asked)]).toEqual(['5001'])
  })

  it('of an exam that is an item of a plan has no markers, but is remembered', async () => {
    const who = await learner('liming')
    const player = (await getPlayer(who, { kind: 'plan', id: '5001' }))!
    const exam = stopsOf(player).find((one) => one.section === null)!
    const visit = { place: { courseId: null, planId: '5001', itemId: exam.item.id, chapterId: null, sectionId: exam.item.targetId }, kind: 'exam' as const }
    await openVisit(who, { ...visit, name: exam.name, enrol: false })
    expect(await endVisit(who, { ...visit, minutes: 0 })).toEqual({ messages: [], certificate: null })
    expect(await getSavedNode(who, { kind: 'plan', id: '5001' })).toMatchObject({ place: 'planExam', itemId: exam.item.id })
  })
})

describe('the report of the platform', () => {
  const marker = `${UPSTREAM}/train/startAndEnd/startAndEndClassHours`
  const answer = (data: unknown) => platform.server.use(http.post(marker, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))
  const end = async () => endVisit(await learner('liming'), { ...video, minutes: 0 })

  it.each([
    ['nothing at all', null], ['no words', { integral: null, certificate: 1 }], ['an empty list', { integral: [], certificate: '1' }], ['empty words', { integral: ['', { message: null }, null] }],
    ['an empty text', ''], ['empty texts', { integral: '', certificate: '', certificateInfo: '' }], ['something else by the name of our certificate', { integral: [], certificateInfo: ['x'] }],
  ])('may be %s', async (_, data) => {
    answer(data)
    expect(await end()).toEqual({ messages: [], certificate: null })
  })

  it('may carry words in two forms, one instead of a list, and words without a number', async () => {
    answer({ integral: ['学习小节获得5积分', { message: '完成课程' }] })
    expect((await end()).messages).toEqual([{ text: '学习小节获得5积分', points: 5 }, { text: '完成课程', points: null }])
    answer({ integral: { message: '获得 20 积分' } })
    expect((await end()).messages).toEqual([{ text: '获得 20 积分', points: 20 }])
  })

  it('brings a certificate with what is known of it', async () => {
    answer({ integral: [], certificate: 2, certificateInfo: { name: '低压电工作业安全', certificateNum: 'HN-1', jgName: '中心', userName: '李明', obtainTime: '2026-03-10 10:00:00', certificateType: 2, monthNum: 36 } })
    expect((await end()).certificate).toEqual({ name: '低压电工作业安全', number: 'HN-1', issuer: '中心', learnerName: '李明', obtainedAt: '2026-03-10T10:00:00+08:00', validity: { kind: 'months', months: 36 } })
  })

  it('that names no certificate brings the newest of the learner’s', async () => {
    const certificates = (data: unknown, status = 200) => platform.server.use(http.get(`${UPSTREAM}/train/app/plan/getMyClassCertificate`, () => HttpResponse.json({ code: status === 200 ? 0 : 1, msg: null, data }, { status }), { once: true }))
    const one = (id: number, name: string, obtainTime: string) => ({ id, name, obtainTime, certificateType: 1, userName: '李明', certificateNum: `HN-${id}`, jgName: '中心' })
    answer({ certificate: '2' })
    certificates([{ yearTime: '2025', appClassCertificateDtoList: [one(1, '旧', '2025-12-01 08:00:00')] }, { yearTime: '2026', appClassCertificateDtoList: [one(2, '早', '2026-01-01 08:00:00'), one(3, '新', '2026-03-10 10:00:00')] }])
    expect((await end()).certificate).toEqual({ name: '新', number: 'HN-3', issuer: '中心', learnerName: '李明', obtainedAt: '2026-03-10T10:00:00+08:00', validity: { kind: 'permanent' } })
    const unnamed = { name: null, number: null, issuer: null, learnerName: null, obtainedAt: null, validity: null }
    for (const [status, certificateInfo] of [[200, undefined], [500, ''], [401, { id: 5 }], [200, '结业证书']] as const) {
      answer({ certificate: 2, certificateInfo })
      certificates([], status)
      expect((await end()).certificate).toEqual(unnamed)
    }
  })

  it('of any other kind asks for no certificates', async () => {
    const asked: string[] = []
    platform.server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname))
    answer({ integral: [], certificate: 1 })
    await end()
    platform.server.events.removeAllListeners()
    expect(asked.filter((path) => path.includes('Certificate'))).toEqual([])
  })
})

describe('signs of life', () => {
  it('prove time that the end did not claim', async () => {
    const who = await learner('learner012')
    await open(who, video, 'x', true)
    platform.api().clock.advance({ minutes: 2 })
    expect(await beat(who, { ...video, seq: 1, state: 'active', activeSeconds: 120 })).toEqual({ answer: 'taken' })
    await endVisit(who, { ...video, minutes: 0 })
    expect(await minutesOf(who, '3201')).toBe(2)
  })

  it('say when the learner studies elsewhere', async () => {
    const who = await learner('learner013')
    await open(who, video, 'x', true)
    const second = stopsOf((await getPlayer(who, { kind: 'course', id: '3001' }))!).find((stop) => !stop.locked && stop.section!.id !== '3201')
    if (second) await open(who, { place: place('3001', second.chapter!.id, second.section!.id), kind: 'study' })
    else {
      const other = stopsOf((await getPlayer(who, { kind: 'course', id: '3012' }))!)[0]!
      await open(who, { place: place('3012', other.chapter!.id, other.section!.id), kind: 'study' }, 'x', true)
    }
    platform.api().clock.advance({ seconds: 15 })
    expect(await beat(who, { ...video, seq: 1, state: 'active', activeSeconds: 15 })).toEqual({ answer: 'elsewhere' })
  })

  it('say when the platform has ended the visit after an hour of silence', async () => {
    const who = await learner('learner015')
    await open(who, video, 'x', true)
    platform.api().clock.advance({ seconds: 15 })
    expect(await beat(who, { ...video, seq: 1, state: 'active', activeSeconds: 15 })).toEqual({ answer: 'taken' })
    platform.api().clock.advance({ minutes: 75 })
    await platform.api().runJob('closeSilentVisits')
    expect(await beat(who, { ...video, seq: 2, state: 'active', activeSeconds: 15 })).toEqual({ answer: 'gone' })
  })

  it('are not offered everywhere', async () => {
    platform.server.use(http.post(`${UPSTREAM}/train/web/studyHeartbeat`, () => new HttpResponse('not here', { status: 404 }), { once: true }))
    expect(await beat(await learner('liming'), { ...video, seq: 1, state: 'active', activeSeconds: 15 })).toEqual({ answer: 'notOffered' })
  })
})

describe('where a learner was', () => {
  const resource = { sectionId: '3201', resourceId: '7001' }

  it('is nowhere before the first time', async () => {
    expect(await getPosition(await learner('learner014'), resource)).toBeNull()
  })

  it('is the place with the highest number', async () => {
    const who = await learner('liming')
    await savePosition(who, { ...resource, position: 31.5, seq: 2_000 })
    await savePosition(who, { ...resource, position: 12, seq: 1_000 })
    expect(await getPosition(who, resource)).toEqual({ position: 31.5, savedAt: platform.api().clock.now().getTime(), seq: 2_000 })
  })

  it('numbered by a clock that is years ahead keeps no later place out', async () => {
    const who = await learner('learner017')
    await savePosition(who, { ...resource, position: 20, seq: Date.now() + 1e11 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    await savePosition(who, { ...resource, position: 30, seq: Date.now() })
    expect(await getPosition(who, resource)).toMatchObject({ position: 30 })
    await savePosition(who, { ...resource, position: 31, seq: Date.now() + 1 })
    expect(await getPosition(who, resource)).toMatchObject({ position: 31 })
  })

  it('comes with the section when it is opened', async () => {
    const who = await learner('liming')
    await savePosition(who, { ...resource, position: 44, seq: 5_000 })
    const opened = await openSection(who, { kind: 'course', id: '3001', chapterId: '3101', sectionId: '3201' })
    expect(opened).toMatchObject({ section: { id: '3201' }, position: { position: 44 } })
    expect(opened!.section.resource!.url).toMatch(/^\/api\/files\/.+\.m3u8$/)
  })

  it('is not kept by every platform, and a section opens all the same', async () => {
    platform.server.use(
      http.get(`${UPSTREAM}/train/web/getStudyPosition`, () => new HttpResponse('', { status: 404 })),
      http.post(`${UPSTREAM}/train/web/saveStudyPosition`, () => new HttpResponse('', { status: 404 })),
    )
    const who = await learner('liming')
    expect(await savePosition(who, { ...resource, position: 1, seq: 9_000 })).toEqual({ kept: false })
    expect((await openSection(who, { kind: 'course', id: '3001', chapterId: '3101', sectionId: '3201' }))?.position).toBeNull()
    platform.server.resetHandlers()
  })
})

describe('the player', () => {
  it('shows a course with its locks and hours', async () => {
    const player = (await getPlayer(await learner('zhaoqiang'), { kind: 'course', id: '3001' }))!
    expect(player.subject).toMatchObject({ kind: 'course', id: '3001', name: '低压电工作业安全', permission: 'allowed', window: 'open' })
    expect(player.items).toHaveLength(1)
    expect(stopsOf(player).map(({ kind }) => kind)).toEqual(['video', 'document', 'courseware', 'courseware', 'simulation', 'exam'])
  })

  it('shows a plan with its courses and exams, each stop under a key of its own', async () => {
    const player = (await getPlayer(await learner('liming'), { kind: 'plan', id: '5001' }))!
    const stops = stopsOf(player)
    expect(player.items.filter(({ kind }) => kind === 'exam')).toHaveLength(2)
    expect(new Set(stops.map(({ key }) => key)).size).toBe(stops.length)
    const exam = stops.find((stop) => stop.section === null)!
    expect(findStop(player, { planId: '5001', itemId: exam.item.id! })?.key).toBe(exam.key)
  })

  it('asks for the chapters of a plan\'s course when the catalogue comes without', async () => {
    platform.server.use(http.get(`${UPSTREAM}/train/app/plan/getPlanCatalogueById`, () =>
      HttpResponse.json({ code: 0, msg: null, data: [{ id: 5101, planId: 5001, childrenId: 3001, childrenName: '低压电工作业安全', contentType: 1, muluList: null }] }), { once: true }))
    const player = (await getPlayer(await learner('liming'), { kind: 'plan', id: '5001' }))!
    expect(player.items[0]!.chapters.map(({ name }) => name)).toEqual(['安全基础', '设备操作', '结业考核'])
  })

  it.each(['course', 'plan'] as const)('is nothing for a %s nobody knows', async (kind) => {
    expect(await getPlayer(await learner('liming'), { kind, id: '999999' })).toBeNull()
  })

  it('opens no locked section', async () => {
    await expect(openSection(await learner('liming'), { kind: 'course', id: '3001', chapterId: '3103', sectionId: '3206' })).rejects.toMatchObject({ code: 'rejected', message: '该小节尚未解锁' })
  })
})
