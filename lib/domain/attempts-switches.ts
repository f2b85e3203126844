import type { AbsenceCause } from './attempts'

/** What a page sees of its learner leaving it; `at` in milliseconds of the device's running clock. */
export type PageEvent =
  | { at: number; type: 'hidden' | 'visible' | 'blur' | 'focus' | 'tick' }
  /** A dialog of our own or of the browser's that we opened (print, file): leaving for it is no leaving. */
  | { at: number; type: 'dialogOpens' | 'dialogCloses' }
  /** A simulation or a link of the paper is about to open: the next absence belongs to it. */
  | { at: number; type: 'launch' }
  /** The device slept or its screen was off for so long, as its clocks tell. */
  | { at: number; type: 'slept'; ms: number }

/** One stay away from the page, events of under a second between them joined. */
export type Absence = { from: number; to: number; wasHidden: boolean; sleptMs: number; inDialog: boolean; /** What dialogs had excused before it, since the page was opened. */ excusedMs: number; wasLaunch: boolean; isTouch: boolean }

export type SwitchWatch = { away: Absence | null; /** When the learner came back; the absence is over when that lasts. */ backAt: number | null; isHidden: boolean; isBlurred: boolean; dialogs: number; /** What dialogs have excused so far. */ excusedMs: number; launchAt: number | null; isTouch: boolean }

export type JudgedAbsence = { cause: AbsenceCause; counts: boolean; /** What counts of it. */ seconds: number; /** How long it was in all. */ lastedSeconds: number }

const JOIN_MS = 1_000
const SHORTEST_MS = 1_000
const BLUR_MS = 3_000
const LAUNCH_MS = 5_000
/** Of an absence with the screen off, what is longer than this was spent elsewhere. */
const AWAKE_MS = 3_000
/** In all since the page was opened: time enough for a new password with a code by message; anybody can have the login over the paper, and again, by logging out in another tab. */
const DIALOG_MS = 3 * 60_000

const lasted = ({ from, to }: Absence) => to - from
/** The clock that runs while the device is awake may stand still in its sleep, so what was slept is added to it. */
const awakeMs = (absence: Absence) => Math.max(0, lasted(absence) - absence.sleptMs)

/**
 * The rules, first match wins. Nobody is punished for what is not leaving: our own dialogs for a while, a screen that went off, the launch of a
 * simulation, a moment, and on phones and tablets whatever lays itself over the page without hiding it, such as a ringing phone.
 */
export const switchRules: readonly { cause: AbsenceCause; counts: boolean; when: (absence: Absence) => boolean }[] = [
  { cause: 'simulation', counts: false, when: ({ wasLaunch }) => wasLaunch },
  { cause: 'dialog', counts: false, when: (absence) => absence.inDialog && absence.excusedMs + awakeMs(absence) <= DIALOG_MS },
  { cause: 'screenOff', counts: false, when: (absence) => absence.sleptMs > 0 && awakeMs(absence) <= AWAKE_MS },
  { cause: 'tooShort', counts: false, when: (absence) => lasted(absence) < SHORTEST_MS },
  { cause: 'hidden', counts: true, when: ({ wasHidden }) => wasHidden },
  { cause: 'passing', counts: false, when: (absence) => absence.isTouch || lasted(absence) <= BLUR_MS },
  { cause: 'blur', counts: true, when: () => true },
]

/** What an absence was, whether it counts, and for how many seconds: at least one, the time the screen was off left out. */
export function judge(absence: Absence): JudgedAbsence {
  const { cause, counts } = switchRules.find(({ when }) => when(absence))!
  return { cause, counts, seconds: counts ? Math.max(1, Math.round(awakeMs(absence) / 1_000)) : 0, lastedSeconds: Math.ceil(lasted(absence) / 1_000) }
}

/** What a dialog excuses of an absence that would count without it. */
function excusedMsOf(absence: Absence): number {
  return judge(absence).cause === 'dialog' && judge({ ...absence, inDialog: false }).counts ? awakeMs(absence) : 0
}

/** Nothing has happened yet. */
export function newWatch(isTouch: boolean): SwitchWatch {
  return { away: null, backAt: null, isHidden: false, isBlurred: false, dialogs: 0, excusedMs: 0, launchAt: null, isTouch }
}

/** What is known after an event, and the absence that is over with it. */
export function watchAfter(watch: SwitchWatch, event: PageEvent): { watch: SwitchWatch; over: JudgedAbsence | null } {
  const next = stateAfter(watch, event)
  const isAway = next.isHidden || next.isBlurred
  if (isAway) return { watch: { ...next, away: awayAfter(next, event), backAt: null }, over: null }
  if (!next.away) return { watch: next, over: null }
  const backAt = next.backAt ?? event.at
  if (event.at - backAt < JOIN_MS) return { watch: { ...next, away: { ...next.away, to: backAt }, backAt }, over: null }
  return ended(next, { ...next.away, to: backAt })
}

/** What is known when the page itself goes away, loaded again or closed, and the absence that ends with it: nobody comes back to this page. */
export function watchLeft(watch: SwitchWatch, at: number): { watch: SwitchWatch; over: JudgedAbsence | null } {
  if (!watch.away) return { watch, over: null }
  return ended(watch, { ...watch.away, to: watch.backAt ?? at })
}

function ended(watch: SwitchWatch, absence: Absence): { watch: SwitchWatch; over: JudgedAbsence } {
  return { watch: { ...watch, away: null, backAt: null, launchAt: null, excusedMs: watch.excusedMs + excusedMsOf(absence) }, over: judge(absence) }
}

/** The absence of a learner who goes on to another page of ours at this moment; one that counts and is not over yet goes on in it. */
export function wentOn(watch: SwitchWatch, at: number): Absence {
  const before = watchLeft(watch, at).over?.counts ? watch.away : null
  return { from: at, sleptMs: 0, inDialog: false, excusedMs: watch.excusedMs, wasLaunch: false, isTouch: watch.isTouch, ...before, to: at, wasHidden: true }
}

function stateAfter(watch: SwitchWatch, event: PageEvent): SwitchWatch {
  switch (event.type) {
    case 'hidden': return { ...watch, isHidden: true }
    case 'visible': return { ...watch, isHidden: false }
    case 'blur': return { ...watch, isBlurred: true }
    case 'focus': return { ...watch, isBlurred: false, isHidden: false }
    case 'dialogOpens': return { ...watch, dialogs: watch.dialogs + 1 }
    case 'dialogCloses': return { ...watch, dialogs: Math.max(0, watch.dialogs - 1) }
    case 'launch': return { ...watch, launchAt: event.at }
    case 'slept': return watch.away ? { ...watch, away: { ...watch.away, sleptMs: watch.away.sleptMs + event.ms } } : watch
    case 'tick': return watch
  }
}

function awayAfter(watch: SwitchWatch, { at }: PageEvent): Absence {
  const { away } = watch
  const wasLaunch = watch.launchAt !== null && at - watch.launchAt <= LAUNCH_MS
  if (!away) return { from: at, to: at, wasHidden: watch.isHidden, sleptMs: 0, inDialog: watch.dialogs > 0, excusedMs: watch.excusedMs, wasLaunch, isTouch: watch.isTouch }
  return { ...away, to: at, wasHidden: away.wasHidden || watch.isHidden }
}
