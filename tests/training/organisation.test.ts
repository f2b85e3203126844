import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { listClasses } from '@/lib/training/classes'
import { getLearningPath, listLearningPaths, listNodeCourses } from '@/lib/training/learning-paths'
import { getPostMap, joinPostMap, listPostMaps, listSkillCourses } from '@/lib/training/post-maps'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const once = (path: string, data: unknown) => platform.server.use(http.get(`${UPSTREAM}/train/${path}`, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))

describe('classes', () => {
  it('are mine, also where one has no id', async () => {
    const liming = await platform.learner('liming', 82)
    expect(await listClasses(liming)).toEqual([{ id: '4002', name: '班组长研修班', teacherNames: '郑伟明', memberCount: 28 }, { id: '4001', name: '低压电工取证班', teacherNames: '周建国、林海涛', memberCount: 36 }])
    once('gradeApp', [{ gradeName: '一班', teacherNames: null, peopleNum: '12' }])
    expect(await listClasses(liming)).toEqual([{ id: null, name: '一班', teacherNames: '', memberCount: 12 }])
    once('gradeApp', null)
    expect(await listClasses(liming)).toEqual([])
  })
})

describe('learning paths', () => {
  it('show my own progress on each node', async () => {
    const liming = await platform.learner('liming', 82)
    const [path] = await listLearningPaths(liming)
    expect(path).toMatchObject({ name: '电工成长路径', nodeCount: 6, courseCount: 10 })
    const detail = await getLearningPath(liming, path!)
    expect(detail!.nodes.map(({ standing }) => standing)).toEqual(expect.arrayContaining(['passed', 'inProgress']))
    const courses = await listNodeCourses(await platform.learner('liming', 82, 'en'), { pathId: path!.id, nodeId: detail!.nodes[1]!.id })
    expect(courses).toMatchObject([{ id: '3001', name: expect.stringMatching(/^[ -~]+$/), standing: 'inProgress' }])
  })

  it('come from platforms that say less', async () => {
    const liming = await platform.learner('liming', 82)
    once('app/studyPath/getAllStudyPath', [{ id: 1, studyPathName: '甲', pathNode: 5, courseCount: '3' }, { id: 2, studyPathName: '乙', pathNode: null }])
    expect(await listLearningPaths(liming)).toMatchObject([{ nodes: [], nodeCount: 5, courseCount: 3 }, { nodes: [], nodeCount: 0 }])
    once('app/studyPath/selectStudyPathById', { id: 1, studyPathName: '甲', studyPathNodeList: [{ id: 9, studyPathId: 1, nodeName: '子' }] })
    expect(await getLearningPath(liming, { id: '1' })).toMatchObject({ nodes: [{ id: '9', standing: null, courseCount: null }] })
    once('app/studyPath/selectCourseListByPathIdAndNodeId', [{ id: 9, courseName: '丙', companyName: null, fraction: '4.5' }])
    expect(await listNodeCourses(liming, { pathId: '1', nodeId: '9' })).toMatchObject([{ id: '9', rating: 4.5, standing: null }])
    expect(await getLearningPath(liming, { id: '99999' })).toBe(null)
  })
})

describe('post maps', () => {
  it('are filtered by how they stand for me', async () => {
    const liming = await platform.learner('liming', 82)
    const all = await listPostMaps(liming, { filter: 'all' })
    expect(all).toHaveLength(6)
    for (const filter of ['notJoined', 'inProgress', 'reached'] as const) {
      expect((await listPostMaps(liming, { filter })).map(({ id }) => id)).toEqual(all.filter(({ state }) => state === filter).map(({ id }) => id))
    }
  })

  it('are joined, and say what each skill takes', async () => {
    const learner = await platform.learner('learner020', 82)
    const [map] = await listPostMaps(learner, { filter: 'notJoined' })
    await joinPostMap(learner, map!)
    await joinPostMap(learner, map!)
    const detail = await getPostMap(learner, map!)
    expect(detail).toMatchObject({ state: 'inProgress', joinCount: map!.joinCount + 1 })
    expect(detail!.skills).toHaveLength(map!.skillCount)
    expect(await listSkillCourses(learner, { postMapId: map!.id, skillId: detail!.skills[0]!.id })).toMatchObject([{ standing: expect.any(String), cover: expect.any(Object) }])
    await expect(joinPostMap(await platform.learner('liming', 101), map!)).rejects.toMatchObject({ code: 'missing' })
  })
})
