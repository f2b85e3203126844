import 'server-only'
import { z } from 'zod'
import type { LearningPath, PathNode } from '@/lib/domain/learning-paths'
import type { Learner } from '@/lib/domain/learner'
import type { LinkedCourse } from '@/lib/domain/linked-courses'
import { training } from './client'
import { linkedCourse } from './linked-courses'
import { languageOnWire, wireEnum, wireId, wireList, wireNumber, wireNumberMaybe, wireText } from './wire'

const standing = wireEnum('completeState of a node', { 0: 'notStarted', 1: 'inProgress', 2: 'passed' })
const node = z.object({ id: wireId, nodeName: wireText, courseNum: wireNumberMaybe, passNum: wireNumberMaybe, completeState: standing })
  .transform((wire): PathNode => ({ id: wire.id, name: wire.nodeName, standing: wire.completeState === 'unknown' ? null : wire.completeState, courseCount: wire.courseNum, passedCount: wire.passNum }))
// Some platforms send the count of nodes where others list them.
const nodes = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number), wireList(node)])

const path = z.object({ id: wireId, studyPathName: wireText, studyPathIntroduce: wireText, pathNode: nodes, courseCount: wireNumber(), studyPathNodeList: wireList(node) })
  .transform((wire): LearningPath => {
    const listed = wire.studyPathNodeList.length > 0 || typeof wire.pathNode === 'number' ? wire.studyPathNodeList : wire.pathNode
    return {
      id: wire.id, name: wire.studyPathName, introduction: wire.studyPathIntroduce, nodes: listed,
      nodeCount: typeof wire.pathNode === 'number' ? wire.pathNode : listed.length, courseCount: wire.courseCount,
    }
  })

/** The learning paths of my tenant (G1). */
export function listLearningPaths(learner: Learner): Promise<LearningPath[]> {
  return training.get(learner, 'train/app/studyPath/getAllStudyPath', {}, wireList(path))
}

/** One learning path with its nodes in order, null when there is none (G2). */
export function getLearningPath(learner: Learner, { id }: { id: string }): Promise<LearningPath | null> {
  return training.get(learner, 'train/app/studyPath/selectStudyPathById', { id }, path.nullable())
}

/** The courses of a node (G3). */
export function listNodeCourses(learner: Learner, { pathId, nodeId }: { pathId: string; nodeId: string }): Promise<LinkedCourse[]> {
  const query = { studyPathId: pathId, studyPathNodeId: nodeId, languageType: languageOnWire[learner.locale] }
  return training.get(learner, 'train/app/studyPath/selectCourseListByPathIdAndNodeId', query, wireList(linkedCourse))
}
