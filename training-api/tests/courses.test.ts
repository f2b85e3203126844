import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentTotals } from '../db/schema/courses.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { courses, dataOf, electrical, expectKeys, expectRefusal, expectStatus, foreign, hostileValues, pageNoise } from './world.ts'
import type { WireChapter, WirePage, WireSection } from './world.ts'

type Card = { id: number; courseName: string; studtyState?: number; studyProcess: string; joinNum: number; commentNum: number }
type Tags = { id: number; title: string; children: { id: number; title: string }[] }[]

let api: TestApi
let liming: TestLearner
let wangfang: TestLearner
let elsewhere: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  wangfang = await api.loginAs('wangfang', 82)
  elsewhere = await api.loginAs('liming', 101)
})
afterAll(() => api.close())

const mine = async (query: Record<string, unknown>, who = liming) => dataOf(await who.get<WirePage<Card>>('/train/web/getMyWebCourseBySort', { current: 1, size: 8, ...query }))
const library = async (query: Record<string, unknown>, who = liming) => dataOf(await who.get<WirePage<Card>>('/train/web/getWebCourseBySort', { current: 1, size: 500, ...query }))

describe('my courses', () => {
  test('come in pages with every field of a card', async () => {
    const first = await mine({ i: 5, name: '' })
    expect(first).toMatchObject({ total: 36, size: 8, current: 1, pages: 5, ...pageNoise })
    expect(first.records).toHaveLength(8)
    for (const card of first.records) {
      expectKeys(card, 'id courseName companyName studyProcess studtyState courseIndexPictureUrl courseIndexType oneTitle twoTitle studyTimeSum planScore joinNum commentNum')
      expect(card).toEqual(expect.objectContaining({ id: expect.any(Number), studyProcess: expect.stringMatching(/^\d{1,3}%$/), joinNum: expect.any(Number), commentNum: expect.any(Number) }))
    }
  })

  test('pages do not overlap, and one past the end is empty with the true total', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map((current) => mine({ current })))
    expect(new Set(pages.flatMap(({ records }) => records.map(({ id }) => id))).size).toBe(36)
    expect(await mine({ current: 6 })).toMatchObject({ records: [], total: 36, current: 6 })
  })

  test('are filtered by state, and the states add up', async () => {
    const counts: Record<number, number> = {}
    for (const i of [1, 2, 3]) {
      const { records, total } = await mine({ i, size: 500 })
      counts[i] = total
      expect(new Set(records.map(({ studtyState }) => studtyState))).toEqual(new Set([i]))
    }
    expect(Object.values(counts).every((count) => count > 0)).toBe(true)
    expect((counts[1] ?? 0) + (counts[2] ?? 0) + (counts[3] ?? 0)).toBe(36)
  })

  test('are found by part of the title in any language, wildcards taken literally', async () => {
    expect((await mine({ name: '低压电工作业' })).records.map(({ id }) => id)).toContain(courses.electrical)
    expect((await mine({ name: 'low-voltage' })).records.map(({ id }) => id)).toContain(courses.electrical)
    for (const name of ['%', 'null', 'undefined']) expect((await mine({ name })).total).toBe(0)
    expect((await mine({ name: "'; drop table courses; --" })).total).toBe(0)
  })

  test('carry the title in the asked language', async () => {
    const { records } = await mine({ name: '低压电工作业安全', languageType: 2 })
    expect(records[0]?.courseName).toBe('Low-Voltage Electrical Work Safety')
    expect((await mine({ name: '低压电工作业安全', languageType: 'ja' })).records[0]?.courseName).toBe('低圧電気作業の安全')
  })

  test.each([[2, ({ commentNum }: Card) => commentNum], [3, ({ joinNum }: Card) => joinNum], [1, ({ commentNum, joinNum }: Card) => commentNum + joinNum]] as const)('sorted by totals (%i) have one without any among those of nobody, in the order of their numbers', async (typeSort, figure) => {
    const totals = and(eq(contentTotals.tenantId, 82), eq(contentTotals.contentKind, 'course'), eq(contentTotals.contentId, courses.electrical))
    const [kept] = await api.db.delete(contentTotals).where(totals).returning()
    try {
      const { records } = await mine({ typeSort, size: 500 })
      const ofNobody = records.filter((card) => figure(card) === 0).map(({ id }) => id)
      expect(ofNobody).toContain(courses.electrical)
      expect(records.slice(-ofNobody.length).map(({ id }) => id)).toEqual(ofNobody.toSorted((a, b) => a - b))
      expect((await mine({ typeSort, size: 20, current: 2 })).records.map(({ id }) => id)).toEqual(records.slice(20).map(({ id }) => id))
    } finally {
      if (kept) await api.db.insert(contentTotals).values(kept)
    }
  })

  test('of a new learner are none', async () => {
    expect(await mine({}, wangfang)).toMatchObject({ records: [], total: 0, pages: 0 })
  })

  test.each([['i', 4], ['i', 9], ['i', 'x'], ['current', 0], ['current', 'x'], ['size', -1], ['typeSort', 7], ['tag1ValueIds', 'a,b'], ['name', 'x'.repeat(300)], ['languageType', 9]])('refuse %s=%s with 400', async (key, value) => {
    expectStatus(await liming.get('/train/web/getMyWebCourseBySort', { [key]: value }), 400)
  })

  test('take a page size above 500 as 500', async () => {
    expect((await mine({ size: 10_000 })).size).toBe(500)
  })
})

