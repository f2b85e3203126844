const [firstPauseMs, longestPauseMs] = [5_000, 600_000]
/** Of more than so many the one that failed longest ago counts as one that never did. */
const mostKept = 10_000

type Failure<One> = { one: One; pauseMs: number; until: number }

/** What has failed, and when it is tried again: after five seconds, each time after twice as long, after ten minutes at most. */
export type Retries<One> = {
  /** All that failed and did not succeed since. */
  keys(): string[]
  /** What is to be tried again now. */
  due(now: Date): One[]
  failed(key: string, one: One, now: Date): void
  succeeded(key: string): void
}

export function createRetries<One>(): Retries<One> {
  const failures = new Map<string, Failure<One>>()
  return {
    keys: () => [...failures.keys()],
    // Further ahead than any pause is what failed before the clock was set back.
    due: (now) => [...failures.values()].filter(({ until }) => until <= now.getTime() || until > now.getTime() + longestPauseMs).map(({ one }) => one),
    failed(key, one, now) {
      const before = failures.get(key)?.pauseMs ?? 0
      const pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, before * 2))
      failures.delete(key)
      failures.set(key, { one, pauseMs, until: now.getTime() + pauseMs })
      if (failures.size > mostKept) failures.delete(failures.keys().next().value ?? '')
    },
    succeeded: (key) => void failures.delete(key),
  }
}
