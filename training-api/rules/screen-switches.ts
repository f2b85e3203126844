export type SwitchRule = { rule: 'none' | 'count' | 'time' | 'both'; countAllowed: number; secondsAllowed: number }
export type SwitchReason = 'hidden' | 'blur' | 'dialog' | 'screenOff' | 'simulation' | 'reload'
export type Exhausted = 'count' | 'time' | 'either'

/** Reasons of an absence; those that are `false` are written down and do not count. */
export const switchReasons: Readonly<Record<SwitchReason, boolean>> = {
  hidden: true,
  blur: true,
  dialog: false,
  screenOff: false,
  simulation: false,
  reload: false,
}

/** Whether an absence of so many seconds counts as a screen switch: a reason that counts, and time away (contract 5.12). */
export function countsAsSwitch(reason: SwitchReason, awaySeconds: number): boolean {
  return switchReasons[reason] && awaySeconds > 0
}

/** Seconds away as they are counted: whole, and no more than have passed since the attempt began. */
export function acceptedAwaySeconds(reported: number, startedAt: Date, now: Date): number {
  const passed = Math.max(0, Math.ceil((now.getTime() - startedAt.getTime()) / 1000))
  return Number.isFinite(reported) ? Math.max(0, Math.min(Math.floor(reported), passed)) : 0
}

/** Which limit is used up: n switches by the nth, s seconds when the sum reaches s; type 4 says either (contract 5.17). */
export function exhaustedBy({ rule, countAllowed, secondsAllowed }: SwitchRule, used: { count: number; seconds: number }): Exhausted | null {
  const counts = rule === 'count' || rule === 'both'
  const times = rule === 'time' || rule === 'both'
  // Nothing used is never used up, not even a limit of 0.
  const byCount = counts && used.count > 0 && used.count >= countAllowed
  const byTime = times && used.count > 0 && used.seconds >= secondsAllowed
  if (!byCount && !byTime) return null
  if (rule === 'both') return 'either'
  return byCount ? 'count' : 'time'
}
