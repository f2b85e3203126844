import 'server-only'
import { env } from '@/lib/env'
import { memoryStore, type Store } from './memory-store'
import { redisStore } from './redis-store'

// Pages and doors are bundled apart; what they share lives on globalThis.
const shared = globalThis as { trainhallStore?: Store }

/** The one store of this web: its memory, or Redis where several webs share one. */
export const store: Store = (shared.trainhallStore ??= env.REDIS_URL ? redisStore(env.REDIS_URL) : memoryStore())
