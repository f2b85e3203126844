import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courses } from '../db/schema/courses.ts'
import { enrolments } from '../db/schema/enrolment.ts'
import { listLearningPaths } from '../queries/learning-paths.ts'
import { listPostMaps } from '../queries/post-maps.ts'
import { achievement, countingCourses, furthest, mapState, skillState } from '../rules/organisation.ts'
import type { SkillCourse } from '../rules/organisation.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf, expectKeys, expectStatus, hostileValues } from './world.ts'

type Path = { id: number; studyPathName: string; courseCount: number; pathNode: Node[]; studyPathNodeList?: Node[] }
type Node = { id: number; studyPathId: number; nodeName: string; courseNum: number; passNum: number }
type Map = { id: number; completeState: number; complete: number; joinCount: number; skill: number; skillCourseList?: { postMapSkillId: number; completeState: number; courseNum: number; passNum: number }[] }

let api: TestApi
let liming: TestLearner
let wangfang: TestLearner
let zhaoqiang: TestLearner
let stranger: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  ;[liming, wangfang, zhaoqiang, stranger] = (await Promise.all([api.loginAs('liming', 82), api.loginAs('wangfang', 82), api.loginAs('zhaoqiang', 82), api.loginAs('liming', 101)])) as [TestLearner, TestLearner, TestLearner, TestLearner]
})
afterAll(() => api.close())

const detail = async (who: TestLearner, id: number) => dataOf(await who.get<Map>('/train/app/postMap/selectPostMapDetailById', { id }))
const linked = 'id courseName companyName fraction courseStudyTime courseScore joinNum courseIndexPictureUrl courseIndexType planIndexType oneTitle twoTitle studtyState studyProcess'

describe('classes', () => {
  test('are those the learner is in', async () => {
    const classes = dataOf(await liming.get<{ id: number; peopleNum: number }[]>('/train/gradeApp', { userId: liming.userId }))
    expect(classes.map(({ peopleNum }) => peopleNum)).toEqual([28, 36])
    for (const one of classes) expectKeys(one, 'id gradeName teacherNames peopleNum')
    expect(dataOf(await wangfang.get('/train/gradeApp'))).toEqual([])
    expectStatus(await wangfang.get('/train/gradeApp', { userId: liming.userId }), 403)
  })

  test('rank their members only', async () => {
    const [one] = dataOf(await liming.get<{ id: number }[]>('/train/gradeApp'))
    const ranking = (who: TestLearner) => who.get<{ integralSort: unknown[]; myself: unknown }>('/train/app/courseChapter/selectCourseHoursSortByCourseId', { integralState: 3, curriculumId: one!.id })
    expect(dataOf(await ranking(liming)).integralSort.length).toBeGreaterThan(9)
    expect(dataOf(await ranking(wangfang))).toEqual({ integralSort: [], myself: null })
  })
})

