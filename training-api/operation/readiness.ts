/**
 * Whether calls should be sent here: not while the process is about to end. A database that is away is no reason: it is away from
 * all at once, and who took them all out would leave nobody to say so; each call says it.
 */
export type Readiness = {
  state(): 'ready' | 'draining'
  /** Says from now on that the process is about to end. */
  drain(): void
}

/** The readiness of this process. */
export function createReadiness(): Readiness {
  let state: 'ready' | 'draining' = 'ready'
  return {
    state: () => state,
    drain() {
      state = 'draining'
    },
  }
}
