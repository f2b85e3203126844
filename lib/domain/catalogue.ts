import type { EnrolmentResult, EnrolmentState } from './enrolment'
import type { Locale } from './locale'

export type SectionKind = 'study' | 'simulation' | 'exam' | 'unknown'
export type StudyKind = 'video' | 'document' | 'courseware' | 'unknown'
export type SectionState = 'notStarted' | 'inProgress' | 'passed' | 'failed' | 'unknown'
/** What a section is, in one word for icon and label. */
export type ShownKind = 'video' | 'document' | 'courseware' | 'simulation' | 'exam' | 'study'

export type Caption = { locale: Locale; url: string }
/** The study part of a section; the address is absent where the learner may not study. */
export type Resource = { kind: StudyKind; url: string | null; id: string | null; captions: Caption[] }
/** The simulation part of a section; `available` only for one that opens on the web. */
export type Simulation = { available: boolean; id: string | null; requestId: string | null; ticket: string | null }

export type Section = {
  id: string
  chapterId: string
  name: string
  kind: SectionKind
  /** Nominal length in minutes. */
  minutes: number
  /** Share of the minutes that must be learned, in percent; null without such a rule. */
  requiredPercent: number | null
  learnedMinutes: number
  state: SectionState
  locked: boolean
  /** The learner's record of this section, by which it is unlocked; absent before the course is begun. */
  sectionRecordId: string | null
  resource: Resource | null
  simulation: Simulation | null
}

export type Chapter = { id: string; name: string; locked: boolean; sections: Section[] }

/** An item of a plan: a course with its chapters, or an exam. */
export type PlanItem = {
  id: string
  planId: string
  /** The course or the exam itself. */
  targetId: string
  name: string
  kind: 'course' | 'exam' | 'unknown'
  state: SectionState
  chapters: Chapter[]
  /** Of an exam that waits for the beginning of its plan; a course says it section by section. */
  locked?: boolean
  /** Of a course that nobody may study, in the platform's words, possibly none. */
  refusal?: string
}

/** What of a course or plan decides about locks beside the sections' own flags. */
export type LockRule = { state: EnrolmentState; result: EnrolmentResult; sequential: boolean }

/** Whether everything but the first section waits for the beginning (spec 1 §4). */
export function locksAllButFirst({ state, result, sequential }: LockRule): boolean {
  return state === 'notStarted' && result === 'unfinished' && sequential
}

/** Chapters with the locks a learner meets: the first section is always open, a chapter is locked when none of its sections is open. */
export function withLocks(chapters: Chapter[], rule: LockRule): Chapter[] {
  const allButFirst = locksAllButFirst(rule)
  const first = sectionsOf(chapters)[0]
  return chapters.map((chapter) => {
    const sections = chapter.sections.map((section) => ({ ...section, locked: section !== first && (allButFirst || section.locked) }))
    return { ...chapter, sections, locked: sections.length > 0 ? sections.every((section) => section.locked) : chapter.locked }
  })
}

/** Items of a plan with the locks a learner meets: each course by itself, and before the beginning all but the plan's first section and an exam that it begins with. */
export function withPlanLocks(items: PlanItem[], rule: LockRule): PlanItem[] {
  const first = items.find(({ chapters }) => sectionsOf(chapters).length > 0)
  return items.map((item, at) => ({ ...item, chapters: withItemLocks(item.chapters, rule, item === first), ...(item.kind === 'exam' && at > 0 && locksAllButFirst(rule) ? { locked: true } : {}) }))
}

/** Chapters of one course of a plan with the locks a learner meets; `isFirst` for the course that the plan begins with. */
export function withItemLocks(chapters: Chapter[], rule: LockRule, isFirst: boolean): Chapter[] {
  const locked = withLocks(chapters, rule)
  return locksAllButFirst(rule) && !isFirst ? locked.map(lockedChapter) : locked
}

function lockedChapter(chapter: Chapter): Chapter {
  return { ...chapter, locked: true, sections: chapter.sections.map((section) => ({ ...section, locked: true })) }
}

/** All sections in the order of study. */
export function sectionsOf(chapters: readonly Chapter[]): Section[] {
  return chapters.flatMap((chapter) => chapter.sections)
}

/** Whether an item of a plan is a course that was listed without its sections, with its chapters or without: they are asked for by themselves (C4). */
export function lacksSections({ kind, chapters }: Pick<PlanItem, 'kind' | 'chapters'>): boolean {
  return kind !== 'exam' && chapters.every(({ sections }) => sections.length === 0)
}

/** A section with its chapter, null when the catalogue has none of this id. */
export function findSection(chapters: readonly Chapter[], id: string): { chapter: Chapter; section: Section } | null {
  for (const chapter of chapters) {
    const section = chapter.sections.find((one) => one.id === id)
    if (section) return { chapter, section }
  }
  return null
}

