/** What is studied: a section of a course, or of a course inside a plan; an exam that is an item of a plan has no section. */
export type StudyPlace = {
  courseId: string | null
  planId: string | null
  itemId: string | null
  chapterId: string | null
  sectionId: string | null
}

/** What earns study time: a video that plays, or a document and the like that somebody looks at. */
export type CountingMode = 'playing' | 'present'

/** Why the platform does not know of a visit: there is no network, the platform does not answer, or it does not take it. */
export type Unbegun = 'offline' | 'unanswered' | 'refused'

/** Why no time is counted just now. */
export type PauseReason = 'notReady' | 'notOpen' | Unbegun | 'elsewhere' | 'hidden' | 'idle' | 'paused' | 'buffering'

/** Without a touch for so long a document counts as left alone, in milliseconds (spec of the player: 5 minutes). */
export const IDLE_MS = 300_000
/** The longest silence between two looks at the clock that may count; a browser in the background wakes once a minute, a sleeping one does not. */
export const LONGEST_GAP_MS = 90_000
/** The pause between two heartbeats, in milliseconds. */
export const BEAT_MS = 15_000
/** The pause between two saves of the position, in milliseconds. */
export const SAVE_POSITION_MS = 5_000
/** The pause between two toasts of one report (spec 1 §9). */
export const TOAST_PAUSE_MS = 1_500
/** A visit never adds more whole minutes than this (contract 5.2). */
export const LONGEST_VISIT_MINUTES = 480

/** The study clock of one visit; all moments are monotonic milliseconds. */
export type StudyClock = {
  mode: CountingMode
  countedMs: number
  lookedAt: number
  touchedAt: number
  /** Content is there: a missing file earns no time. */
  ready: boolean
  /** This tab is the one that counts; null while that is being found out. */
  holds: boolean | null
  /** Whether the platform knows that the visit began: time before that would not count there either. */
  begun: 'asking' | 'known' | Unbegun
  visible: boolean
  playing: boolean
  buffering: boolean
}

export type ClockEvent =
  | { type: 'tick' }
  | { type: 'touch' }
  | { type: 'ready'; ready: boolean }
  /** The content is opened and says what it is. */
  | { type: 'mode'; mode: CountingMode }
  | { type: 'hold'; holds: boolean | null }
  | { type: 'begin'; begun: StudyClock['begun'] }
  | { type: 'visible'; visible: boolean }
  | { type: 'play'; playing: boolean }
  | { type: 'buffer'; buffering: boolean }

/** A clock that has counted nothing yet and waits for its content. */
export function newClock(mode: CountingMode, at: number, given: Partial<Pick<StudyClock, 'holds' | 'visible'>> = {}): StudyClock {
  return { mode, countedMs: 0, lookedAt: at, touchedAt: at, ready: false, holds: null, begun: 'asking', visible: true, playing: false, buffering: false, ...given }
}

/** Why the clock stands at this moment, null while it runs. */
export function pauseReason(clock: StudyClock, at: number): PauseReason | null {
  if (clock.holds === null) return 'notReady'
  if (!clock.holds) return 'elsewhere'
  if (clock.begun !== 'known' && clock.begun !== 'asking') return clock.begun
  if (clock.begun === 'asking') return 'notReady'
  // Not yet, or not any more: which one the stage says.
  if (!clock.ready) return 'notOpen'
  if (clock.mode === 'playing') return clock.buffering && clock.playing ? 'buffering' : clock.playing ? null : 'paused'
  if (!clock.visible) return 'hidden'
  return at - clock.touchedAt >= IDLE_MS ? 'idle' : null
}

/** The clock after something happened at a moment; time since the last look is counted by the rules that held until then. */
export function clockAfter(clock: StudyClock, event: ClockEvent, at: number): StudyClock {
  const now = Math.max(at, clock.lookedAt)
  const next: StudyClock = { ...clock, countedMs: clock.countedMs + earnedMs(clock, now), lookedAt: now }
  switch (event.type) {
    case 'tick': return next
    case 'touch': return { ...next, touchedAt: now }
    case 'ready': return { ...next, ready: event.ready }
    case 'mode': return { ...next, mode: event.mode }
    case 'hold': return { ...next, holds: event.holds, touchedAt: now }
    case 'begin': return { ...next, begun: event.begun }
    // Coming back to the page is a sign of life.
    case 'visible': return { ...next, visible: event.visible, touchedAt: event.visible ? now : next.touchedAt }
    case 'play': return { ...next, playing: event.playing, buffering: event.playing && next.buffering }
    case 'buffer': return { ...next, buffering: event.buffering }
  }
}

