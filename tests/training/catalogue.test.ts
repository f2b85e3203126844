import { HttpResponse, http } from 'msw'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { lockOf, sectionsOf, shownKind, withLocks, type Chapter } from '@/lib/domain/catalogue'
import { getSection, listCourseChapters, listPlanCourseChapters, listPlanItems } from '@/lib/training/catalogue'
import { getCourse } from '@/lib/training/course-detail'
import { enrolments, sectionRecords } from '../../training-api/db/schema/enrolment'
import { planItems } from '../../training-api/db/schema/plans'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const liming = () => platform.learner('liming', 82)
const CHAPTERS = `${UPSTREAM}/train/app/courseChapter/selectChapterSectionByCourseId`
const answer = (data: unknown) => platform.server.use(http.get(CHAPTERS, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))
const named = (chapters: Chapter[], name: string) => sectionsOf(chapters).find((section) => section.name === name)!

async function catalogueOf(courseId: string, account = 'liming', tenantId = 82) {
  const learner = await platform.learner(account, tenantId)
  const [course, chapters] = await Promise.all([getCourse(learner, { courseId }), listCourseChapters(learner, { courseId })])
  return withLocks(chapters, course!)
}

describe('the catalogue of a course', () => {
  it('has one section of every kind, as the demo world says', async () => {
    const chapters = await catalogueOf('3001')
    expect(chapters.map(({ name }) => name)).toEqual(['安全基础', '设备操作', '结业考核'])
    expect(sectionsOf(chapters).map((section) => [section.name, shownKind(section)])).toEqual([
      ['用电安全概述', 'video'], ['安全规程手册', 'document'], ['低压配电柜认知', 'courseware'], ['倒闸操作流程', 'courseware'], ['验电与接地', 'simulation'], ['章节测验', 'exam'],
    ])
    expect(named(chapters, '用电安全概述')).toMatchObject({ id: '3201', chapterId: '3101', minutes: 20, requiredPercent: 80, state: 'passed', locked: false })
    expect(named(chapters, '安全规程手册')).toMatchObject({ minutes: 30, requiredPercent: 50, state: 'inProgress' })
    expect(named(chapters, '低压配电柜认知').requiredPercent).toBeNull()
  })

  it('carries captions in three languages and addresses of our own', async () => {
    const { resource } = named(await catalogueOf('3001'), '用电安全概述')
    expect(resource!.url).toMatch(/^\/api\/files\/train\/file\//)
    expect(resource!.captions.map(({ locale }) => locale)).toEqual(['zh', 'en', 'ja'])
  })

  it('locks what waits, and names what opens it', async () => {
    const chapters = await catalogueOf('3001')
    expect(sectionsOf(chapters).map(({ locked }) => locked)).toEqual([false, false, false, true, true, true])
    expect(chapters.map(({ locked }) => locked)).toEqual([false, false, true])
    const lock = lockOf(chapters, named(chapters, '章节测验'))
    expect(lock.verdict === 'waiting' && lock.opener.name).toBe('验电与接地')
  })

  it('of a sequential course that is not begun is locked but for the first section', async () => {
    const sections = sectionsOf(await catalogueOf('3002'))
    expect(sections.map(({ locked }) => locked)).toEqual(sections.map((_, index) => index > 0))
    expect(sections.every(({ state }) => state === 'notStarted')).toBe(true)
  })

  it('offers something to unlock in at least three courses', async () => {
    const catalogues = await Promise.all(['3007', '3011', '3034', '3036'].map((id) => catalogueOf(id)))
    const unlockable = catalogues.filter((chapters) => sectionsOf(chapters).some((section) => lockOf(chapters, section).verdict === 'unlockable'))
    expect(unlockable.length).toBeGreaterThanOrEqual(3)
  })

  it('without permission shows, and leads nowhere', async () => {
    const sections = sectionsOf(await catalogueOf('3005'))
    expect(sections.length).toBeGreaterThan(0)
    expect(sections.every(({ resource, simulation }) => !resource?.url && !simulation?.ticket)).toBe(true)
  })

  it('of another tenant is empty', async () => {
    expect(await listCourseChapters(await platform.learner('liming', 101), { courseId: '3010' })).toEqual([])
  })

  it('tolerates what other platforms send', async () => {
    answer([
      { id: '1', chapterName: null, knityn: '1', chapterSectionList: null },
      { id: 2, chapterName: '乙', chapterSectionList: { id: 21, nodeName: '一个而不是列表', contentType: '2', studyTime: '25', knityn: null, sectionTrain: [{ type: 3, simulationStudyId: 5 }, { type: 1, simulationStudyId: 6, ticket: 't' }] } },
      { id: 3, chapterName: '丙', chapterSectionList: [{ nodeId: 31, sectionName: '新的类型', contentType: 7, limitType: 2, studyLimit: '80', adopt: 9, sectionStudy: { sectionContentType: 4, captionList: [{ lang: 'ko', url: '/train/file/a.vtt' }, { lang: 'en', url: 'javascript:x' }] } }] },
    ])
    const chapters = await listCourseChapters(await liming(), { courseId: '1' })
    expect(chapters[0]).toEqual({ id: '1', name: '', locked: true, sections: [] })
    expect(chapters[1]!.sections[0]).toMatchObject({ id: '21', chapterId: '2', name: '一个而不是列表', kind: 'simulation', minutes: 25, locked: false, simulation: { available: true, id: '6', ticket: 't' } })
    expect(chapters[2]!.sections[0]).toMatchObject({ id: '31', kind: 'unknown', state: 'unknown', requiredPercent: 80, resource: { kind: 'unknown', url: null, captions: [] } })
    answer([{ id: 4, chapterName: '丁', chapterSectionList: [
      { id: 41, contentType: 2, sectionStudy: '', sectionTrain: '' },
      { id: 42, contentType: 1, sectionStudy: { sectionContentType: 1, resourceUrl: '/train/file/video/7001/index.m3u8', captionList: ['zh', null, { lang: {}, url: 3 }, { lang: 'ja', url: '/train/file/ja.vtt' }] } },
    ] }])
    const [simulation, video] = (await listCourseChapters(await liming(), { courseId: '1' }))[0]!.sections
    expect(simulation).toMatchObject({ resource: null, simulation: null })
    expect(video!.resource).toMatchObject({ kind: 'video', captions: [{ locale: 'ja' }] })
    answer([{ id: 5, chapterName: '戊', chapterSectionList: [{ id: 51, sectionName: '没有类型' }] }])
    expect((await listCourseChapters(await liming(), { courseId: '1' }))[0]!.sections[0], 'without a type').toMatchObject({ kind: 'study' })
    answer(null)
    expect(await listCourseChapters(await liming(), { courseId: '1' })).toEqual([])
  })

  it('is refused whole when a section has no id', async () => {
    answer([{ id: 1, chapterName: '甲', chapterSectionList: [{ sectionName: '没有编号' }] }])
    await expect(listCourseChapters(await liming(), { courseId: '1' })).rejects.toMatchObject({ code: 'malformed' })
  })
})

describe('one section', () => {
  const at = (sectionId: string, chapterId: string) => ({ kind: 'course', ownerId: '3001', chapterId, sectionId }) as const

  it('opens when it is not locked', async () => {
    expect(await getSection(await liming(), at('3202', '3101'))).toMatchObject({ id: '3202', chapterId: '3101', name: '安全规程手册', locked: false, resource: { kind: 'document' } })
  })
  it('is refused in the platform’s words while it is locked', async () => {
    await expect(getSection(await liming(), at('3206', '3103'))).rejects.toMatchObject({ code: 'rejected', message: '该小节尚未解锁' })
  })
  it('is refused without permission', async () => {
    const learner = await liming()
    const first = sectionsOf(await listCourseChapters(learner, { courseId: '3005' }))[0]!
    await expect(getSection(learner, { kind: 'course', ownerId: '3005', chapterId: first.chapterId, sectionId: first.id })).rejects.toMatchObject({ code: 'rejected', message: '您无权限学习本课程/计划，详情请咨询管理人员' })
  })
  it('in a plan is opened through the item that is named, where its course stands there twice', async () => {
    const { db } = platform.api()
    const learner = await liming()
    const own = (await listPlanItems(learner, { planId: '5001' })).find(({ targetId }) => targetId === '3001')!
    const twin = 990_003
    const open = (itemId: string) => getSection(learner, { kind: 'plan', ownerId: '5001', itemId, chapterId: '3103', sectionId: '3206' })
    const locked = { code: 'rejected', message: '该小节尚未解锁' }
    await db.insert(planItems).values({ tenantId: 82, planItemId: twin, planId: 5001, position: 99, kind: 'course', childId: 3001, name: 'twin' })
    try {
      for (const itemId of [own.id, String(twin)]) await expect(open(itemId)).rejects.toMatchObject(locked)
      await db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.planItemId, twin), eq(sectionRecords.sectionId, 3206)))
      await expect(open(own.id)).rejects.toMatchObject(locked)
      expect(await open(String(twin))).toMatchObject({ id: '3206' })
    } finally {
      await db.delete(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planItemId, twin)))
      await db.delete(sectionRecords).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.planItemId, twin)))
      await db.delete(enrolments).where(and(eq(enrolments.tenantId, 82), eq(enrolments.planItemId, twin)))
    }
  })
  it('of another course, chapter or tenant is not there', async () => {
    expect(await getSection(await liming(), { ...at('3202', '3101'), ownerId: '3002' })).toBeNull()
    expect(await getSection(await liming(), at('3202', '3103'))).toBeNull()
    expect(await getSection(await platform.learner('liming', 101), at('999999999', '1'))).toBeNull()
  })
})