/** What stands before each section of a catalogue, worked out once: each of thousands of locked rows asks for it. */
const before = new WeakMap<readonly Chapter[], Map<string, Section | null>>()

/** The section before this one, over the ends of chapters; null for the first. */
export function previousSection(chapters: readonly Chapter[], id: string): Section | null {
  let known = before.get(chapters)
  if (!known) {
    // From the end, so that of two with one id the first counts.
    known = new Map(sectionsOf(chapters).map((section, at, all) => [section.id, all[at - 1] ?? null] as const).reverse())
    before.set(chapters, known)
  }
  return known.get(id) ?? null
}

export type LockVerdict =
  | { verdict: 'open' }
  | { verdict: 'unlockable'; sectionRecordId: string }
  /** Locked until this section is passed. */
  | { verdict: 'waiting'; opener: Section }
  /** The first of a course inside a plan: it opens when the plan is begun. */
  | { verdict: 'notBegun' }

/** Whether a section of a catalogue with its locks applied is open, can be opened now, or waits, and for which section (contract 5.4). */
export function lockOf(chapters: readonly Chapter[], section: Section): LockVerdict {
  if (!section.locked) return { verdict: 'open' }
  const opener = previousSection(chapters, section.id)
  if (!opener) return { verdict: 'notBegun' }
  if (opener.state === 'passed' && section.sectionRecordId) return { verdict: 'unlockable', sectionRecordId: section.sectionRecordId }
  return { verdict: 'waiting', opener }
}

/** What a section is, in one word for icon and label. */
export function shownKind(section: Pick<Section, 'kind' | 'resource'>): ShownKind {
  if (section.kind === 'simulation' || section.kind === 'exam') return section.kind
  const kind = section.resource?.kind
  return !kind || kind === 'unknown' ? 'study' : kind
}

/** The score, in percent, from which courseware and a simulation count as passed (contract 5.3). */
export const passScore = 60

export type CompletionRule =
  | { by: 'minutes'; requiredPercent: number; requiredMinutes: number }
  | { by: 'opening' }
  | { by: 'score'; passScore: number }
  | { by: 'exam' }

/** What completes a section (contract 5.3); null for a section or content of a kind that is not known, unless its minutes are told. */
export function completionRule(section: Section): CompletionRule | null {
  const kind = shownKind(section)
  if (kind === 'exam') return { by: 'exam' }
  if (kind === 'courseware' || kind === 'simulation') return { by: 'score', passScore }
  const requiredPercent = section.requiredPercent
  if (requiredPercent === null) return section.kind === 'unknown' || section.resource?.kind === 'unknown' ? null : { by: 'opening' }
  return { by: 'minutes', requiredPercent, requiredMinutes: Math.ceil((requiredPercent * section.minutes) / 100) }
}

/** About how many whole minutes a section still takes, 0 when it is decided (a failed one is out of attempts) or its length is not known. */
export function missingMinutes(section: Section): number {
  if (section.state === 'passed' || section.state === 'failed' || section.minutes <= 0) return 0
  const rule = completionRule(section)
  if (rule?.by === 'minutes') return Math.max(1, Math.ceil(rule.requiredMinutes - section.learnedMinutes))
  if (!rule || rule.by === 'opening') return Math.max(1, Math.ceil(section.minutes - section.learnedMinutes))
  return Math.ceil(section.minutes)
}

export type SectionCount = { passed: number; total: number }

/** How many sections of some chapters are passed, and of how many. */
export function countSections(chapters: readonly Chapter[]): SectionCount {
  const sections = sectionsOf(chapters)
  return { passed: sections.filter((section) => section.state === 'passed').length, total: sections.length }
}

/** The catalogue after a section was opened: shown at once, before the platform is asked again. */
export function withUnlocked(chapters: Chapter[], sectionId: string): Chapter[] {
  return chapters.map((chapter) =>
    findSection([chapter], sectionId)
      ? { ...chapter, locked: false, sections: chapter.sections.map((section) => (section.id === sectionId ? { ...section, locked: false } : section)) }
      : chapter,
  )
}

/** Whether sections are passed one after another: the course says so, or some of them still wait for others. */
export function isInOrder(chapters: readonly Chapter[], sequential: boolean): boolean {
  return sequential || sectionsOf(chapters).some((section) => section.locked)
}

/** The catalogue as a list shows it: without the addresses and tickets of what it leads to. */
export function withoutResources(chapters: Chapter[]): Chapter[] {
  const bare = (section: Section): Section => ({ ...section, resource: section.resource && { ...section.resource, url: null, captions: [] }, simulation: null })
  return chapters.map((chapter) => ({ ...chapter, sections: chapter.sections.map(bare) }))
}