describe('the library', () => {
  test('holds more than my courses, and says nothing of a state where there is none', async () => {
    const { records, total } = await library({})
    expect(total).toBeGreaterThan(36)
    expect(records.filter(({ studtyState }) => studtyState === undefined).length).toBe(total - 36)
    expect((await library({}, wangfang)).records.every((card) => !('studtyState' in card))).toBe(true)
  })

  test('is sorted by praise, popularity, latest and both together, always downwards', async () => {
    const ratings = (await library({ typeSort: 2 })).records.map(({ commentNum }) => commentNum)
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
    const joins = (await library({ typeSort: 3 })).records.map(({ joinNum }) => joinNum)
    expect(joins).toEqual(joins.toSorted((a, b) => b - a))
    const largest = joins[0] ?? 1
    const both = (await library({ typeSort: 1 })).records.map(({ commentNum, joinNum }) => (0.6 * commentNum) / 5 + (0.4 * joinNum) / largest)
    expect(both.every((score, index) => index === 0 || score <= (both[index - 1] ?? 0) + 1e-9)).toBe(true)
    expect(new Set((await library({ typeSort: 4 })).records.map(({ id }) => id)).size).toBe(ratings.length)
  })

  test('is narrowed by tags: one of a group, and every group', async () => {
    const groups = dataOf(await liming.get<Tags>('/train/web/getTagList', { curriculumType: 1 }))
    expect(groups.length).toBeGreaterThan(1)
    expect(groups.length).toBeLessThanOrEqual(5)
    const [first, second] = groups
    const values = first?.children.map(({ id }) => id) ?? []
    const counts = await Promise.all(values.map(async (id) => (await library({ tag1ValueIds: id })).total))
    const either = await library({ tag1ValueIds: values.slice(0, 2).join(',') })
    expect(either.total).toBeLessThanOrEqual((counts[0] ?? 0) + (counts[1] ?? 0))
    expect(either.total).toBeGreaterThanOrEqual(Math.max(counts[0] ?? 0, counts[1] ?? 0))
    const repeated = await library({ tag1ValueIds: values.slice(0, 2) })
    expect(repeated.total).toBe(either.total)
    const also = await library({ tag1ValueIds: values[0], tag2ValueIds: second?.children[0]?.id })
    expect(also.total).toBeLessThanOrEqual(counts[0] ?? 0)
    expect((await library({ tag1ValueIds: foreign(values[0] ?? 0) })).total).toBe(0)
  })

  test('names its tags in the asked language', async () => {
    const zh = dataOf(await liming.get<Tags>('/train/web/getTagList', { curriculumType: 1 }))
    const en = dataOf(await liming.get<Tags>('/train/web/getTagList', { curriculumType: 1, languageType: 2 }))
    expect(en.map(({ id }) => id)).toEqual(zh.map(({ id }) => id))
    expect(en[0]?.title).not.toBe(zh[0]?.title)
    expectKeys(en[0], 'id title children')
  })

  test('shows one tenant nothing of another', async () => {
    const ids = new Set((await library({})).records.map(({ id }) => id))
    expect((await library({}, elsewhere)).records.some(({ id }) => ids.has(id))).toBe(false)
  })
})

