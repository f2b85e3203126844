import { join } from 'node:path'
import { modules } from './paths.mjs'

/**
 * What a server may take: V8 would let its heap grow with the machine's memory before it clears up. glibc would keep an arena for every
 * thread, and give back less and less of what is freed: its threshold for that grows with the pieces, unless one is set. `youngMb` is the
 * room for what lives shortly. Sources that were read once are kept as Node runs them, so that the next start is quicker and needs no
 * compiler in its memory. Whoever sets NODE_OPTIONS decides for themselves.
 */
const limits = (youngMb) => ({
  NODE_OPTIONS: process.env.NODE_OPTIONS || `--max-old-space-size=384 --max-semi-space-size=${youngMb}`,
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2',
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ || '131072',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(modules, '.cache', 'node'),
})

export const apiMemory = limits(8)
/** A page leaves much behind that is of no use any more, so a web has more room for it; twice as much again would gain less than its memory costs. */
export const webMemory = limits(16)
