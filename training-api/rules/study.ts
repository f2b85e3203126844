export type SectionKind = 'video' | 'document' | 'courseware' | 'simulation' | 'exam'
export type SectionState = 'notStarted' | 'inProgress' | 'passed' | 'failed'

/** The most whole minutes one visit of a section can add (contract 5.2). */
export const maxVisitMinutes = 480
/** The score, in percent, from which courseware and a simulation count as passed (contract 5.3). */
export const passFraction = 60

/** Whole minutes elapsed between two moments, never negative. */
export function elapsedMinutes(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000))
}

export type VisitEnd = {
  /** When the open visit of this section began; null when none is open, as after a repeated end. */
  startedAt: Date | null
  endedAt: Date
  /** What the player reports, in minutes. */
  reportedMinutes: number
  /** What heartbeats of this visit have proven, in seconds. */
  countedSeconds?: number
}

/** Whole minutes an end report adds: the larger of report and proven time, within the clock and 480 (contract 5.2). */
export function acceptedMinutes({ startedAt, endedAt, reportedMinutes, countedSeconds = 0 }: VisitEnd): number {
  if (startedAt === null) return 0
  const claimed = Number.isFinite(reportedMinutes) ? Math.max(0, Math.floor(reportedMinutes)) : 0
  const proven = Math.max(0, Math.floor(countedSeconds / 60))
  return Math.min(Math.max(claimed, proven), elapsedMinutes(startedAt, endedAt) + 1, maxVisitMinutes)
}

export type SectionFacts = {
  kind: SectionKind
  /** Nominal length in minutes. */
  durationMinutes: number
  /** Share of the length that must be studied; null when any ended visit is enough. */
  requiredPercent: number | null
  learnedMinutes: number
  /** Whether the section was ever opened. */
  opened: boolean
  /** Whether a visit of the section has properly ended at least once. */
  ended: boolean
  /** Best score of courseware or simulation, 0 to 100. */
  bestFraction: number | null
  /** How the exam of an exam section stands; null for other sections and when nothing is new about it. */
  exam: { passed: boolean; failed: boolean } | null
  /** What was reached before: a passed section stays passed. */
  before: SectionState
}

/** What a section counts as after its facts changed (contract 5.3). */
export function sectionState(section: SectionFacts): SectionState {
  if (section.before === 'passed' || meetsRule(section)) return 'passed'
  if (section.exam === null ? section.before === 'failed' : section.exam.failed) return 'failed'
  return section.opened || section.before !== 'notStarted' ? 'inProgress' : 'notStarted'
}

function meetsRule({ kind, durationMinutes, requiredPercent, learnedMinutes, ended, bestFraction, exam }: SectionFacts): boolean {
  switch (kind) {
    case 'video':
    case 'document':
      if (requiredPercent === null) return ended
      return (ended || learnedMinutes > 0) && learnedMinutes * 100 >= requiredPercent * durationMinutes
    case 'courseware':
    case 'simulation':
      return bestFraction !== null && bestFraction >= passFraction
    case 'exam':
      return exam?.passed ?? false
  }
}

/** Class hours as people read them: minutes ÷ 60 with one decimal (contract 5.8). */
export function hoursShown(minutes: number): number {
  return Math.round(minutes / 6) / 10
}

export type BeatState = 'active' | 'idle' | 'hidden' | 'paused'
export type NotCountedReason = 'idle' | 'hidden' | 'paused' | 'clock' | 'otherVisit' | 'noVisit' | 'limit'

/** The longest silence, in seconds, one beat may account for; what lies before it was not witnessed. */
export const maxBeatSeconds = 600

export type Beat = {
  state: BeatState
  /** Seconds the learner was active since the previous beat, as the player says. */
  activeSeconds: number
  /** The previous beat of this visit, or its start marker. */
  previousAt: Date
  at: Date
  /** Seconds already counted for this visit. */
  countedSeconds: number
}

export type BeatVerdict = { countedSeconds: number; notCountedSeconds: number; reason: NotCountedReason | null }

/** Seconds one beat adds, at most the wall time since the last one, and what it does not add with the reason (ours). */
export function judgeBeat({ state, activeSeconds, previousAt, at, countedSeconds }: Beat): BeatVerdict {
  const wallSeconds = Math.max(0, Math.floor((at.getTime() - previousAt.getTime()) / 1000))
  const claimed = Number.isFinite(activeSeconds) ? Math.max(0, Math.floor(activeSeconds)) : 0
  const witnessed = Math.min(claimed, wallSeconds, maxBeatSeconds)
  const counted = Math.max(0, Math.min(witnessed, maxVisitMinutes * 60 - countedSeconds))
  const notCountedSeconds = Math.min(Math.max(claimed, wallSeconds), maxVisitMinutes * 60) - counted
  if (notCountedSeconds <= 0) return { countedSeconds: counted, notCountedSeconds: 0, reason: null }
  if (counted < witnessed) return { countedSeconds: counted, notCountedSeconds, reason: 'limit' }
  if (claimed > witnessed) return { countedSeconds: counted, notCountedSeconds, reason: 'clock' }
  return { countedSeconds: counted, notCountedSeconds, reason: state === 'active' ? 'idle' : state }
}