describe('learning paths', () => {
  test('have nodes in order with own progress, and the courses of a node', async () => {
    const paths = dataOf(await zhaoqiang.get<Path[]>('/train/app/studyPath/getAllStudyPath'))
    expect(paths.map(({ pathNode, courseCount }) => [pathNode.length, courseCount])).toEqual([[6, 10], [5, 6], [8, 9]])
    const path = dataOf(await zhaoqiang.get<Path>('/train/app/studyPath/selectStudyPathById', { id: paths[0]!.id }))
    const [node] = path.studyPathNodeList as [Node]
    expectKeys(node, 'id studyPathId nodeName courseNum passNum completeState')
    expect(path.studyPathNodeList!.every(({ courseNum, passNum }) => courseNum === passNum)).toBe(true)
    const courses = dataOf(await zhaoqiang.get<Record<string, unknown>[]>('/train/app/studyPath/selectCourseListByPathIdAndNodeId', { studyPathId: path.id, studyPathNodeId: node.id, languageType: 2 }))
    expect(courses).toHaveLength(node.courseNum)
    for (const course of courses) {
      expectKeys(course, linked)
      expect(course).toMatchObject({ studtyState: 3, studyProcess: '100%', courseName: expect.not.stringMatching(/[\u4e00-\u9fff]/) })
    }
    const untouched = dataOf(await wangfang.get<Path>('/train/app/studyPath/selectStudyPathById', { id: path.id }))
    expect(untouched.studyPathNodeList!.map(({ passNum }) => passNum)).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('of another tenant or none are not there', async () => {
    expect(dataOf(await stranger.get('/train/app/studyPath/getAllStudyPath'))).toEqual([])
    expect(dataOf(await stranger.get('/train/app/studyPath/selectStudyPathById', { id: 2001 }))).toBe(null)
    expect(dataOf(await stranger.get('/train/app/studyPath/selectCourseListByPathIdAndNodeId', { studyPathId: 2001, studyPathNodeId: 2201 }))).toEqual([])
    expect(dataOf(await liming.get('/train/app/studyPath/selectCourseListByPathIdAndNodeId', { studyPathId: 2001, studyPathNodeId: 2221 }))).toEqual([])
    for (const id of hostileValues) expect([200, 400]).toContain((await liming.get('/train/app/studyPath/selectStudyPathById', { id })).status)
  })
})

describe('post maps', () => {
  const list = async (who: TestLearner, completeState?: number) => dataOf(await who.get<Map[]>('/train/app/postMap/getPostMap', completeState === undefined ? {} : { completeState }))

  test('stand in three states, which are the filters', async () => {
    const all = await list(liming, -1)
    expect(all).toHaveLength(6)
    for (const map of all) expectKeys(map, 'id postMapName introduce studyPathName completeState joinCount skill course complete')
    expect(await list(liming)).toEqual(all)
    expect(dataOf(await liming.get('/train/app/postMap/getPostMap', { completeState: '' }))).toEqual(all)
    for (const state of [0, 1, 2]) {
      const some = await list(liming, state)
      expect(some).toEqual(all.filter(({ completeState }) => completeState === state))
      expect(some.length).toBeGreaterThan(0)
    }
    expect((await list(wangfang)).every(({ completeState, complete }) => completeState === 0 && complete === 0)).toBe(true)
    expectStatus(await liming.get('/train/app/postMap/getPostMap', { completeState: 3 }), 400)
  })

  test('show for each skill what counts and what is there of it', async () => {
    const [reached] = await list(liming, 2)
    const map = await detail(liming, reached!.id)
    expect(map.complete).toBe(100)
    for (const skill of map.skillCourseList!) {
      expectKeys(skill, 'postMapSkillId skillName completeState courseNum passNum')
      expect(skill).toMatchObject({ completeState: 2, passNum: skill.courseNum })
    }
    const courses = dataOf(await liming.get<object[]>('/train/app/postMap/selectCourseListByPostMapSkillId', { postMapId: map.id, postMapSkillId: map.skillCourseList![0]!.postMapSkillId }))
    for (const course of courses) expect(course).toMatchObject({ studtyState: 3 })
    expect(courses.length).toBeGreaterThan(0)
  })

  test('are joined once, however often it is asked', async () => {
    const [map] = await list(wangfang, 0)
    const join = () => wangfang.post('/train/postUser/joinPost', { postId: map!.id })
    dataOf(await join())
    dataOf(await wangfang.post(`/train/postUser/joinPost?postId=${map!.id}`))
    expect(await detail(wangfang, map!.id)).toMatchObject({ completeState: 1, joinCount: map!.joinCount + 1 })
    expectStatus(await stranger.post('/train/postUser/joinPost', { postId: map!.id }), 404)
    for (const postId of hostileValues) expect([400, 404]).toContain((await wangfang.post('/train/postUser/joinPost', { postId })).status)
    expect(await detail(wangfang, map!.id)).toMatchObject({ joinCount: map!.joinCount + 1 })
  })
})

describe('a course that was removed, or is empty', () => {
  async function without(courseId: number, look: () => Promise<void>): Promise<void> {
    const course = await api.db.delete(courses).where(and(eq(courses.tenantId, 82), eq(courses.courseId, courseId))).returning()
    await look()
    await api.db.insert(courses).values(course)
  }

  test('is waited for by no node and no skill, and leaves reached what was reached', async () => {
    const [path] = await listLearningPaths(api.db, { tenantId: 82, userId: zhaoqiang.userId })
    const node = path!.nodes.find(({ courseIds, state }) => courseIds.length > 1 && state === 'reached')!
    const [gone, ...left] = node.courseIds
    const maps = await listPostMaps(api.db, { tenantId: 82, userId: liming.userId })
    const reached = maps.find(({ state }) => state === 'reached')!
    const nodeNow = async () => (await listLearningPaths(api.db, { tenantId: 82, userId: zhaoqiang.userId, pathId: path!.pathId }))[0]!.nodes.find(({ nodeId }) => nodeId === node.nodeId)
    const own = await api.db.delete(enrolments).where(and(eq(enrolments.tenantId, 82), eq(enrolments.learnerId, zhaoqiang.userId), eq(enrolments.contentKind, 'course'), eq(enrolments.contentId, gone!))).returning()
    expect(await nodeNow()).toMatchObject({ state: 'inProgress', courseIds: node.courseIds })
    await without(gone!, async () => {
      expect(await nodeNow()).toMatchObject({ state: 'reached', courseIds: left, passedCount: left.length })
      const shown = dataOf(await zhaoqiang.get<Path>('/train/app/studyPath/selectStudyPathById', { id: path!.pathId }))
      expect(shown.courseCount).toBe(new Set(path!.nodes.flatMap(({ courseIds }) => courseIds)).size - 1)
    })
    // So it is with one that has no sections: what is counted and listed is what the state goes by.
    const ofCourse = and(eq(courses.tenantId, 82), eq(courses.courseId, gone!))
    const [whole] = await api.db.select({ sectionCount: courses.sectionCount }).from(courses).where(ofCourse)
    await api.db.update(courses).set({ sectionCount: 0 }).where(ofCourse)
    expect(await nodeNow()).toMatchObject({ state: 'reached', courseIds: left, passedCount: left.length })
    await api.db.update(courses).set(whole!).where(ofCourse)
    await api.db.insert(enrolments).values(own)

    const evidence = reached.skills[0]!.courseIds[0]!
    await without(evidence, async () => expect(await detail(liming, reached.postMapId)).toMatchObject({ completeState: 2, complete: 100 }))
  })
})

describe('app versions', () => {
  test('are six, for anybody', async () => {
    const versions = await Promise.all([1, 2, 3, 4, 5, 6].map(async (type) => dataOf(await api.visitor(143).get<{ code: string }>('/train/version/find', { type }))))
    for (const version of versions) expectKeys(version, 'code content downloadUrl')
    expect(versions.map(({ code }) => code)).toEqual(['3.6.2', '3.6.1', '1.9.0', '1.8.7', '2.1.4', '2.1.3'])
    expect(dataOf(await api.visitor(1).get('/train/version/find', { type: 1 }))).toBe(null)
    for (const type of [...hostileValues, 7]) expect((await api.visitor(82).get('/train/version/find', { type })).status).toBe(400)
  })
})

describe('rules', () => {
  test('the furthest way through a course counts', () => {
    expect(furthest([{ state: 'failed', progressPercent: 90 }, { state: 'inProgress', progressPercent: 10 }, { state: 'inProgress', progressPercent: 40 }])).toEqual({ state: 'inProgress', progressPercent: 40 })
    expect(furthest([])).toEqual({ state: 'notStarted', progressPercent: 0 })
  })

  test.each([
    [['passed', 'passed'], 'reached'],
    [['passed', 'notStarted'], 'inProgress'],
    [['failed'], 'inProgress'],
    [['notStarted'], 'notBegun'],
    [[], 'notBegun'],
  ] as const)('a skill of %j is %s', (states, state) => {
    expect(skillState(states)).toBe(state)
  })

  const [passed, begun, removed, empty] = [{ state: 'passed', sectionCount: 3 }, { state: 'inProgress', sectionCount: 3 }, { state: 'inProgress', sectionCount: null }, { state: 'inProgress', sectionCount: 0 }] as const
  test.each<[string, SkillCourse[], SkillCourse[]]>([
    ['what can be studied', [passed, begun], [passed, begun]],
    ['what is passed, also where it is gone or empty', [{ ...passed, sectionCount: null }, { ...passed, sectionCount: 0 }], [{ ...passed, sectionCount: null }, { ...passed, sectionCount: 0 }]],
    ['neither what is gone nor what is empty', [passed, removed, empty], [passed]],
    ['what is empty where there is nothing else', [removed, empty], [empty]],
    ['nothing where all is gone', [removed], []],
  ])('a skill is judged by %s', (_, courses, counting) => {
    expect(countingCourses(courses)).toEqual(counting)
  })

  test('a map counts its skills', () => {
    expect(mapState(false, ['reached'])).toBe('notJoined')
    expect(mapState(true, ['reached', 'reached'])).toBe('reached')
    expect(mapState(true, ['reached', 'inProgress'])).toBe('inProgress')
    expect(mapState(true, [])).toBe('inProgress')
    expect(achievement(['reached', 'notBegun', 'inProgress'])).toBe(33)
    expect(achievement([])).toBe(0)
  })
})
