import 'server-only'
import { lacksSections, sectionsOf, withLocks, withPlanLocks, type PlanItem } from '@/lib/domain/catalogue'
import type { CourseDetail, LearningDetail } from '@/lib/domain/course-detail'
import type { EnrolmentKind, PlanWindow } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import type { OpenedSection, Player, PlayerItem, PlayerSubject } from '@/lib/domain/player'
import { log } from '@/lib/log'
import { getSection, listCourseChapters, listPlanCourseChapters, listPlanItems } from './catalogue'
import { getCourse, getPlan } from './course-detail'
import { getSavedNode } from './enrolment'
import { TrainingError } from './errors'
import { fewAtOnce } from './few-at-once'
import { getPosition } from './positions'
import { shownHours } from './wire'

type Owner = { kind: EnrolmentKind; id: string }

function subjectOf(kind: EnrolmentKind, detail: LearningDetail, learnedHours: number, window: PlanWindow): PlayerSubject {
  const { id, name, cover, teacherName, companyName, rating, hours, credits, progressPercent, state, permission } = detail
  return { kind, id, name, coverUrl: cover.pictureUrl, teacherName, companyName, rating, hours, credits, progressPercent, learnedHours, state, permission, window }
}

/** What the player shows around the content of a course or plan; null when the tenant has none of this id. `course`: asked for already. */
export async function getPlayer(learner: Learner, { kind, id }: Owner, course?: Promise<CourseDetail | null>): Promise<Player | null> {
  const player = await (kind === 'course' ? coursePlayer(learner, id, course ?? getCourse(learner, { courseId: id })) : planPlayer(learner, id))
  return player?.subject.state === 'unknown' ? withBeginning(learner, player) : player
}

/** Where nobody knows the platform's word for the state, the place it keeps tells (C9): without one nothing was begun, and the first section that is opened begins it. */
async function withBeginning(learner: Learner, player: Player): Promise<Player> {
  const saved = await getSavedNode(learner, player.subject).catch(() => undefined)
  return saved === null ? { ...player, subject: { ...player.subject, state: 'notStarted' } } : player
}

async function coursePlayer(learner: Learner, courseId: string, asked: Promise<CourseDetail | null>): Promise<Player | null> {
  const [course, chapters] = await Promise.all([asked, listCourseChapters(learner, { courseId })])
  if (!course) return null
  const item: PlayerItem = { id: null, kind: 'course', targetId: courseId, name: course.name, state: 'unknown', chapters: withLocks(chapters, course) }
  return { subject: subjectOf('course', course, course.learnedHours, 'open'), items: [item] }
}

async function planPlayer(learner: Learner, planId: string): Promise<Player | null> {
  const [plan, listed] = await Promise.all([getPlan(learner, { planId }), listPlanItems(learner, { planId })])
  if (!plan) return null
  const full = await fewAtOnce(listed, (item) => withChapters(learner, planId, item))
  const items = withPlanLocks(full, plan).map((item): PlayerItem => ({
    id: item.id, kind: item.kind === 'exam' ? 'exam' : 'course', targetId: item.targetId, name: item.name, state: item.state, chapters: item.chapters, ...(item.locked ? { locked: true } : {}),
    ...(item.refusal === undefined ? {} : { refusal: item.refusal }),
  }))
  return { subject: subjectOf('plan', plan, plan.learnedHours ?? hoursIn(items), plan.window), items }
}

/** The hours learned of what a plan has today. */
function hoursIn(items: readonly PlayerItem[]): number {
  const minutes = items.flatMap((item) => sectionsOf(item.chapters)).reduce((sum, section) => sum + section.learnedMinutes, 0)
  return shownHours(minutes / 60)
}

/** Some platforms list a plan's courses without chapters or without sections in them: then each is asked for (C4), and one that cannot be read takes no other along. */
async function withChapters(learner: Learner, planId: string, item: PlanItem): Promise<PlanItem> {
  if (!lacksSections(item)) return item
  try {
    return { ...item, chapters: await listPlanCourseChapters(learner, { planId, itemId: item.id, courseId: item.targetId }) }
  } catch (error) {
    if (error instanceof TrainingError && error.code === 'expired') throw error
    log.warn({ error: String(error) }, 'a course of a plan could not be listed')
    return item
  }
}

/** A section as the player opens it (C6) with where the learner left it (X5); null when there is none such. */
export async function openSection(learner: Learner, { kind, id, itemId, chapterId, sectionId }: Owner & { itemId?: string | null; chapterId: string; sectionId: string }): Promise<OpenedSection | null> {
  const section = await getSection(learner, { kind, ownerId: id, itemId, chapterId, sectionId })
  if (!section) return null
  const resourceId = section.resource?.id
  const position = resourceId ? await getPosition(learner, { sectionId, resourceId }).catch(() => null) : null
  return { section, position, serverNow: Date.now() }
}
