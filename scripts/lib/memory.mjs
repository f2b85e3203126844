/**
 * What a server may take: V8 would let its heap grow with the machine's memory before it clears up, and glibc would keep an arena for
 * every thread. `youngMb` is the room for what lives shortly. Whoever sets NODE_OPTIONS decides for themselves.
 */
const limits = (youngMb) => ({
  NODE_OPTIONS: process.env.NODE_OPTIONS || `--max-old-space-size=384 --max-semi-space-size=${youngMb}`,
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2',
})

export const apiMemory = limits(8)
/** A page leaves much behind that is of no use any more, so a web has more room for it; twice as much again would gain less than its memory costs. */
export const webMemory = limits(16)
