import { certificates } from '../db/schema/certificates.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { chinaMs } from '../rules/china-time.ts'
import { progressPercent } from '../rules/courses.ts'
import { minutesAfter } from './calendar.ts'
import { LearnerFigures } from './learner-figures.ts'
import { LearnerStandings } from './learner-standings.ts'
import { MistakeBook } from './mistake-book.ts'
import type { Course, Exam, Plan, PlanItem, Question, Section, Simulation, Template, TenantWorld } from './model.ts'
import type { Random } from './random.ts'
import { runSimulation } from './simulation-run.ts'
import { sitExam } from './sitting.ts'
import type { SatAttempt, Sitting } from './sitting.ts'
import { putVisit } from './visits.ts'

/**
 * How far a course goes: passed, failed at its exam, or so many sections done. The next one is then in progress unless
 * it is `untouched`, and so many ahead of it have been unlocked.
 */
export type CourseOutcome = 'passed' | 'failed' | 'notStarted' | { done: number; untouched?: true; ahead?: number }

/** How far a plan goes: an outcome per item; exams are passed, failed or not taken. */
export type PlanOutcome = 'notStarted' | readonly (CourseOutcome | 'examPassed' | 'examFailed' | 'notTaken')[]

export type Period = { from: Date; to: Date }

/** Where in a plan something is studied. */
type Place = { item: PlanItem } | null

/** Everything one learner has done: what it tells follows the rules of the server, figures included. */
export class LearnerBook {
  readonly world: TenantWorld
  readonly learner: { learnerId: number; name: string; workNumber: string }
  readonly random: Random
  /** Whether every visit is written down, not only what follows from it. */
  readonly #withVisits: boolean
  /** Whether everything that is passed is passed as well as can be: longest studied, without a mistake and quickest. */
  readonly #isBest: boolean
  readonly #figures: LearnerFigures
  readonly #mistakes: MistakeBook
  readonly #standings: LearnerStandings

  constructor(world: TenantWorld, learner: { learnerId: number; name: string; workNumber: string }, { withVisits = false, isBest = false } = {}) {
    this.world = world
    this.learner = learner
    this.random = world.random('book', learner.learnerId)
    this.#figures = new LearnerFigures(world, learner.learnerId)
    this.#mistakes = new MistakeBook(world, learner.learnerId)
    this.#standings = new LearnerStandings(world, learner.learnerId)
    this.#withVisits = withVisits
    this.#isBest = isBest
  }

