import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { wireId } from '../params.ts'
import { listLearningPaths } from '../queries/learning-paths.ts'
import type { LearningPath } from '../queries/learning-paths.ts'
import { listLinkedCourses } from '../queries/linked-courses.ts'
import { language, skillStateCode } from './codes.ts'
import { linkedCourseShape } from './linked-courses.ts'

/** G1 to G3: learning paths, one of them with its nodes, and the courses of a node (contract 4.15). */
export function bindLearningPaths(api: Api, { db }: ApiContext): void {
  api.learner('GET', '/train/app/studyPath/getAllStudyPath', {}, async (caller) => (await listLearningPaths(db, caller)).map(pathShape))

  api.learner('GET', '/train/app/studyPath/selectStudyPathById', { id: wireId }, async (caller, { id }) => {
    const [path] = await listLearningPaths(db, { ...caller, pathId: id })
    return path ? { ...pathShape(path), studyPathNodeList: nodesOf(path) } : null
  })

  const ofNode = { studyPathId: wireId, studyPathNodeId: wireId, languageType: language }
  api.learner('GET', '/train/app/studyPath/selectCourseListByPathIdAndNodeId', ofNode, async (caller, { studyPathId, studyPathNodeId, languageType }) => {
    const [path] = await listLearningPaths(db, { ...caller, pathId: studyPathId })
    const node = path?.nodes.find(({ nodeId }) => nodeId === studyPathNodeId)
    const courses = await listLinkedCourses(db, { ...caller, courseIds: node?.courseIds ?? [] })
    return courses.map((course) => linkedCourseShape(course, languageType))
  })
}

function pathShape(path: LearningPath) {
  return {
    id: path.pathId,
    studyPathName: path.name,
    studyPathIntroduce: path.introduction,
    pathNode: nodesOf(path),
    courseCount: new Set(path.nodes.flatMap(({ courseIds }) => courseIds)).size,
  }
}

function nodesOf({ pathId, nodes }: LearningPath) {
  return nodes.map(({ nodeId, name, courseIds, passedCount, state }) => ({ id: nodeId, studyPathId: pathId, nodeName: name, courseNum: courseIds.length, passNum: passedCount, completeState: skillStateCode[state] }))
}
