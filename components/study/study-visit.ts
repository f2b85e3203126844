import { freshId } from '@/lib/domain/fresh-id'
import {
  newClock, pauseReason, wholeMinutes,
  type BeatAnswer, type BeatState, type ClockEvent, type CountingMode, type PauseReason, type StudyClock, type StudyPlace, type StudyReport, type Visit, type VisitKind,
} from '@/lib/domain/study'
import { spread } from '@/lib/domain/spread'

const START_AGAIN_MS = 5_000

/** The section that is studied, as far as its time is concerned. */
export type Studied = {
  place: StudyPlace
  name: string
  kind: VisitKind
  mode: CountingMode
  learnedMinutes: number
  /** Minutes after which it is passed; null without such a rule, or when it is passed already. */
  minutesToPass: number | null
}

export type SessionState = {
  /** Why time stands still; null while it runs. */
  reason: PauseReason | null
  /** Whole minutes learned in this section, this visit included. */
  minutes: number
  /** Whole minutes of this visit. */
  visitMinutes: number
}

/** How the session reaches the platform; every call may fail. */
export type StudyReporter = {
  start: (visit: Visit, name: string) => Promise<StudyReport>
  /** Only says where the learner is: another tab counts. */
  remember: (visit: Visit, name: string) => Promise<void>
  end: (visit: Visit, minutes: number, leaving: boolean) => Promise<StudyReport>
  beat: (visit: Visit, beat: { seq: number; state: BeatState; activeSeconds: number }, leaving: boolean) => Promise<BeatAnswer>
}

/** Who is told of what the platform said. */
export type StudyTold = {
  onReport: (report: StudyReport) => void
  /** The platform has new figures: progress, minutes, states. */
  onChange: () => void
  /** The platform does not let this section begin. */
  onRefused: (error: unknown) => void
  /** Whether a failure is worth another try later: the network and the like, not a refusal. */
  isPassing: (error: unknown) => boolean
  /** Whether a failure came from a server that was reached. */
  wasReached: (error: unknown) => boolean
}

/** The visit of a section under way. */
export type CurrentVisit = {
  studied: Studied
  visit: Visit
  clock: StudyClock
  /** The start marker is on its way or has arrived. */
  asked: boolean
  /** Counts no more: its end is on its way. */
  closed: boolean
  ended: boolean
  learnedMinutes: number
  /** On the session's clock, in milliseconds. */
  beganAt: number
  beatSeconds: number
  beatSeq: number
  beatAt: number
  keptAt: number
}

/** What the content on the stage says of itself; it may say it before the section before is ended. */
export type StageFacts = Pick<StudyClock, 'ready' | 'playing' | 'buffering'> & Partial<Pick<StudyClock, 'mode'>>

/** Nothing is on the stage, or nothing that has said anything yet. */
export const noStage: StageFacts = { ready: false, playing: false, buffering: false }

/** What the content has said of itself, with what it says now. */
export function stageAfter(stage: StageFacts, event: ClockEvent): StageFacts {
  if (event.type === 'ready') return { ...stage, ready: event.ready }
  if (event.type === 'mode') return { ...stage, mode: event.mode }
  if (event.type === 'play') return { ...stage, playing: event.playing, buffering: event.playing && stage.buffering }
  return event.type === 'buffer' ? { ...stage, buffering: event.buffering } : stage
}

/** A visit that nobody has been told of yet; `countedMs` is what it takes over from the one before. */
export function beginVisit(studied: Studied, { now, holds, stage, countedMs }: { now: number; holds: boolean | null; stage: StageFacts; countedMs: number }): CurrentVisit {
  const visible = typeof document === 'undefined' || document.visibilityState === 'visible'
  return {
    studied, asked: false, closed: false, ended: false, learnedMinutes: studied.learnedMinutes, beganAt: now, beatSeconds: Math.floor(countedMs / 1000), beatSeq: 0, beatAt: now, keptAt: 0,
    visit: { id: freshId(), place: studied.place, kind: studied.kind, countedMs, startedAt: Date.now() },
    clock: { ...newClock(studied.mode, now, { holds, visible }), ...stage, countedMs },
  }
}

/** Whether the section is passed by what was counted, and the platform does not know it yet. */
export function passesNow({ studied, clock, learnedMinutes }: CurrentVisit): boolean {
  return studied.minutesToPass !== null && clock.begun === 'known' && learnedMinutes + wholeMinutes(clock.countedMs) >= studied.minutesToPass && wholeMinutes(clock.countedMs) > 0
}

/** The section as its next visit finds it: with the minutes of this one. */
export function studiedSoFar({ studied, clock, learnedMinutes }: CurrentVisit): Studied {
  return { ...studied, learnedMinutes: learnedMinutes + wholeMinutes(clock.countedMs) }
}

/** Before anything is studied. */
export const nothingStudied: SessionState = { reason: 'notReady', minutes: 0, visitMinutes: 0 }

/** What is shown of a visit. */
export function stateOf({ clock, learnedMinutes }: CurrentVisit): SessionState {
  const visitMinutes = wholeMinutes(clock.countedMs)
  return { reason: pauseReason(clock, clock.lookedAt), visitMinutes, minutes: learnedMinutes + visitMinutes }
}

/** How long a start that did not get through waits before it is told again. */
export const startAgainMs = () => spread(START_AGAIN_MS)
