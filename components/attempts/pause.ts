/** Resolves after so many milliseconds. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Between two tries at what the server has to answer before the paper can be answered. */
export const AGAIN_MS = 3_000