  /** Puts a course into the learner's courses and studies it as far as said. */
  takeCourse(course: Course, wanted: CourseOutcome, period: Period, place: Place = null): { minutes: number; done: number; last: Section | null; passed: boolean } {
    const { tenantId, rows, totals } = this.world
    const planItemId = place?.item.id ?? 0
    const blockedAt = wanted === 'passed' ? course.sections.findIndex((section) => this.#isUsedUp(section)) : -1
    const outcome = blockedAt < 0 ? wanted : { done: blockedAt, untouched: true as const }
    const steps = outcome === 'notStarted' ? [] : course.sections
    const done = outcome === 'passed' ? steps.length : outcome === 'failed' ? steps.length - 1 : outcome === 'notStarted' ? 0 : outcome.done
    let [minutes, at, last] = [0, period.from, null as Section | null]
    const stepMinutes = Math.max(1, (period.to.getTime() - period.from.getTime()) / 60_000 / Math.max(1, done + 1))
    for (const [index, section] of steps.entries()) {
      const isNext = typeof outcome === 'object' && index === done && outcome.untouched !== true
      const state = index < done ? 'passed' : index === done && outcome === 'failed' ? 'failed' : isNext ? 'inProgress' : 'notStarted'
      const opened = state !== 'notStarted'
      if (opened) {
        at = minutesAfter(period.from, stepMinutes * index)
        last = section
      }
      const learned = opened ? this.#study(course, section, state, at, place) : { minutes: 0, score: null, endedAt: null }
      minutes += learned.minutes
      const unlockedTo = typeof outcome === 'object' ? done + (outcome.ahead ?? 0) - (outcome.untouched ? 1 : 0) : steps.length
      const locked = index > Math.max(0, unlockedTo) && (section.startsLocked || course.sequential)
      rows.put(sectionRecords, {
        tenantId, learnerId: this.learner.learnerId, planItemId, sectionId: section.id, courseId: course.id,
        recordId: this.#recordId(section, planItemId), state, locked, learnedMinutes: learned.minutes, score: learned.score,
        openedAt: opened ? at : null, endedAt: learned.endedAt, passedAt: state === 'passed' ? learned.endedAt : null, updatedAt: learned.endedAt ?? at,
      })
    }
    const passed = outcome === 'passed'
    const begun = outcome !== 'notStarted'
    const decided = passed || outcome === 'failed'
    rows.put(enrolments, {
      tenantId, learnerId: this.learner.learnerId, contentKind: 'course', contentId: course.id, planItemId, planId: place?.item.planId ?? null,
      state: passed ? 'passed' : outcome === 'failed' ? 'failed' : begun ? 'inProgress' : 'notStarted',
      progressPercent: progressPercent(done, course.sections.length), sectionsDone: done, sectionsTotal: course.sections.length, learnedMinutes: minutes,
      ...(last ? { nodeKind: 'section' as const, nodePlanItemId: place?.item.id ?? null, nodeChapterId: last.chapterId, nodeSectionId: last.id } : {}),
      assignedAt: minutesAfter(period.from, -1440), startedAt: begun ? period.from : null, finishedAt: decided ? period.to : null, touchedAt: begun ? period.to : period.from,
    })
    if (begun && planItemId === 0) totals.joined('course', course.id)
    if (passed) this.#figures.award('course', course.id, period.to, course.id, place?.item.planId)
    if (passed && planItemId === 0 && course.template) this.certify('course', course.id, course.title, course.template, period.to)
    return { minutes, done, last, passed }
  }

  /** Puts a plan into the learner's plans and goes through its items as far as said; whether it is passed. */
  takePlan(plan: Plan, outcome: PlanOutcome, period: Period): boolean {
    const { tenantId, rows, totals } = this.world
    const begun = outcome !== 'notStarted'
    let [minutes, done, lastItem, lastSection] = [0, 0, null as PlanItem | null, null as Section | null]
    const states: string[] = []
    for (const [index, item] of plan.items.entries()) {
      const wanted = begun ? outcome[index] : undefined
      const share = (period.to.getTime() - period.from.getTime()) / plan.items.length
      const from = new Date(period.from.getTime() + share * index)
      const within = { from, to: new Date(from.getTime() + share) }
      if (item.kind === 'course') {
        if (!begun) continue
        // Who begins a plan has begun all of its courses.
        const how = typeof wanted === 'object' || wanted === 'passed' || wanted === 'failed' ? wanted : ({ done: 0, untouched: true } as const)
        const taken = this.takeCourse(item.course, how, within, { item })
        minutes += taken.minutes
        done += taken.done
        states.push(taken.passed ? 'passed' : how === 'failed' ? 'failed' : 'open')
        if (taken.last) [lastItem, lastSection] = [item, taken.last]
      } else {
        states.push(wanted === 'examPassed' ? 'passed' : wanted === 'examFailed' ? 'failed' : 'open')
        if (wanted !== 'examPassed' && wanted !== 'examFailed') continue
        if (wanted === 'examPassed') done += 1
        this.sitUntil(item.exam, wanted === 'examPassed' ? 'pass' : 'fail', within, { placeId: item.id, planId: plan.id })
        ;[lastItem, lastSection] = [item, null]
      }
    }
    const passed = states.length > 0 && states.every((state) => state === 'passed')
    const failed = states.includes('failed')
    rows.put(enrolments, {
      tenantId, learnerId: this.learner.learnerId, contentKind: 'plan', contentId: plan.id, planItemId: 0, planId: null,
      state: passed ? 'passed' : failed ? 'failed' : begun ? 'inProgress' : 'notStarted',
      progressPercent: progressPercent(done, plan.sectionCount), sectionsDone: done, sectionsTotal: plan.sectionCount, learnedMinutes: minutes,
      ...(lastItem ? { nodeKind: lastSection ? ('section' as const) : ('planExam' as const), nodePlanItemId: lastItem.id, nodeChapterId: lastSection?.chapterId ?? null, nodeSectionId: lastSection?.id ?? null } : {}),
      assignedAt: minutesAfter(period.from, -1440), startedAt: begun ? period.from : null, finishedAt: passed || failed ? period.to : null, touchedAt: period.to,
    })
    if (begun) totals.joined('plan', plan.id)
    if (passed) this.#figures.award('plan', plan.id, period.to, null, plan.id)
    if (passed && plan.template) this.certify('plan', plan.id, plan.title, plan.template, period.to)
    return passed
  }

  /** Sits an exam once. */
  sit(exam: Exam, sitting: Omit<Sitting, 'number'>): SatAttempt {
    const placeId = sitting.placeId ?? 0
    const number = this.#standings.attempts(exam.id, placeId).length + 1
    const best = this.#isBest && sitting.wanted === 'pass' ? { wanted: noneWrong, usedMinutes: sitting.usedMinutes ?? exam.answerMinutes * quickestShare } : {}
    const attempt = sitExam(this.world, this.learner.learnerId, exam, { ...sitting, ...best, number }, this.random)
    this.#standings.add(exam, placeId, attempt)
    for (const { question, optionIds } of attempt.wrong) this.#mistakes.add({ source: 'theory', question, optionIds, at: attempt.submittedAt, attempt })
    if (attempt.passed) this.#figures.award('exam', exam.id, attempt.submittedAt, sitting.courseId ?? null, sitting.planId)
    return attempt
  }

  /** Sits an exam until it is passed, or until no attempt is left; each time after the last paper was handed in (contract 5.11). */
  sitUntil(exam: Exam, verdict: 'pass' | 'fail', { from, to }: Period, where: { placeId?: number; planItemId?: number; courseId?: number; planId?: number } = {}): SatAttempt {
    const before = this.#standings.attempts(exam.id, where.placeId ?? 0)
    const passedBefore = before.find(({ passed }) => passed)
    if (passedBefore && verdict === 'pass') return passedBefore
    const left = (exam.attemptsAllowed ?? 2 + before.length) - before.length
    const tries = verdict === 'fail' ? left : this.random.chance(0.25) && left > 1 ? 2 : 1
    let [best, free] = [null as SatAttempt | null, from]
    for (let number = 1; number <= tries; number += 1) {
      const meant = new Date(from.getTime() + ((to.getTime() - from.getTime()) * (number - 0.8)) / (tries + 0.5))
      const attempt = this.sit(exam, { at: meant > free ? meant : free, wanted: verdict === 'pass' && number === tries ? 'pass' : 'fail', ...where })
      free = minutesAfter(attempt.submittedAt, breakMinutes)
      if (best === null || (attempt.score ?? -1) > (best.score ?? -1)) best = attempt
    }
    return best as SatAttempt
  }

  /** Runs a simulation: the tasks named by place are not scored and enter the wrong-question book. */
  simulate(simulation: Simulation, unscored: readonly number[], at: Date, { section = null, exam = null, planItemId = 0 }: { section?: Section | null; exam?: Exam | null; planItemId?: number } = {}): { resultId: number; score: number; finishedAt: Date } {
    const { resultId, score, finishedAt } = runSimulation(this.world, this.learner.learnerId, simulation, { unscored, at, sectionId: section?.id ?? null, examId: exam?.id ?? null, planItemId }, this.random)
    for (const index of unscored) {
      const question = simulation.tasks[index]?.question
      if (!question) continue
      const optionIds = question.optionIds.filter((optionId) => !question.rightIds.includes(optionId)).slice(0, 1)
      this.#mistakes.add({ source: 'simulation', question, optionIds, at: finishedAt, section })
    }
    return { resultId, score, finishedAt }
  }

  /** Puts a practice question answered wrong into the wrong-question book. */
  mistake(question: Question, at: Date): void {
    const wrong = question.optionIds.filter((optionId) => !question.rightIds.includes(optionId))
    this.#mistakes.add({ source: 'practice', question, optionIds: wrong.slice(0, 1), at })
  }

  /** Points that were carried over from the time before the platform, for a course or plan where one is named. */
  carryOver(points: number, at: Date, content?: { kind: 'course' | 'plan'; id: number }): void {
    this.#figures.carryOver(points, at, content)
  }

  certify(kind: 'course' | 'plan', contentId: number, name: string, template: Template, obtainedAt: Date): void {
    const { tenantId, rows } = this.world
    const certificateId = this.world.next('certificate', 9401)
    const { id: _, numberPrefix, ...printed } = template
    rows.put(certificates, {
      tenantId, certificateId, learnerId: this.learner.learnerId, contentKind: kind, contentId, name, ...printed,
      learnerName: this.learner.name, workNumber: this.learner.workNumber,
      number: `${numberPrefix}-${new Date(obtainedAt.getTime() + chinaMs).getUTCFullYear()}-${String(certificateId % 1_000_000).padStart(6, '0')}`,
      checkCode: this.random.hex(40), obtainedAt,
    })
    this.#figures.certify()
  }

  /** Takes wrong questions out of the book until each source holds at most so many. */
  keepMistakes(perSource: number, removedAt: Date): void {
    this.#mistakes.keep(perSource, removedAt)
  }

  /** Writes standings, wrong questions and totals; nothing may follow. */
  close(): void {
    this.#standings.close()
    this.#mistakes.close()
    this.#figures.close()
    if (this.#mistakes.size > 0) this.world.totals.rank('mistakes', 'tenant', 0, this.learner.learnerId, this.#mistakes.size)
  }

  /** Whether the exam of a section was failed for good, on its own or in another plan: attempts are counted together. */
  #isUsedUp({ id, exam }: Section): boolean {
    const before = exam ? this.#standings.attempts(exam.id, id) : []
    return exam !== null && exam.attemptsAllowed !== null && before.length >= exam.attemptsAllowed && !before.some(({ passed }) => passed)
  }

  #recordId(section: Section, planItemId: number): number {
    const early = this.learner.learnerId === 820_001 && section.courseId === 3001
    if (early && planItemId === 0) return 9001 + (section.id - 3201)
    if (early && planItemId === 5101) return 9101 + (section.id - 3201)
    return this.world.next('section record', 10_001)
  }