describe('the access check', () => {
  const check = (id: unknown, who = liming) => who.get<{ type: number; content?: string } | null>('/train/course/getClearFlagByCourseId', { id })

  test('allows, or refuses with the words of the course', async () => {
    expect(dataOf(await check(courses.electrical))).toEqual({ type: 1 })
    expect(dataOf(await check(courses.confined))).toEqual({ type: 1 })
    expect(dataOf(await check(courses.heights))).toEqual({ type: 2, content: '本课程仅限高处作业班学员学习' })
  })

  test('knows nothing of other tenants', async () => {
    expect(dataOf(await check(foreign(courses.electrical)))).toBeNull()
    expect(dataOf(await check(courses.heights, elsewhere))).toBeNull()
    expect(dataOf(await check(99_999_999))).toBeNull()
  })
})

describe('a course', () => {
  test('says along with it what the access check says', async () => {
    const about = async (id: number) => ({ along: dataOf(await liming.get<{ clearance: unknown }>(`/train/app/course/${id}`)).clearance, asked: dataOf(await liming.get('/train/course/getClearFlagByCourseId', { id })) })
    for (const id of [courses.electrical, courses.confined, courses.heights]) {
      const { along, asked } = await about(id)
      expect(along).toEqual(asked)
    }
    expect((await about(courses.heights)).along).toMatchObject({ type: 2 })
  })

  const read = (id: unknown, who = liming) => who.get<Record<string, unknown> | null>(`/train/app/course/${encodeURIComponent(String(id))}`)

  test('has every field, with hours learned and where the learner is', async () => {
    const course = dataOf(await read(courses.electrical))
    expectKeys(course, [
      'id courseName courseStudyTime courseScore teacherName companyName joinNum commentNum collection studtyState studtyResult throughFlag contenState courseIntroduce',
      'studyProcess nowSectionName nowChapterId nowSectionId nextSectionName sumHours courseIndexPictureUrl courseIndexType oneTitle twoTitle clearance',
    ].join(' '))
    expect(course).toMatchObject({ id: courses.electrical, courseName: '低压电工作业安全', studtyState: 2, studtyResult: 1, throughFlag: 2, contenState: 1, studyProcess: '16%', courseIndexType: 2 })
    expect(course?.nowSectionName).toEqual(expect.any(String))
    expect(course?.sumHours).toBeGreaterThan(0)
  })

  test.each([
    ['forklift', { studtyState: 1, studtyResult: 1, throughFlag: 1, contenState: 1, studyProcess: '0%', nowSectionName: null }],
    ['welding', { studtyState: 3, studtyResult: 2, studyProcess: '100%' }],
    ['crane', { studtyState: 4, studtyResult: 3 }],
    ['confined', { contenState: 2 }],
  ] as const)('%s is as the demo world says', async (name, state) => {
    expect(dataOf(await read(courses[name]))).toMatchObject(state)
  })

  test('of another tenant is like a missing one', async () => {
    expect(dataOf(await read(foreign(courses.electrical)))).toBeNull()
    expect(dataOf(await read(courses.electrical, elsewhere))).toBeNull()
    expect(dataOf(await read(12_345_678))).toBeNull()
  })

  test('takes its id as digits only', async () => {
    for (const id of ['abc', '1 or 1=1', '-1', '9'.repeat(40), '1.5']) expectStatus(await read(id), 400)
  })
})

