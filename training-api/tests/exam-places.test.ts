import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sections } from '../db/schema/courses.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { examAssignments, examExclusions, exams as examTable } from '../db/schema/exams.ts'
import { planItems, plans as planTable } from '../db/schema/plans.ts'
import { exams, handIn, questionsOf, save, start, startReply } from './exam-world.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { courses, dataOf, electrical, expectRefusal, expectStatus, learnerWithout, plans } from './world.ts'

let api: TestApi
let who: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  who = await learnerWithout(api, courses.electrical)
})

const begin = async (curriculumId: number, fruitType: 1 | 2) => dataOf(await who.post(`/train/studtyFruit/saveStudtyFruit${fruitType === 2 ? 'ByType' : ''}`, { curriculumId, fruitType }))
const unlock = (planItemId: number) => api.db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, who.userId), eq(sectionRecords.planItemId, planItemId)))
const itemsOf = (planId: number) => api.db.select().from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planId, planId))).orderBy(asc(planItems.position))
const inPlan = async () => (await itemsOf(plans.onboarding)).find(({ kind, childId }) => kind === 'course' && childId === courses.electrical)!.planItemId

describe('the exam of a section', () => {
  test('that stands in a course and in a plan is taken where it can be, when nobody says where', async () => {
    const item = await inPlan()
    await begin(courses.electrical, 1)
    await begin(plans.onboarding, 2)
    expectRefusal(await startReply(who, exams.section, { otherContentId: electrical.exam }), '该小节尚未解锁')
    await unlock(item)
    const paper = await start(who, exams.section, { otherContentId: electrical.exam })
    expectStatus(await startReply(who, exams.section, { otherContentId: 999_999 }), 404)
    expect(await start(who, exams.section, { otherContentId: electrical.exam })).toMatchObject({ instanceId: paper.instanceId })
  })

  test('is not taken in a plan that does not hold it, and in one that does only after its beginning', async () => {
    await begin(courses.electrical, 1)
    await unlock(0)
    const at = (contentId: number) => startReply(who, exams.section, { otherContentId: electrical.exam, contentId })
    const others = (await itemsOf(plans.onboarding)).filter(({ childId }) => childId !== courses.electrical)
    for (const { planItemId } of others) expectStatus(await at(planItemId), 404)
    expectStatus(await at(999_999), 404)
    expectRefusal(await at(await inPlan()), '请先开始学习')
    // The section's own id where the plan item stands is what addresses of old say.
    expect(dataOf(await at(electrical.exam))).toMatchObject({ status: 'running' })
  })
})

describe('a section and its course', () => {
  const at = { otherContentId: electrical.exam }
  const allow = (attempts: number) => api.db.execute(sql`update exams set attempts_allowed = ${attempts} where tenant_id = 82 and exam_id = ${exams.section}`)
  const practical = (groups: number, paperId: number) => api.db.execute(sql`update papers set practical_group_count = ${groups} where tenant_id = 82 and paper_id = ${paperId}`)
  async function states(): Promise<unknown[]> {
    const { rows } = await api.db.execute(sql`
      select r.state as section, e.state as course, s.status from section_records r
      join enrolments e on e.tenant_id = r.tenant_id and e.learner_id = r.learner_id and e.content_kind = 'course' and e.content_id = r.course_id and e.plan_item_id = 0
      join exam_standings s on s.tenant_id = r.tenant_id and s.learner_id = r.learner_id and s.place_id = r.section_id
      where r.tenant_id = 82 and r.learner_id = ${who.userId} and r.section_id = ${electrical.exam} and r.plan_item_id = 0`)
    return rows.flatMap((row) => Object.values(row))
  }
  beforeEach(async () => {
    await begin(courses.electrical, 1)
    await unlock(0)
  })
  afterEach(() => allow(3))

  test('are not failed while the last attempt waits for its review', async () => {
    await allow(1)
    const paper = await start(who, exams.section, at)
    await practical(1, paper.paperId)
    await handIn(who, paper)
    expect(await states()).toEqual(['inProgress', 'inProgress', 'pendingReview'])
    await practical(0, paper.paperId)
  })

  test('are not failed while the last attempt runs, and are when it has ended', async () => {
    await allow(2)
    const first = await start(who, exams.section, at)
    api.clock.advance({ minutes: first.answerTime })
    await api.runJob('handInOverdue')
    api.clock.advance({ seconds: 61 })
    const last = await start(who, exams.section, at)
    expect(last.instanceId).not.toBe(first.instanceId)
    await api.runJob('handInOverdue')
    expect(await states()).toEqual(['inProgress', 'inProgress', 'open'])
    await handIn(who, last)
    expect(await states()).toEqual(['failed', 'failed', 'failed'])
  })
})

describe('the exam of a plan', () => {
  test('waits for the beginning of a plan with an order, unless the plan begins with it', async () => {
    const [first, ...rest] = await itemsOf(plans.onboarding)
    const exam = rest.find(({ kind }) => kind === 'exam')
    if (!first || !exam) throw new Error('no exam in the plan')
    const sequential = (value: boolean) => api.db.update(planTable).set({ sequential: value }).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, plans.onboarding)))
    const move = (position: number) => api.db.update(planItems).set({ position }).where(and(eq(planItems.tenantId, 82), eq(planItems.planItemId, exam.planItemId)))
    who = await learnerWithout(api, plans.onboarding)
    const asked = () => startReply(who, exam.childId, { otherContentId: exam.planItemId })
    expectRefusal(await asked(), '请先开始学习')
    await sequential(true)
    expectRefusal(await asked(), '该小节尚未解锁')
    await move(first.position - 1)
    expectRefusal(await asked(), '请先开始学习')
    await move(exam.position)
    await begin(plans.onboarding, 2)
    dataOf(await asked())
    expectStatus(await startReply(who, exam.childId, { otherContentId: exam.planItemId, contentId: first.planItemId }), 404)
    await sequential(false)
  })
})