function earnedMs(clock: StudyClock, now: number): number {
  if (pauseReason(clock, clock.lookedAt) !== null) return 0
  const until = clock.mode === 'present' ? Math.min(now, clock.touchedAt + IDLE_MS) : now
  return Math.min(Math.max(0, until - clock.lookedAt), LONGEST_GAP_MS)
}

/** Whole minutes of a visit as they are reported, rounded down, at most 480. */
export function wholeMinutes(countedMs: number): number {
  return Math.min(LONGEST_VISIT_MINUTES, Math.max(0, Math.floor(countedMs / 60_000)))
}

/** A visit as the browser keeps it, so that a closed tab loses nothing. */
export type Visit = {
  id: string
  place: StudyPlace
  kind: VisitKind
  countedMs: number
  /** Wall clock, in milliseconds since 1970. */
  startedAt: number
}

export const visitKinds = ['study', 'simulation', 'exam'] as const
export type VisitKind = (typeof visitKinds)[number]

/** A visit out of what a browser had kept, null when it is none. */
export function visitOf(kept: string | null): Visit | null {
  try {
    const visit = JSON.parse(kept ?? 'null') as Partial<Visit> | null
    const { id, place, kind, countedMs, startedAt } = visit ?? {}
    const isId = (value: unknown) => value === null || (typeof value === 'string' && /^[\w-]{1,64}$/.test(value))
    if (typeof id !== 'string' || !place || !visitKinds.includes(kind as VisitKind)) return null
    if (!Number.isFinite(countedMs) || !Number.isFinite(startedAt)) return null
    const { courseId, planId, itemId, chapterId, sectionId } = place
    if (![courseId, planId, itemId, chapterId, sectionId].every(isId)) return null
    return { id, place: { courseId, planId, itemId, chapterId, sectionId }, kind: kind as VisitKind, countedMs: countedMs as number, startedAt: startedAt as number }
  } catch {
    return null
  }
}

/** What a heartbeat says of the learner. */
export type BeatState = 'active' | 'idle' | 'hidden' | 'paused'
/**
 * What became of a heartbeat: counted, not known to this platform, another device has a visit of its own, or the visit is over (the
 * platform ends one that was silent for long) and there is none.
 */
export type BeatAnswer = 'taken' | 'notOffered' | 'elsewhere' | 'gone'

/** A word of the platform about points, and the number in it, so that it can be said in another language. */
export type PointsMessage = { text: string; points: number | null }

/** What the platform answers to a report: words about points, and a certificate when one was obtained just now. */
export type StudyReport = { messages: PointsMessage[]; certificate: ObtainedCertificate | null }

/** What two reports about one thing brought; a certificate that both name is one. */
export function joined(first: StudyReport | null, second: StudyReport): StudyReport {
  return first ? { messages: [...first.messages, ...second.messages], certificate: first.certificate ?? second.certificate } : second
}

export type ObtainedCertificate = {
  /** Of the course or plan; null when the report names none. */
  name: string | null
  number: string | null
  issuer: string | null
  learnerName: string | null
  /** ISO 8601 with offset. */
  obtainedAt: string | null
  validity: CertificateValidity | null
}
export type CertificateValidity = { kind: 'permanent' } | { kind: 'months'; months: number } | { kind: 'until'; date: string }

/** Where a learner was in a resource: second of a video, page of a document. `savedAt` is milliseconds since 1970, `seq` the platform's number of it, where it tells one. */
export type StudyPosition = { position: number; savedAt: number; seq?: number }

/** The newer of what the platform and this browser remember. */
export function newerPosition(one: StudyPosition | null, other: StudyPosition | null): StudyPosition | null {
  if (!one || !other) return one ?? other
  return other.savedAt > one.savedAt ? other : one
}

const NEARLY_OVER = 0.95
const LAST_SECONDS = 10

/** The second at which a video goes on: a saved second, or 0 when it was as good as over (95 %, or 10 s before the end). */
export function resumeSecond(saved: number | null, durationSeconds: number): number {
  if (saved === null || !Number.isFinite(saved) || saved <= 0) return 0
  if (!Number.isFinite(durationSeconds) || durationSeconds <= 0) return saved
  return saved >= durationSeconds * NEARLY_OVER || saved >= durationSeconds - LAST_SECONDS ? 0 : saved
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** A speed as it was kept, the normal one when it is none of ours. */
export function speedOf(kept: string | null): number {
  const speed = Number(kept)
  return (speeds as readonly number[]).includes(speed) ? speed : 1
}

/** `3:24` as `03:24`, from an hour on `1:02:03`. */
export function playTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
