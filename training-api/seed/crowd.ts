import { favourites } from '../db/schema/favourites.ts'
import { minutesAfter } from './calendar.ts'
import { assignExam } from './exams.ts'
import { LearnerBook } from './learner-book.ts'
import type { CourseOutcome } from './learner-book.ts'
import type { Course, Exam, Plan, TenantWorld } from './model.ts'
import { replyTexts, reviewTexts } from './opinion-records.ts'
import type { Random } from './random.ts'

/** How busy one of the many learners has been: `leader` stands above 李明 by hours, `bulk` fills large worlds. */
export type Diligence = 'leader' | 'usual' | 'bulk'

/** What the many learners choose from. */
export type Pool = {
  /** Courses and plans that may be begun; those named first are chosen more often. */
  courses: readonly Course[]
  plans: readonly Plan[]
  /** Exams that are over. */
  pastExams: readonly Exam[]
}

/** One of the many learners: some courses, perhaps a plan and the exams that are over. */
export function makeCrowdLearner(
  world: TenantWorld,
  learner: { learnerId: number; name: string; workNumber: string },
  { courses, plans, pastExams }: Pool,
  diligence: Diligence,
  passes = 0,
): void {
  const { calendar } = world
  const book = new LearnerBook(world, learner)
  const { random } = book
  const count = diligence === 'leader' ? passes : diligence === 'bulk' ? random.whole(1, 2) : random.chance(0.15) ? random.whole(6, 13) : random.whole(1, 5)
  for (const course of chooseCourses(courses, count, random)) {
    const outcome = diligence === 'leader' ? 'passed' : chooseOutcome(course, random)
    const ended = random.whole(2, 360)
    const to = calendar.daysAgo(ended, `${String(random.whole(8, 21)).padStart(2, '0')}:${String(random.whole(10, 59))}`)
    book.takeCourse(course, outcome, { from: minutesAfter(to, -random.whole(3, 20) * 1440), to })
    if (outcome === 'passed' || outcome === 'failed') review(world, learner.learnerId, 'course', course.id, to, random, diligence)
  }
  if (diligence !== 'bulk' && random.chance(0.4)) takePlan(book, plans[Math.floor(plans.length * random.next() ** 2.2)] as Plan, learner.learnerId)
  for (const exam of pastExams) {
    if (!random.chance(diligence === 'bulk' ? 0.05 : 0.3)) continue
    assignExam(world, learner.learnerId, exam, minutesAfter(exam.endsAt, -25 * 1440))
    if (random.chance(0.85)) book.sitUntil(exam, random.chance(0.75) ? 'pass' : 'fail', { from: minutesAfter(exam.endsAt, -20 * 1440), to: minutesAfter(exam.endsAt, -1440) })
  }
  if (diligence === 'usual' && random.chance(0.6)) book.carryOver(random.whole(2, 140) * 10, calendar.daysAgo(400))
  if (diligence === 'leader') book.carryOver(random.whole(150, 420) * 10, calendar.daysAgo(400))
  book.close()
  if (diligence !== 'bulk' && random.chance(0.4)) {
    world.rows.put(favourites, ...random.some(courses, random.whole(1, 4)).map(({ id }) => ({
      tenantId: world.tenantId, learnerId: learner.learnerId, contentKind: 'course' as const, contentId: id, createdAt: calendar.daysAgo(random.whole(1, 90), '13:00'),
    })))
  }
}

/** Different courses, the first of the list chosen about twice as often as the last. */
function chooseCourses(courses: readonly Course[], count: number, random: Random): Course[] {
  const chosen = new Set<Course>()
  const wanted = Math.min(count, courses.length)
  while (chosen.size < wanted) chosen.add(courses[Math.floor(courses.length * random.next() ** 1.6)] as Course)
  return [...chosen]
}

function chooseOutcome(course: Course, random: Random): CourseOutcome {
  const luck = random.next()
  if (luck < 0.12) return 'notStarted'
  if (luck < 0.17 && course.sections.at(-1)?.kind === 'exam') return 'failed'
  if (luck < 0.55) return { done: random.whole(0, course.sections.length - 1), ...(random.chance(0.3) ? { untouched: true as const } : {}) }
  return 'passed'
}

function takePlan(book: LearnerBook, plan: Plan, learnerId: number): void {
  const { world, random } = book
  const { calendar } = world
  const over = plan.endsAt !== null && plan.endsAt < calendar.now
  const to = over ? minutesAfter(plan.endsAt as Date, -random.whole(2, 9) * 1440) : calendar.daysAgo(random.whole(1, 4), '20:40')
  const from = plan.startsAt !== null && plan.startsAt > minutesAfter(to, -40 * 1440) ? plan.startsAt : minutesAfter(to, -40 * 1440)
  const whole = random.chance(0.4)
  const outcome = plan.items.map(({ kind }, index) => {
    if (kind === 'exam') return whole ? ('examPassed' as const) : ('notTaken' as const)
    return whole || (index === 0 && random.chance(0.5)) ? ('passed' as const) : { done: index === 0 ? 1 : 0, ...(index === 0 ? {} : { untouched: true as const }) }
  })
  if (book.takePlan(plan, outcome, { from, to })) review(world, learnerId, 'plan', plan.id, to, random, 'usual')
}

/** A review of what was finished, written by some. */
export function review(world: TenantWorld, learnerId: number, contentKind: 'course' | 'plan', contentId: number, finishedAt: Date, random: Random, diligence: Diligence): void {
  if (!random.chance(diligence === 'bulk' ? 0.02 : contentKind === 'plan' ? 0.6 : 0.36)) return
  const luck = random.next()
  const stars = luck < 0.56 ? 5 : luck < 0.86 ? 4 : luck < 0.95 ? 3 : luck < 0.98 ? 2 : 1
  const { now } = world.calendar
  const meant = minutesAfter(finishedAt, random.whole(4, 1200))
  const createdAt = meant < now ? meant : minutesAfter(now, -random.whole(2, 240))
  const repliedAt = minutesAfter(createdAt, 600)
  const replied = random.chance(stars < 4 ? 0.5 : 0.14) && repliedAt < now
  world.totals.reviewed({
    tenantId: world.tenantId, reviewId: world.next('review', 6001), contentKind, contentId, learnerId, stars, text: random.pick(reviewTexts[stars] ?? []), createdAt,
    replyText: replied ? random.pick(stars < 4 ? replyTexts.criticism : replyTexts.praise) : null, repliedAt: replied ? repliedAt : null,
  })
}
