import { setTimeout as pause } from 'node:timers/promises'
import { troubleOf } from '../rules/troubles.ts'

type Patience = { patienceMs: number; pauseMs: number; signal: AbortSignal; onWait: (fault: unknown) => void }

/**
 * What `open` gives, asked again while the database server is away: a server that starts beside its database, or while that one
 * is down, would otherwise end, and whoever starts it again waits longer each time. `onWait` hears of the first refusal. Rejects
 * with the last one when the patience is over or the signal comes, and at once with anything else.
 */
export async function onceThere<T>(open: () => Promise<T>, { patienceMs, pauseMs, signal, onWait }: Patience): Promise<T> {
  const until = performance.now() + patienceMs
  for (let tries = 1; ; tries += 1) {
    try {
      return await open()
    } catch (fault) {
      if (troubleOf(fault) !== 'away' || performance.now() + pauseMs > until || signal.aborted) throw fault
      if (tries === 1) onWait(fault)
      await pause(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
}
