import { HttpResponse, http } from 'msw'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockOf, sectionsOf, withLocks } from '@/lib/domain/catalogue'
import type { Learner } from '@/lib/domain/learner'
import { listCourseChapters, listPlanItems } from '@/lib/training/catalogue'
import { getCourse } from '@/lib/training/course-detail'
import { getSavedNode, openFromStart, openWhereLeft, saveNode, startLearning, unlockSection } from '@/lib/training/enrolment'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const NO_PERMISSION = '您无权限学习本课程/计划，详情请咨询管理人员'
const course = (id: string) => ({ kind: 'course', id }) as const
const plan = (id: string) => ({ kind: 'plan', id }) as const

async function lockedOf(learner: Learner, courseId: string) {
  const [detail, chapters] = await Promise.all([getCourse(learner, { courseId }), listCourseChapters(learner, { courseId })])
  const locked = withLocks(chapters, detail!)
  return sectionsOf(locked).map((section) => ({ section, lock: lockOf(locked, section) }))
}

describe('starting', () => {
  it('makes the record and gives the first section; again gives the saved one', async () => {
    const learner = await platform.learner('learner001', 82)
    expect(await getCourse(learner, { courseId: '3002' })).toMatchObject({ state: 'notStarted' })
    const first = await startLearning(learner, course('3002'))
    expect(first).toMatchObject({ started: true, node: { ownerId: '3002', name: '叉车的构造与分类', kind: 'study', place: 'section', itemId: null } })
    expect(await getCourse(learner, { courseId: '3002' })).toMatchObject({ state: 'inProgress' })
    expect(await startLearning(learner, course('3002'))).toEqual(first)
    const opened = await openFromStart(learner, course('3002'))
    const { node } = first as Extract<typeof first, { started: true }>
    expect(opened).toEqual({ allowed: true, place: { courseId: '3002', chapterId: node!.parentId, sectionId: node!.id } })
  })

  it('counts the learner once', async () => {
    const learner = await platform.learner('learner002', 82)
    const before = (await getCourse(learner, { courseId: '3013' }))!.joinCount
    await startLearning(learner, course('3013'))
    await startLearning(learner, course('3013'))
    expect((await getCourse(learner, { courseId: '3013' }))!.joinCount).toBe(before + 1)
  })

  it('is refused without permission, in the platform’s words', async () => {
    const learner = await platform.learner('liming', 82)
    expect(await startLearning(learner, course('3005'))).toEqual({ started: false, reason: NO_PERMISSION })
    expect(await openFromStart(learner, course('3005'))).toEqual({ allowed: false, reason: NO_PERMISSION })
  })

  it('passes the access check first, whichever way', async () => {
    const learner = await platform.learner('liming', 82)
    const refusal = { allowed: false, reason: '本课程仅限高处作业班学员学习' }
    expect(await openFromStart(learner, course('3006'))).toEqual(refusal)
    expect(await openWhereLeft(learner, course('3006'))).toEqual(refusal)
    expect(await getCourse(learner, { courseId: '3006' })).toMatchObject({ state: 'notStarted' })
  })

  it('of a plan stays within its dates', async () => {
    const learner = await platform.learner('learner003', 82)
    for (const id of ['5003', '5004']) expect(await startLearning(learner, plan(id))).toEqual({ started: false, reason: '计划未开始或计划已过期' })
    const begun = await openFromStart(learner, plan('5002'))
    expect(begun).toMatchObject({ allowed: true, place: { planId: '5002', itemId: expect.stringMatching(/^\d+$/) } })
  })

  it('of what is not there opens nothing', async () => {
    const learner = await platform.learner('liming', 82)
    expect(await openFromStart(learner, course('999999999'))).toEqual({ allowed: false, reason: '' })
    await expect(startLearning(learner, course('999999999'))).rejects.toMatchObject({ code: 'missing' })
  })
})

describe('a platform that answers no node', () => {
  it.each([[true], [[]], ['开始成功'], [{ data: true }], [{ nodeId: {} }]])('but %j has begun the course, which opens at its first section', async (data) => {
    const learner = await platform.learner('wangfang', 82)
    onTestFinished(() => platform.server.resetHandlers())
    const at = (path: string) => `${UPSTREAM}/train/${path}`
    platform.server.use(http.post(at('studtyFruit/saveStudtyFruit'), () => HttpResponse.json({ code: 0, data })), http.get(at('app/plan/getPlanStudtyStateById'), () => HttpResponse.json({ code: 0, data })))
    const first = { allowed: true, place: { courseId: '3001', chapterId: '3101', sectionId: '3201' } }
    expect(await openFromStart(learner, course('3001'))).toEqual(first)
    expect(await openWhereLeft(learner, course('3001'))).toEqual(first)
  })
})