describe('what does not belong together', () => {
  test('is not started: a paper of another exam, a place for an exam that has none', async () => {
    expectStatus(await startReply(who, exams.theory, { paperId: 828002 }), 404)
    expectStatus(await startReply(who, exams.theory, { otherContentId: electrical.exam }), 404)
    expectStatus(await startReply(who, exams.theory, { contentId: electrical.exam }), 404)
    const info = dataOf(await who.get<{ useNumber: number; paperId: number }>('/train/examPlanApp/info', { examPlanId: exams.theory }))
    expect(info.useNumber).toBe(0)
    await handIn(who, await start(who, exams.theory, { paperId: info.paperId }))
  })
})

describe('an exam that is taken away while its paper is open', () => {
  type Given = { examId: number; at?: Record<string, unknown>; takeAway: () => Promise<() => Promise<unknown>> }
  const own = () => ({ tenantId: 82, learnerId: who.userId, examId: exams.theory })
  const forEverybody = (value: boolean) => api.db.update(examTable).set({ forEverybody: value }).where(and(eq(examTable.tenantId, 82), eq(examTable.examId, exams.theory)))
  const given: Record<string, () => Promise<Given>> = {
    'by an exclusion': async () => ({
      examId: exams.theory,
      takeAway: async () => {
        await api.db.insert(examExclusions).values(own())
        return () => api.db.delete(examExclusions).where(eq(examExclusions.learnerId, who.userId))
      },
    }),
    'with its assignment': async () => {
      await api.db.insert(examAssignments).values({ ...own(), assignedAt: testMoment }).onConflictDoNothing()
      await forEverybody(false)
      return {
        examId: exams.theory,
        takeAway: async () => {
          await api.db.delete(examAssignments).where(eq(examAssignments.learnerId, who.userId))
          return () => forEverybody(true)
        },
      }
    },
    'with its section': async () => {
      await begin(courses.electrical, 1)
      await unlock(0)
      return {
        examId: exams.section, at: { otherContentId: electrical.exam },
        takeAway: async () => {
          const gone = await api.db.delete(sections).where(and(eq(sections.tenantId, 82), eq(sections.sectionId, electrical.exam))).returning()
          return () => api.db.insert(sections).values(gone)
        },
      }
    },
    'with its plan item': async () => {
      who = await learnerWithout(api, plans.onboarding)
      await begin(plans.onboarding, 2)
      const { childId, planItemId } = (await itemsOf(plans.onboarding)).find(({ kind }) => kind === 'exam')!
      return {
        examId: childId, at: { otherContentId: planItemId },
        takeAway: async () => {
          const gone = await api.db.delete(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planItemId, planItemId))).returning()
          return () => api.db.insert(planItems).values(gone)
        },
      }
    },
  }

  test.each(Object.entries(given))('%s is gone on with by whoever names the attempt, and begun by nobody', async (how, prepare) => {
    const click = (number: number) => ({ intentId: `click-${how.replaceAll(' ', '-')}-${number}` })
    const { examId, at = {}, takeAway } = await prepare()
    const paper = await start(who, examId, { ...at, ...click(1) })
    const [question, other] = questionsOf(paper)
    await save(who, paper, question!.questionId, String(question!.optionList[0]!.optionId), { epoch: 1 })
    const giveBack = await takeAway()
    try {
      const again = await start(who, examId, { ...at, ...click(2), instanceId: paper.instanceId })
      expect(again).toMatchObject({ instanceId: paper.instanceId, status: 'running', epoch: 2, deadline: paper.deadline, examAnswerUserRelationList: [{ questionId: question!.questionId }] })
      expect(await start(who, examId, { ...at, ...click(1) })).toMatchObject({ instanceId: paper.instanceId, epoch: 1 })
      await save(who, paper, other!.questionId, String(other!.optionList[0]!.optionId), { epoch: 2 })

      const named = { ...at, instanceId: paper.instanceId }
      const [stranger, foreigner] = await Promise.all([api.loginAs('learner290', 82), api.loginAs('learner001', 101)])
      for (const refused of [
        startReply(who, examId, at), startReply(who, examId, { ...at, ...click(3) }), startReply(who, examId, { ...at, instanceId: 12_345 }),
        startReply(who, examId, { ...named, otherContentId: 999_999 }), startReply(who, examId, { ...named, contentId: 999_999 }), startReply(who, examId, { ...named, paperId: 999_999 }),
        startReply(who, exams.quick, { instanceId: paper.instanceId }), startReply(stranger, examId, named), startReply(foreigner, examId, named),
      ]) expectStatus(await refused, 404)

      expect(await handIn(who, paper)).toMatchObject({ handIn: { answeredCount: 2 }, repeated: false })
      for (const names of [named, { ...at, ...click(2) }]) expectRefusal(await startReply(who, examId, names), '试卷已提交')
      expectStatus(await startReply(who, examId, { ...at, ...click(3) }), 404)
    } finally {
      await giveBack()
    }
  })
})
