import { shownKind, type Chapter, type Section, type SectionState, type ShownKind } from './catalogue'
import type { EnrolmentKind, EnrolmentState, Permission, PlanWindow, PlayerPlace } from './enrolment'
import type { CountingMode, StudyPlace, VisitKind } from './study'

/** The course or plan that is studied, as the player shows it. */
export type PlayerSubject = {
  kind: EnrolmentKind
  id: string
  name: string
  coverUrl: string | null
  teacherName: string
  companyName: string
  rating: number
  hours: number
  credits: number
  progressPercent: number
  /** With one decimal. */
  learnedHours: number
  state: EnrolmentState
  permission: Permission
  /** Whether a plan can be studied now; a course always can. */
  window: PlanWindow
}

/** A course with its chapters, or an exam of a plan. A course by itself is one item without id. */
export type PlayerItem = {
  id: string | null
  kind: 'course' | 'exam'
  /** The course, or the exam. */
  targetId: string
  name: string
  state: SectionState
  chapters: Chapter[]
  /** Of an exam that waits for the beginning of its plan. */
  locked?: boolean
  /** Of a course that nobody may study, in the platform's words, possibly none. */
  refusal?: string
}

/** All that the player shows around the content; locks are applied. */
export type Player = { subject: PlayerSubject; items: PlayerItem[] }

/** One stop on the way through a course or plan: a section, or an exam that is an item of a plan. */
export type Stop = {
  /** The same for the same stop, whatever is learned. */
  key: string
  item: PlayerItem
  chapter: Chapter | null
  section: Section | null
  name: string
  kind: ShownKind
  state: SectionState
  locked: boolean
}

/** A section as the player opens it, with where the learner left its resource. */
export type OpenedSection = {
  section: Section
  /** Second or page, and when it was saved in milliseconds since 1970; null when the platform remembers none. */
  position: { position: number; savedAt: number } | null
  /** The server's clock in milliseconds since 1970, so that positions of several devices keep their order. */
  serverNow: number
}

/** The key of a section's stop. */
export const keyOf = (item: PlayerItem, section: Section) => `${item.id ?? ''}/${section.id}`

function stopOf(item: PlayerItem, chapter: Chapter, section: Section): Stop {
  return { key: keyOf(item, section), item, chapter, section, name: section.name, kind: shownKind(section), state: section.state, locked: section.locked || item.refusal !== undefined }
}

/** The stops of one chapter. */
export function stopsOfChapter(item: PlayerItem, chapter: Chapter): Stop[] {
  return chapter.sections.map((section) => stopOf(item, chapter, section))
}

/** The stops of one item: of an exam itself. */
export function stopsOfItem(item: PlayerItem): Stop[] {
  return item.kind === 'exam'
    ? [{ key: `${item.id ?? ''}/`, item, chapter: null, section: null, name: item.name, kind: 'exam', state: item.state, locked: item.locked ?? false }]
    : item.chapters.flatMap((chapter) => stopsOfChapter(item, chapter))
}

/** All stops in the order of study. */
export function stopsOf({ items }: Player): Stop[] {
  return items.flatMap(stopsOfItem)
}

/** The stop an address names, null when there is none such. */
export function findStop(player: Player, place: PlayerPlace): Stop | null {
  const stops = stopsOf(player)
  if (!place.sectionId) return stops.find((stop) => stop.section === null && stop.item.id === place.itemId && place.itemId !== undefined) ?? null
  const fitting = stops.filter((stop) => stop.section?.id === place.sectionId)
  return fitting.find((stop) => stop.item.id === (place.itemId ?? null)) ?? fitting[0] ?? null
}

/** The stop after this one, open or not; null at the end. */
export function nextStop(player: Player, key: string): Stop | null {
  const stops = stopsOf(player)
  const index = stops.findIndex((stop) => stop.key === key)
  return index < 0 ? null : (stops[index + 1] ?? null)
}

/** Where studying begins when nothing was opened before: the first stop that is open. */
export function firstStop(player: Player): Stop | null {
  return stopsOf(player).find((stop) => !stop.locked) ?? null
}

/** The words of the address for a stop. */
export function addressOf({ kind, id }: Pick<PlayerSubject, 'kind' | 'id'>, stop: Stop): PlayerPlace {
  const owner = kind === 'course' ? { courseId: id } : { planId: id, itemId: stop.item.id ?? undefined }
  return stop.section ? { ...owner, chapterId: stop.chapter?.id, sectionId: stop.section.id } : owner
}

/** What a stop is opened by; nothing where it has no section. */
export function sectionPlaceOf({ kind, id }: Pick<PlayerSubject, 'kind' | 'id'>, stop: Stop | null) {
  return { kind, id, itemId: stop?.item.id ?? null, chapterId: stop?.chapter?.id ?? '', sectionId: stop?.section?.id ?? '' }
}

/** The same stop as reports to the platform name it. */
export function studyPlaceOf({ kind, id }: Pick<PlayerSubject, 'kind' | 'id'>, stop: Stop): StudyPlace {
  return {
    courseId: stop.item.kind === 'course' ? stop.item.targetId : null,
    planId: kind === 'plan' ? id : null,
    itemId: stop.item.id,
    chapterId: stop.chapter?.id ?? null,
    sectionId: stop.section?.id ?? (stop.item.kind === 'exam' ? stop.item.targetId : null),
  }
}

/** How a visit of a stop is reported. */
export function visitKindOf({ kind }: Pick<Stop, 'kind'>): VisitKind {
  return kind === 'simulation' || kind === 'exam' ? kind : 'study'
}

/** What earns study time in content of a kind. */
export function countingModeOf(kind: ShownKind): CountingMode {
  return kind === 'video' ? 'playing' : 'present'
}

/** What a section is: as it says itself once it is opened, else as the catalogue says, which on some platforms has less. */
export function openedKind(stop: Stop, opened: OpenedSection | undefined): ShownKind {
  if (!opened) return stop.kind
  const { kind, resource } = opened.section
  const shown = shownKind({ kind: kind === 'unknown' ? (stop.section?.kind ?? kind) : kind, resource })
  return shown === 'study' ? stop.kind : shown
}