describe('going on', () => {
  it('opens the saved node', async () => {
    const learner = await platform.learner('liming', 82)
    expect(await getSavedNode(learner, course('3001'))).toMatchObject({ id: '3202', parentId: '3101', name: '安全规程手册', place: 'section' })
    expect(await openWhereLeft(learner, course('3001'))).toEqual({ allowed: true, place: { courseId: '3001', chapterId: '3101', sectionId: '3202' } })
  })

  it('follows the section that was opened last', async () => {
    const learner = await platform.learner('learner004', 82)
    await startLearning(learner, course('3008'))
    const third = sectionsOf(await listCourseChapters(learner, { courseId: '3008' }))[2]!
    await saveNode(learner, { ownerId: '3008', id: third.id, parentId: third.chapterId, itemId: null, name: third.name, kind: third.kind, place: 'section' })
    expect(await openWhereLeft(learner, course('3008'))).toEqual({ allowed: true, place: { courseId: '3008', chapterId: third.chapterId, sectionId: third.id } })
  })

  it('follows an exam of a plan too', async () => {
    const learner = await platform.learner('learner005', 82)
    await startLearning(learner, plan('5001'))
    const exam = (await listPlanItems(learner, { planId: '5001' })).find(({ kind }) => kind === 'exam')!
    await saveNode(learner, { ownerId: '5001', id: exam.targetId, parentId: '5001', itemId: exam.id, name: exam.name, kind: 'exam', place: 'planExam' })
    expect(await openWhereLeft(learner, plan('5001'))).toEqual({ allowed: true, place: { planId: '5001', itemId: exam.id } })
  })

  it('begins with the first section when nothing is saved', async () => {
    const learner = await platform.learner('wangfang', 82)
    expect(await getSavedNode(learner, course('3001'))).toBeNull()
    expect(await openWhereLeft(learner, course('3001'))).toEqual({ allowed: true, place: { courseId: '3001', chapterId: '3101', sectionId: '3201' } })
    const first = (await listPlanItems(learner, { planId: '5001' }))[0]!
    expect(await openWhereLeft(learner, plan('5001'))).toMatchObject({ place: { planId: '5001', itemId: first.id } })
  })

  it('takes a node one level down, and an empty one for none', async () => {
    const learner = await platform.learner('liming', 82)
    const STATE = `${UPSTREAM}/train/app/plan/getPlanStudtyStateById`
    platform.server.use(http.get(STATE, () => HttpResponse.json({ code: 0, data: { data: { nodeId: '9', parentId: 8, nodeName: '节', nodeType: '3', nodeState: '2', contentId: 7 } } }), { once: true }))
    expect(await getSavedNode(learner, plan('5001'))).toEqual({ ownerId: '5001', id: '9', parentId: '8', itemId: '7', name: '节', kind: 'exam', place: 'planExam' })
    platform.server.use(http.get(STATE, () => HttpResponse.json({ code: 0, data: {} }), { once: true }))
    expect(await getSavedNode(learner, plan('5001'))).toBeNull()
  })
})

describe('unlocking', () => {
  it('opens what can be opened, once and again', async () => {
    const learner = await platform.learner('liming', 82)
    const found = (await lockedOf(learner, '3007')).find(({ lock }) => lock.verdict === 'unlockable')!
    const { sectionRecordId } = found.lock as Extract<typeof found.lock, { verdict: 'unlockable' }>
    expect(await unlockSection(learner, { sectionRecordId })).toEqual({ unlocked: true })
    expect(await unlockSection(learner, { sectionRecordId })).toEqual({ unlocked: true })
    const after = (await lockedOf(learner, '3007')).find(({ section }) => section.id === found.section.id)!
    expect(after.lock).toEqual({ verdict: 'open' })
  })

  it('is refused while the section before is not passed, as the page says', async () => {
    const learner = await platform.learner('liming', 82)
    const waiting = (await lockedOf(learner, '3001')).filter(({ lock }) => lock.verdict === 'waiting')
    expect(waiting.map(({ section }) => section.name)).toEqual(['倒闸操作流程', '验电与接地', '章节测验'])
    for (const { section } of waiting) expect(await unlockSection(learner, { sectionRecordId: section.sectionRecordId! })).toEqual({ unlocked: false, reason: '上一小节未通过，无法解锁章节' })
  })

  it('of another learner’s record is forbidden, of none is missing', async () => {
    const liming = await platform.learner('liming', 82)
    const { section } = (await lockedOf(liming, '3001')).at(-1)!
    const attempt = unlockSection(await platform.learner('learner001', 82), { sectionRecordId: section.sectionRecordId! })
    await expect(attempt).rejects.toMatchObject({ code: expect.stringMatching(/forbidden|missing/) })
    await expect(unlockSection(liming, { sectionRecordId: '1' })).rejects.toMatchObject({ code: 'missing' })
  })
})