describe('the catalogue of a plan', () => {
  it('has three courses and two exams, each exam an item of its own', async () => {
    const items = await listPlanItems(await liming(), { planId: '5001' })
    expect(items.map(({ kind }) => kind).sort()).toEqual(['course', 'course', 'course', 'exam', 'exam'])
    for (const item of items) {
      expect(item.planId).toBe('5001')
      expect(item.name).not.toBe('')
      if (item.kind === 'exam') expect(item.chapters).toEqual([])
      else expect(sectionsOf(item.chapters).every(({ id, chapterId, name }) => id && chapterId && name)).toBe(true)
    }
  })

  it.each([['en', 'Onboarding Theory Exam'], ['ja', '入社理論試験']] as const)('names what it holds in the language of the learner (%s)', async (locale, name) => {
    const items = await listPlanItems(await platform.learner('liming', 82, locale), { planId: '5001' })
    expect(items.map((item) => item.name)).toContain(name)
  })

  it('gives the chapters of one of its courses alone', async () => {
    const learner = await liming()
    const item = (await listPlanItems(learner, { planId: '5001' })).find(({ kind }) => kind === 'course')!
    expect(await listPlanCourseChapters(learner, { planId: '5001', itemId: item.id, courseId: item.targetId })).toEqual(item.chapters)
  })

  it('of nobody is empty', async () => {
    expect(await listPlanItems(await liming(), { planId: '999999999' })).toEqual([])
  })
})
