import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { CallError, forbidden, missing, refuse } from '../envelope.ts'
import { maybe, wireId, wireInt } from '../params.ts'
import { startCourse, startPlan, unlockSection } from '../queries/enrolment.ts'
import { findNode, saveExamNode, saveNode } from '../queries/study-node.ts'
import type { NodeVerdict, StudyNode } from '../queries/study-node.ts'
import { messages } from '../rules/messages.ts'
import { contentKind, contentKinds, optionalId, sectionKindCode } from './codes.ts'

/** C9 to C13: begin, go on, unlock a section, remember where the learner is (contract 4.6). */
export function bindEnrolment(api: Api, { db, clock }: ApiContext): void {
  api.learner('GET', '/train/app/plan/getPlanStudtyStateById', { curriculumId: wireId, fruitType: contentKind }, async (caller, { curriculumId, fruitType }) =>
    nodeShape(await findNode(db, { ...caller, kind: fruitType, contentId: curriculumId })),
  )

  for (const [path, usual] of [['saveStudtyFruit', 1], ['saveStudtyFruitByType', 2]] as const) {
    const start = { curriculumId: wireId, fruitType: maybe(wireInt.pipe(z.literal([1, 2]))) }
    api.learner('POST', `/train/studtyFruit/${path}`, start, async (caller, { curriculumId, fruitType }) => {
      const now = clock.now()
      const kind = contentKinds[fruitType ?? usual]
      const answer = await withTx(db, (tx) =>
        kind === 'course' ? startCourse(tx, { ...caller, courseId: curriculumId, now }) : startPlan(tx, { ...caller, planId: curriculumId, now }),
      )
      if (answer.verdict === 'missing') throw missing()
      if (answer.verdict === 'forbidden') return refuse(answer.refusal ?? messages.noPermission)
      if (answer.verdict === 'notOpen') return refuse(messages.planNotOpen)
      return nodeShape(answer.node)
    })
  }

  api.learner('GET', '/train/app/courseChapter/updateClassRecordSectionKnityn', { classRecordId: wireId }, async (caller, { classRecordId }) => {
    const answer = await withTx(db, (tx) => unlockSection(tx, { ...caller, recordId: classRecordId, now: clock.now() }))
    if (answer.verdict === 'missing') throw missing()
    if (answer.verdict === 'foreign') throw forbidden()
    if (answer.verdict === 'closed') return refuse(answer.refusal)
    return answer.verdict === 'refused' ? refuse(messages.unlockRefused) : true
  })

  const opened = { curriculumId: wireId, nodeId: optionalId, contentId: optionalId, nodeState: maybe(wireInt) }
  api.learner('POST', '/train/app/plan/updateUserSection', opened, async (caller, { curriculumId, nodeId, contentId, nodeState }) => {
    const now = clock.now()
    const verdict = await withTx(db, (tx): Promise<NodeVerdict> => {
      const planItemId = contentId ?? nodeId
      if (nodeState === 2 && planItemId !== undefined) return saveExamNode(tx, { ...caller, planId: curriculumId, planItemId, now })
      if (nodeId === undefined) throw new CallError(400, messages.invalidField('nodeId'))
      const kind = contentId === undefined ? 'course' : 'plan'
      return saveNode(tx, { ...caller, kind, contentId: curriculumId, planItemId: contentId, sectionId: nodeId, now })
    })
    if (verdict === 'missing') throw missing()
    if (typeof verdict === 'object') return refuse(verdict.refusal)
    if (verdict === 'locked') return refuse(messages.sectionLocked)
    return verdict === 'notBegun' ? refuse(messages.notBegun) : true
  })
}

function nodeShape(node: StudyNode | null) {
  if (node === null) return null
  const { contentId: curriculumId, planItemId: contentId, target } = node
  return target.kind === 'section'
    ? {
        curriculumId,
        nodeId: target.sectionId,
        parentId: target.chapterId,
        contentId,
        nodeName: target.name,
        nodeType: sectionKindCode[target.sectionKind],
        nodeState: 1,
      }
    : { curriculumId, nodeId: target.examId, parentId: curriculumId, contentId, nodeName: target.name, nodeType: sectionKindCode.exam, nodeState: 2 }
}
