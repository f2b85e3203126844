import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { page, wirePercent, wireTime } from '../envelope.ts'
import { orElse, paging, wireId, wireInt } from '../params.ts'
import { listPlanSteps } from '../queries/plan-steps.ts'
import type { PlanStep } from '../queries/plan-steps.ts'
import { findPlan, listLibraryPlans, listMyPlans, readPlanCatalogue } from '../queries/plans.ts'
import type { PlanCard, PlanDetail } from '../queries/plans.ts'
import { progressNow, resultOf } from '../rules/courses.ts'
import { titleIn } from '../rules/languages.ts'
import type { Language } from '../rules/languages.ts'
import { planWindow } from '../rules/plans.ts'
import { hoursShown } from '../rules/study.ts'
import { coverCode, detailStateCode, language, listFilters, listStateCode, optionalId, resultCode, searchText, sectionStateCode, windowCode, yesNo } from './codes.ts'
import { clearanceShape, listFilter, listShape } from './courses.ts'
import { planChapterShape } from './sections.ts'

/** L1, X2, C2, C3, C4: plan lists, a plan, its items and their sections (contract 4.4 to 4.6). */
export function bindPlans(api: Api, { db, clock }: ApiContext): void {
  const filter = { i: orElse(5, wireInt.pipe(z.literal([1, 2, 3, 4, 5]))), name: searchText, languageType: language, ...paging(8) }
  api.learner('GET', '/train/web/getMyWebPlanBySort', filter, async (caller, { i, name, languageType, current, size }) => {
    const now = clock.now()
    const { cards, counts } = await listMyPlans(db, { ...caller, state: listFilters[i], name, now, current, size })
    return { ...page(cards.map((card) => cardShape(card, languageType, now)), counts[listFilters[i]], { current, size }), stateCounts: counts }
  })

  api.learner('GET', '/train/web/getWebPlanBySort', listShape, async (caller, params) => {
    const { cards, total } = await listLibraryPlans(db, { ...caller, ...listFilter(params) })
    return page(cards.map((card) => cardShape(card, params.languageType, clock.now())), total, params)
  })

  api.learner('GET', '/train/webplan/getWebPlanById', { planId: wireId, languageType: language }, async (caller, { planId, languageType }) => {
    const [plan, steps] = await Promise.all([findPlan(db, { ...caller, planId }), listPlanSteps(db, { tenantId: caller.tenantId, planId })])
    return plan === null ? null : planShape(plan, steps, languageType, clock.now())
  })

  api.learner('GET', '/train/app/plan/getPlanCatalogueById', { planId: wireId, languageType: language }, async (caller, { planId, languageType }) => {
    const items = (await readPlanCatalogue(db, { ...caller, planId, now: clock.now() })) ?? []
    return items.map((item) => ({
      id: item.planItemId,
      planId,
      childrenId: item.childId,
      childrenName: titleIn(languageType, item),
      contentType: item.kind === 'exam' ? 2 : 1,
      adopt: sectionStateCode[item.state],
      ...(item.kind === 'course' ? { clearance: clearanceShape(item.refusal) } : {}),
      muluList: item.chapters?.map((chapter) => planChapterShape(chapter, item.open)) ?? null,
    }))
  })

  const courseOfPlan = { planId: wireId, contentId: optionalId, courseId: optionalId }
  api.learner('GET', '/train/app/plan/getCourseCatalogueById', courseOfPlan, async (caller, { planId, contentId, courseId }) => {
    const items = (await readPlanCatalogue(db, { ...caller, planId, planItemId: contentId, now: clock.now() })) ?? []
    const item = items.find(
      ({ kind, planItemId, childId }) =>
        kind === 'course' && (contentId === undefined ? childId === courseId : planItemId === contentId && (courseId === undefined || childId === courseId)),
    )
    return item?.chapters?.map((chapter) => planChapterShape(chapter, item.open)) ?? []
  })
}

function cardShape(card: PlanCard, languageType: Language, now: Date) {
  const window = planWindow(card.startsAt, card.endsAt, now)
  return {
    id: card.planId,
    planName: titleIn(languageType, card),
    companyName: card.companyName,
    studyProcess: wirePercent(progressNow(card)),
    ...(card.state === null ? {} : { studtyState: listStateCode(card.state) }),
    overdue: window === 'ended' ? 2 : 1,
    planType: card.timed ? 2 : 1,
    endTime: card.timed ? wireTime(card.endsAt) : null,
    planIndexPictureUrl: card.coverUrl,
    planIndexType: coverCode[card.coverKind],
    oneTitle: card.oneTitle,
    twoTitle: card.twoTitle,
    studyTimeSum: card.studyHours,
    planScore: card.credits,
    joinNum: card.joinCount,
    commentNum: card.rating,
  }
}

function planShape(plan: PlanDetail, steps: PlanStep[], languageType: Language, now: Date) {
  const { node } = plan
  const nameOf = (step: PlanStep | undefined) => (step === undefined ? null : titleIn(languageType, step))
  const at = node === null ? -1 : steps.findIndex(({ planItemId, sectionId }) => planItemId === node.planItemId && sectionId === node.sectionId)
  return {
    id: plan.planId,
    planName: titleIn(languageType, plan),
    planIndexPictureUrl: plan.coverUrl,
    studyTimeSumString: String(plan.studyHours),
    planScore: plan.credits,
    startTime: wireTime(plan.startsAt),
    endTime: wireTime(plan.endsAt),
    teacherName: plan.teacherName,
    companyName: plan.companyName,
    joinNum: plan.joinCount,
    commentNum: plan.rating,
    studyProcess: wirePercent(progressNow(plan)),
    nowSectionName: nameOf(steps[at]),
    nowContentId: steps[at]?.planItemId ?? null,
    nextSectionName: nameOf(steps[at + 1]),
    sumSection: plan.sectionsTotal,
    studtySection: plan.sectionsDone,
    sumHours: hoursShown(plan.learnedMinutes),
    overdue: windowCode[planWindow(plan.startsAt, plan.endsAt, now)],
    contenState: plan.forbidden ? 2 : 1,
    studtyState: detailStateCode[plan.state],
    studtyResult: resultCode[resultOf(plan.state)],
    throughFlag: yesNo(plan.sequential),
    collection: yesNo(plan.favourite),
    planIntroduce: plan.introduction,
    planIndexType: coverCode[plan.coverKind],
    oneTitle: plan.oneTitle,
    twoTitle: plan.twoTitle,
  }
}