describe('the catalogue', () => {
  const read = async (courseId: unknown, who = liming) => dataOf(await who.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId }))

  test('is chapters with sections as the contract prints them', async () => {
    const chapters = await read(courses.electrical)
    expect(chapters.map(({ chapterName, knityn }) => [chapterName, knityn])).toEqual([['安全基础', 0], ['设备操作', 0], ['结业考核', 1]])
    for (const chapter of chapters) {
      expectKeys(chapter, 'id chapterName knityn chapterSectionList')
      for (const section of chapter.chapterSectionList) {
        expectKeys(section, 'id chapterId chapterName sectionName contentType studyTime studyLimit limitType sumHours adopt knityn classRecordId sectionStudy sectionTrain sectionTest')
        expect(section.chapterId).toBe(chapter.id)
      }
    }
    const sections = chapters.flatMap(({ chapterSectionList }) => chapterSectionList)
    expect(sections.map(({ sectionName, contentType, adopt, knityn, limitType, studyLimit }) => [sectionName, contentType, adopt, knityn, limitType, studyLimit])).toEqual([
      ['用电安全概述', 1, 1, 0, 2, 80],
      ['安全规程手册', 1, 2, 0, 2, 50],
      ['低压配电柜认知', 1, 0, 0, 1, null],
      ['倒闸操作流程', 1, 0, 1, 1, null],
      ['验电与接地', 2, 0, 1, 1, null],
      ['章节测验', 3, 0, 1, 1, null],
    ])
    expect(sections.map(({ sectionStudy }) => sectionStudy?.sectionContentType ?? null)).toEqual([1, 2, 3, 3, null, null])
    expect(sections[0]?.sectionStudy).toMatchObject({ resourceId: 7001, resourceUrl: '/train/file/video/7001/index.m3u8' })
    expect(sections[0]?.sectionStudy?.captionList.map(({ lang }) => lang)).toEqual(['zh', 'en', 'ja'])
    expect(sections[4]?.sectionTrain).toMatchObject({ type: 1, simulationStudyId: 6001, sectionContentType: 1 })
    expect(sections[5]?.sectionTest).toEqual({ sectionContentType: 1 })
  })

  test('names no resource of a locked section', async () => {
    const sections = (await read(courses.electrical)).flatMap(({ chapterSectionList }) => chapterSectionList)
    for (const { knityn, sectionStudy } of sections) if (sectionStudy !== null) expect(sectionStudy.resourceUrl === null).toBe(knityn === 1)
  })

  test('of a sequential course that is not begun is locked but for its first section', async () => {
    const sections = (await read(courses.forklift)).flatMap(({ chapterSectionList }) => chapterSectionList)
    expect(sections.length).toBeGreaterThan(3)
    expect(sections.map(({ knityn }) => knityn)).toEqual(sections.map((_, index) => (index === 0 ? 0 : 1)))
  })

  test.each([['confined'], ['heights']] as const)('of %s is shown without resource addresses and tickets', async (name) => {
    const chapters = await read(courses[name])
    expect(chapters.length).toBeGreaterThan(0)
    expect(JSON.stringify(chapters)).not.toMatch(/resourceUrl":"|ticket|testRequestId":\d|\.vtt/)
  })

  test('of another tenant or of no course is empty', async () => {
    expect(await read(foreign(courses.electrical))).toEqual([])
    expect(await read(courses.electrical, elsewhere)).toEqual([])
    expect(await read(12_345_678)).toEqual([])
  })
})

describe('a section', () => {
  const open = (query: Record<string, unknown>, who = liming) =>
    who.get<WireSection | null>('/train/app/courseChapter/selectSectionDetailById', { contentState: 1, curriculumId: courses.electrical, ...query })

  test('opens with its resource, also with ids as strings', async () => {
    const section = dataOf(await open({ sectionId: String(electrical.video), chapterId: '3101' }))
    expect(dataOf(await open({ sectionId: electrical.video, contentState: '' }))).toEqual(section)
    expect(section).toMatchObject({ id: electrical.video, sectionName: '用电安全概述', nodeName: '用电安全概述', sectionStudy: { resourceUrl: '/train/file/video/7001/index.m3u8' } })
  })

  test('that is locked stays shut', async () => {
    expectRefusal(await open({ sectionId: electrical.exam, chapterId: 3103 }), '该小节尚未解锁')
  })

  test('of a course that may not be studied stays shut', async () => {
    const confined = dataOf(await liming.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: courses.confined }))
    const heights = dataOf(await liming.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: courses.heights }))
    expectRefusal(await open({ curriculumId: courses.confined, sectionId: confined[0]?.chapterSectionList[0]?.id }), '您无权限学习本课程/计划，详情请咨询管理人员')
    expectRefusal(await open({ curriculumId: courses.heights, sectionId: heights[0]?.chapterSectionList[0]?.id }), '本课程仅限高处作业班学员学习')
  })

  test('of another course, chapter or tenant is missing', async () => {
    expect(dataOf(await open({ sectionId: '9223372036854775807' }))).toBeNull()
    expect(dataOf(await open({ sectionId: electrical.video, chapterId: 3102 }))).toBeNull()
    expect(dataOf(await open({ sectionId: electrical.video, curriculumId: courses.forklift }))).toBeNull()
    expect(dataOf(await open({ sectionId: electrical.video }, elsewhere))).toBeNull()
    expect(dataOf(await open({ sectionId: foreign(electrical.video), curriculumId: foreign(courses.electrical) }))).toBeNull()
  })

  test('never breaks on what is no id', async () => {
    for (const sectionId of hostileValues) expect([200, 400]).toContain((await open({ sectionId })).status)
    for (const curriculumId of hostileValues) expect([200, 400]).toContain((await open({ sectionId: electrical.video, curriculumId })).status)
    expectStatus(await open({}), 400)
  })
})
