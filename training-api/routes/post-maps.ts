import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { missing } from '../envelope.ts'
import { orElse, wireId, wireInt } from '../params.ts'
import { listLinkedCourses } from '../queries/linked-courses.ts'
import { joinPostMap, listPostMaps } from '../queries/post-maps.ts'
import type { PostMap } from '../queries/post-maps.ts'
import type { MapState } from '../rules/organisation.ts'
import { language, skillStateCode } from './codes.ts'
import { linkedCourseShape } from './linked-courses.ts'

const states = { 0: 'notJoined', 1: 'inProgress', 2: 'reached' } as const
const mapStateCode: Record<MapState, number> = { notJoined: 0, inProgress: 1, reached: 2 }
const all = -1

/** O1 to O4: post maps by state, one of them with its skills, the courses of a skill, joining (contract 4.15). */
export function bindPostMaps(api: Api, { db, clock }: ApiContext): void {
  const filter = { completeState: orElse(all, wireInt.pipe(z.literal([-1, 0, 1, 2]))) }
  api.learner('GET', '/train/app/postMap/getPostMap', filter, async (caller, { completeState }) => {
    const maps = await listPostMaps(db, caller)
    return maps.filter(({ state }) => completeState === all || state === states[completeState as keyof typeof states]).map(mapShape)
  })

  api.learner('GET', '/train/app/postMap/selectPostMapDetailById', { id: wireId }, async (caller, { id }) => {
    const [map] = await listPostMaps(db, { ...caller, postMapId: id })
    return map ? { ...mapShape(map), skillCourseList: skillsOf(map) } : null
  })

  const ofSkill = { postMapId: wireId, postMapSkillId: wireId, languageType: language }
  api.learner('GET', '/train/app/postMap/selectCourseListByPostMapSkillId', ofSkill, async (caller, { postMapId, postMapSkillId, languageType }) => {
    const [map] = await listPostMaps(db, { ...caller, postMapId })
    const skill = map?.skills.find(({ skillId }) => skillId === postMapSkillId)
    const courses = await listLinkedCourses(db, { ...caller, courseIds: skill?.courseIds ?? [] })
    return courses.map((course) => linkedCourseShape(course, languageType))
  })

  api.learner('POST', '/train/postUser/joinPost', { postId: wireId }, async (caller, { postId }) => {
    const known = await withTx(db, (tx) => joinPostMap(tx, { ...caller, postMapId: postId, now: clock.now() }))
    if (!known) throw missing()
    return true
  })
}

function mapShape(map: PostMap) {
  return {
    id: map.postMapId,
    postMapName: map.name,
    introduce: map.introduction,
    studyPathName: map.pathName,
    completeState: mapStateCode[map.state],
    joinCount: map.joinCount,
    skill: map.skills.length,
    course: new Set(map.skills.flatMap(({ courseIds }) => courseIds)).size,
    complete: map.achievedPercent,
  }
}

function skillsOf({ skills }: PostMap) {
  return skills.map(({ skillId, name, state, courseIds, passedCount }) => ({
    postMapSkillId: skillId, skillName: name, completeState: skillStateCode[state], courseNum: courseIds.length, passNum: passedCount,
  }))
}
