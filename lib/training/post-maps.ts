import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import type { LinkedCourse } from '@/lib/domain/linked-courses'
import type { PostMap, PostMapDetail, PostMapFilter, Skill } from '@/lib/domain/post-maps'
import { training } from './client'
import { linkedCourse } from './linked-courses'
import { languageOnWire, wireDone, wireEnum, wireId, wireList, wireNumber, wireNumberMaybe, wirePercent, wireText, wireTextMaybe } from './wire'

const filterNumber: Record<PostMapFilter, number> = { all: -1, notJoined: 0, inProgress: 1, reached: 2 }
const state = wireEnum('completeState', { 0: 'notJoined', 1: 'inProgress', 2: 'reached' })

const fields = {
  id: wireId, postMapName: wireText, introduce: wireText, studyPathName: wireTextMaybe, completeState: state, joinCount: wireNumber(), skill: wireNumber(), course: wireNumber(), complete: wirePercent,
}
type Wire = z.output<z.ZodObject<typeof fields>>
const mapOf = (wire: Wire): PostMap => ({
  id: wire.id, name: wire.postMapName, introduction: wire.introduce, pathName: wire.studyPathName, state: wire.completeState, joinCount: wire.joinCount,
  skillCount: wire.skill, courseCount: wire.course, achievedPercent: wire.complete,
})
const postMap = z.object(fields).transform(mapOf)

const skill = z.object({ postMapSkillId: wireId, skillName: wireText, completeState: state, courseNum: wireNumberMaybe, passNum: wireNumberMaybe })
  .transform((wire): Skill => ({ id: wire.postMapSkillId, name: wire.skillName, state: wire.completeState, courseCount: wire.courseNum, passedCount: wire.passNum }))
const detail = z.object({ ...fields, skillCourseList: wireList(skill) }).transform((wire): PostMapDetail => ({ ...mapOf(wire), skills: wire.skillCourseList })).nullable()

/** The post maps of my tenant, all or those that stand so for me (O1). */
export function listPostMaps(learner: Learner, { filter }: { filter: PostMapFilter }): Promise<PostMap[]> {
  return training.get(learner, 'train/app/postMap/getPostMap', { completeState: filterNumber[filter] }, wireList(postMap))
}

/** One post map with its skills, null when there is none (O2). */
export function getPostMap(learner: Learner, { id }: { id: string }): Promise<PostMapDetail | null> {
  return training.get(learner, 'train/app/postMap/selectPostMapDetailById', { id }, detail)
}

/** The courses that a skill takes (O3). */
export function listSkillCourses(learner: Learner, { postMapId, skillId }: { postMapId: string; skillId: string }): Promise<LinkedCourse[]> {
  const query = { postMapId, postMapSkillId: skillId, languageType: languageOnWire[learner.locale] }
  return training.get(learner, 'train/app/postMap/selectCourseListByPostMapSkillId', query, wireList(linkedCourse))
}

/** Joins a post map (O4); doing it twice is no error. */
export async function joinPostMap(learner: Learner, { id }: { id: string }): Promise<void> {
  await training.postBoth(learner, 'train/postUser/joinPost', { postId: id }, wireDone)
}
