import type { SectionState } from './study.ts'

export type EnrolmentState = 'notStarted' | 'inProgress' | 'passed' | 'failed'
export type Result = 'unfinished' | 'passed' | 'failed'
export type ListState = 'learning' | 'completed' | 'failed'

/** The state of a course from its sections once it is begun (contract 5.5). */
export function courseState(begun: boolean, sections: readonly SectionState[]): EnrolmentState {
  if (!begun) return 'notStarted'
  if (sections.length > 0 && sections.every((state) => state === 'passed')) return 'passed'
  return sections.includes('failed') ? 'failed' : 'inProgress'
}

/** What the state means for rating: unfinished cannot be rated (contract 2.1). */
export function resultOf(state: EnrolmentState): Result {
  return state === 'passed' || state === 'failed' ? state : 'unfinished'
}

/** How a list names the state of a detail: what is not yet decided is learning (contract 5.5). */
export function listState(state: EnrolmentState): ListState {
  if (state === 'passed') return 'completed'
  return state === 'failed' ? 'failed' : 'learning'
}

/** Whole percent of sections passed, rounded down, 0 to 100 (contract 5.5). */
export function progressPercent(passed: number, total: number): number {
  if (total <= 0) return 0
  return Math.min(100, Math.floor((Math.max(0, passed) * 100) / total))
}

/**
 * How many sections of a course or plan count as done, of those that it has now: some may have come or gone since the learner was there.
 * One that is passed stays whole, and one that is not never has all of them. What was passed and is gone counts until the learner is there again.
 */
export function sectionsDoneNow(state: EnrolmentState, done: number, total: number): number {
  return state === 'passed' ? total : Math.min(done, Math.max(0, total - 1))
}

/** How far a learner is in a course or plan as it is now, in percent: what is passed stays at 100, and 0 where it is not among the learner's. */
export function progressNow({ state, sectionsDone, sectionsTotal }: { state: EnrolmentState | null; sectionsDone: number | null; sectionsTotal: number }): number {
  if (state === 'passed') return 100
  return state === null ? 0 : progressPercent(sectionsDoneNow(state, sectionsDone ?? 0, sectionsTotal), sectionsTotal)
}

/**
 * How a course of a plan is shown to stand. It begins along with its plan, and is in progress there from the first thing that was opened or
 * counted in it (contract 2.1): until then it is not started, as its sections say.
 */
export function courseStateInPlan({ state, sectionsDone, learnedMinutes }: { state: EnrolmentState; sectionsDone: number; learnedMinutes: number }, isOpened: boolean): EnrolmentState {
  return state === 'inProgress' && sectionsDone === 0 && learnedMinutes === 0 && !isOpened ? 'notStarted' : state
}

export type LockFacts = { id: number; state: SectionState; locked: boolean }
export type LockedSection<T> = T & {
  locked: boolean
  /** The section whose pass allows unlocking this one; null when it is open already. */
  openedBy: number | null
}
export type LockContext = { sequential: boolean; state: EnrolmentState }

/** Chapters with the locks a learner meets, and for each locked section the one that opens it (contract 5.4, spec 1 §4). */
export function withLocks<T extends LockFacts>(chapters: readonly (readonly T[])[], context: LockContext): LockedSection<T>[][] {
  const allButFirst = context.sequential && context.state === 'notStarted'
  let previous: number | null = null
  return chapters.map((sections) =>
    sections.map((section) => {
      const locked = previous !== null && (allButFirst || section.locked)
      const openedBy = locked ? previous : null
      previous = section.id
      return { ...section, locked, openedBy }
    }),
  )
}

/** Whether a chapter counts as locked: it has sections and none of them is open. */
export function isChapterLocked(sections: readonly { locked: boolean }[]): boolean {
  return sections.length > 0 && sections.every((section) => section.locked)
}

export type UnlockVerdict = { verdict: 'open' } | { verdict: 'allowed' } | { verdict: 'refused'; needs: number } | { verdict: 'missing' }

/** Whether a section may be unlocked now: only after the one before it in the course is passed (contract 5.4). */
export function checkUnlock(chapters: readonly (readonly LockFacts[])[], sectionId: number, context: LockContext): UnlockVerdict {
  const sections = withLocks(chapters, context).flat()
  const section = sections.find(({ id }) => id === sectionId)
  if (section === undefined) return { verdict: 'missing' }
  if (section.openedBy === null) return { verdict: 'open' }
  const before = sections.find(({ id }) => id === section.openedBy)
  return before?.state === 'passed' ? { verdict: 'allowed' } : { verdict: 'refused', needs: section.openedBy }
}

export type LibrarySort = 'comprehensive' | 'praise' | 'popularity' | 'latest'
