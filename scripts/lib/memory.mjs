/**
 * What the servers may take: V8 would let its heap grow with the machine's memory before it clears up, and glibc would keep an arena for
 * every thread. Whoever sets NODE_OPTIONS decides for themselves.
 */
export const memoryLimits = {
  NODE_OPTIONS: process.env.NODE_OPTIONS || '--max-old-space-size=384 --max-semi-space-size=8',
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2',
}