  #study(course: Course, section: Section, state: 'passed' | 'failed' | 'inProgress', at: Date, place: Place): { minutes: number; score: number | null; endedAt: Date } {
    const planItemId = place?.item.id ?? 0
    const planId = place?.item.planId
    const needed = Math.ceil((section.studyMinutes * (section.requiredPercent ?? 60)) / 100)
    const fixed = this.learner.learnerId === 820_001 && planItemId === 0 ? firstSections[section.id] : undefined
    const longest = Math.max(needed, Math.ceil(section.studyMinutes * 1.12))
    const minutes = fixed ?? (this.#isBest && state === 'passed' ? longest + 1 : state === 'inProgress' ? this.random.whole(1, Math.max(1, needed - 2)) : this.random.whole(Math.max(needed, Math.floor(section.studyMinutes * 0.92)), Math.ceil(section.studyMinutes * 1.12)))
    let endedAt = minutesAfter(at, minutes)
    let score: number | null = null
    if (section.kind === 'exam' && section.exam && state !== 'inProgress') {
      const before = this.#standings.attempts(section.exam.id, section.id).length
      const sat = this.sitUntil(section.exam, state === 'passed' ? 'pass' : 'fail', { from: at, to: minutesAfter(endedAt, 1) }, { placeId: section.id, planItemId, courseId: course.id, ...(planId === undefined ? {} : { planId }) })
      score = sat.score
      const handedIn = this.#standings.attempts(section.exam.id, section.id).slice(before).at(-1)?.submittedAt
      // Nobody leaves before the last paper is in.
      if (handedIn !== undefined && handedIn > endedAt) endedAt = handedIn
    }
    if (section.kind === 'courseware' && state === 'passed') score = this.random.whole(12, 20) * 5
    if (section.kind === 'simulation' && section.simulation && state === 'passed') {
      if (this.random.chance(0.3)) this.simulate(section.simulation, [0, 1, 2, 3], at, { section, planItemId })
      score = this.simulate(section.simulation, this.random.chance(0.5) ? [] : [this.random.whole(0, 5)], minutesAfter(at, 1), { section, planItemId }).score
    }
    this.#figures.learn(minutes, course.id, planId)
    if (state === 'passed') this.#figures.award('section', section.id, endedAt, course.id, planId)
    if (this.#withVisits) putVisit(this.world, this.learner.learnerId, { section, planItemId, startedAt: at, endedAt, minutes }, this.random)
    return { minutes, score, endedAt }
  }
}

/** Between two papers of one exam. */
const breakMinutes = 5
/** Nobody else hands in so early. */
const quickestShare = 0.39
const noneWrong = { single: 0, multiple: 0, judgement: 0 }

/** Minutes of 李明 in the first two sections, as the demo world fixes them. */
const firstSections: Readonly<Record<number, number>> = { 3201: 21, 3202: 4 }
