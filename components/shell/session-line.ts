'use client'

/** What windows of one browser tell each other: the session has ended, or whose it is. */
export type Told = 'ended' | { learnerId: string }

let line: BroadcastChannel | undefined
/** By which this window hears and says it, and so does not hear itself: who ends the session here leads away in their own way. */
export const sessionLine = () => (line ??= typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session'))

let hasEnded = false
/** Whether this page is left because its learner's session was ended, here or in another window: then nothing is kept for coming back. */
export const sessionHasEnded = () => hasEnded
/** Notes that this page is left because the session has ended, or that there is one. */
export const noteSession = (ended: boolean) => void (hasEnded = ended)

/** Tells the other windows of this browser that there is no session any more. */
export function tellSessionEnded(): void {
  hasEnded = true
  sessionLine()?.postMessage('ended' satisfies Told)
}
