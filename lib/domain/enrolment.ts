/** What is studied: a course by itself or a training plan. */
export type EnrolmentKind = 'course' | 'plan'
export type EnrolmentState = 'notStarted' | 'inProgress' | 'passed' | 'failed' | 'unknown'
/** What the state means for rating: unfinished cannot be rated. */
export type EnrolmentResult = 'unfinished' | 'passed' | 'failed' | 'unknown'
/** Whether the learner may study it at all. */
export type Permission = 'allowed' | 'forbidden'
/** Where today stands in the dates of a plan; a course is always open. */
export type PlanWindow = 'open' | 'ended' | 'upcoming' | 'unknown'

export type NodeKind = 'study' | 'simulation' | 'exam' | 'unknown'

/** A place in a course or plan where studying begins or goes on. */
export type StudyNode = {
  /** The course or plan it belongs to. */
  ownerId: string
  /** The section, or the exam of a plan. */
  id: string
  /** The chapter of a section, the plan of a plan's exam. */
  parentId: string
  /** The item of the plan; null in a course. */
  itemId: string | null
  name: string
  kind: NodeKind
  /** A section of a course, or an exam that is an item of a plan. */
  place: 'section' | 'planExam'
}

/** A course or plan that is studied. */
export type EnrolmentTarget = { kind: EnrolmentKind; id: string }

/** The words of the player's address, see `routes.player`. */
export type PlayerPlace = { courseId?: string; planId?: string; itemId?: string; chapterId?: string; sectionId?: string }

/** Where the player opens for a node of a course or plan; without a node at the beginning. */
export function playerPlace({ kind, id }: EnrolmentTarget, node: StudyNode | null): PlayerPlace {
  const owner = kind === 'course' ? { courseId: id } : { planId: id }
  if (!node) return owner
  const item = kind === 'plan' && node.itemId ? { itemId: node.itemId } : {}
  return node.place === 'planExam' ? { ...owner, ...item } : { ...owner, ...item, chapterId: node.parentId, sectionId: node.id }
}

export type Started = { started: true; node: StudyNode | null } | { started: false; reason: string }
/** Where the player opens, or the platform's words why it does not. */
export type Opening = { allowed: true; place: PlayerPlace } | { allowed: false; reason: string }
export type Unlocked = { unlocked: true } | { unlocked: false; reason: string }

/** Why a course or plan cannot be studied now. */
export type Closure = 'forbidden' | 'ended' | 'upcoming'

/** Why a course or plan cannot be studied now, null when it can (spec 1 §2, plan detail). */
export function closureOf({ permission, window }: { permission: Permission; window?: PlanWindow }): Closure | null {
  return permission === 'forbidden' ? 'forbidden' : closedDates(window)
}

/** That a plan has ended or not begun, null while its dates let it be studied. */
export function closedDates(window: PlanWindow | undefined): 'ended' | 'upcoming' | null {
  return window === 'ended' || window === 'upcoming' ? window : null
}

/** What the one button of a detail does: start, go on, or look again at what is decided; `none` while it cannot be studied. */
export type EnrolmentAction = 'start' | 'resume' | 'review' | 'none'

/** The action that a state and a closure leave (spec 1 §4; passed and failed courses can be opened again). */
export function enrolmentAction(state: EnrolmentState, closure: Closure | null): EnrolmentAction {
  if (closure) return 'none'
  if (state === 'notStarted') return 'start'
  // Whatever is not known is no reason to begin anew.
  return state === 'inProgress' || state === 'unknown' ? 'resume' : 'review'
}
