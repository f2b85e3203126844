import 'server-only'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import type { CourseAccess } from '@/lib/domain/courses'
import { playerPlace, type EnrolmentKind, type EnrolmentTarget, type PlayerPlace } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import { addressOf, findStop, firstStop, type OpenedSection, type Player, type Stop } from '@/lib/domain/player'
import { goesOnAfterEnd } from '@/lib/domain/player-exam'
import { log } from '@/lib/log'
import { routes } from '@/lib/routes'
import { getSavedNode } from '@/lib/training/enrolment'
import { getPlayerExam } from '@/lib/training/exams'
import { getPlayer, openSection } from '@/lib/training/player'
import { requireLearner } from './learner'
import { readCourse } from './open-course'
import { refusalOf } from './refusal'
import { settle } from './settle'

/** What the player shows of a course or plan, with the access check that every way into a course passes; the plan's own rules are in it. */
export function readPlayer(learner: Learner, target: EnrolmentTarget): Promise<[Player | null, CourseAccess]> {
  if (target.kind === 'plan') return Promise.all([getPlayer(learner, target), { allowed: true as const }])
  const opened = readCourse(learner, target.id)
  return Promise.all([getPlayer(learner, target, opened.then(([course]) => course)), opened.then(([, access]) => access)])
}

/** The same for a page; asked for once per request. */
const askPlayer = cache(async (kind: EnrolmentKind, id: string) => settle(readPlayer(await requireLearner(), { kind, id })))

/** What an address opens, as the tab of the browser names it; null where the page cannot say. */
export async function playerTitle(place: PlayerPlace): Promise<string | null> {
  const { kind, id } = subjectOf(place)
  const [player, access] = (id && (await askPlayer(kind, id)).value) || []
  if (!player || !access?.allowed) return null
  const stop = findStop(player, place)
  return stop ? `${stop.name} · ${player.subject.name}` : player.subject.name
}

function subjectOf(place: PlayerPlace): { kind: EnrolmentKind; id: string | undefined } {
  return place.planId ? { kind: 'plan', id: place.planId } : { kind: 'course', id: place.courseId }
}

export type PlayerPage = { player: Player; opened: OpenedSection | null; /** The plan has ended, and this exam of it is all that goes on. */ only?: Stop }
/** The platform refuses it, and says why; or it could not be asked, and another try may mend it. */
export type PlayerFailure = { player: null; refusal: string | null }

/**
 * The player of an address, with its section opened. Without permission it leaves to the detail page, which says why; without a section
 * it leaves to where the learner was, or to the beginning. Of a plan that has ended an exam opens, alone, while something of it goes on. An address that names neither course nor plan leads to my courses, one that names
 * what is not there is not found.
 */
export async function requirePlayer(learner: Learner, place: PlayerPlace): Promise<PlayerPage | PlayerFailure> {
  const { kind, id } = subjectOf(place)
  if (!id) redirect(routes.myCourses())
  const open = (itemId: string | null, chapterId: string, sectionId: string) => openSection(learner, { kind, id, itemId, chapterId, sectionId })
  const itemId = place.itemId ?? null
  // In a plan the item tells which of two it is: without it the catalogue does.
  const ahead = place.chapterId && place.sectionId && (kind === 'course' || itemId) ? open(itemId, place.chapterId, place.sectionId) : null
  // Where it may not be opened the player says so.
  ahead?.catch(() => undefined)
  const asked = await askPlayer(kind, id)
  const refusal = refusalOf(asked)
  if (asked.error) return { player: null, refusal }
  const [player, access] = asked.value
  if (!player) notFound()
  const { subject } = player
  const stop = findStop(player, place)
  const isForbidden = !access.allowed || subject.permission === 'forbidden'
  if (!isForbidden && stop && subject.window === 'ended' && (await goesOn(learner, stop))) return { player, opened: null, only: stop }
  if (isForbidden || subject.window === 'ended' || subject.window === 'upcoming') {
    redirect(kind === 'plan' ? routes.planDetail(id, subject.name) : routes.courseDetail(id, subject.name))
  }
  if (!stop) return leaveToStop(learner, player)
  if (!stop.section || !stop.chapter || stop.locked) return { player, opened: null }
  const opening = ahead && place.chapterId === stop.chapter.id && (kind === 'course' || itemId === stop.item.id) ? ahead : open(stop.item.id, stop.chapter.id, stop.section.id)
  // What cannot be opened now is asked again by the page, which can say so.
  const opened = await opening.catch((error: unknown) => {
    log.warn({ error: String(error) }, 'a section could not be opened with its page')
    return null
  })
  return { player, opened }
}

/** Whether something of the exam at a stop of a plan goes on though the plan has ended; where the platform does not say so, nothing does. */
async function goesOn(learner: Learner, { item, section, kind, locked }: Stop): Promise<boolean> {
  if (kind !== 'exam' || locked || !item.id) return false
  const exam = await getPlayerExam(learner, { kind: 'plan', sectionId: section?.id ?? null, itemId: item.id }).catch(() => null)
  return exam !== null && goesOnAfterEnd(exam)
}

async function leaveToStop(learner: Learner, player: Player): Promise<PlayerPage> {
  const { subject } = player
  const saved = await getSavedNode(learner, subject).catch(() => null)
  const known = saved && findStop(player, playerPlace(subject, saved))
  const stop = known && !known.locked ? known : firstStop(player)
  if (stop) redirect(routes.player(addressOf(subject, stop)))
  return { player, opened: null }
}
