import 'server-only'
import { unsealData } from 'iron-session'
import { dropOver, keepBounded } from '@/lib/domain/bounded-map'
import { openPasswords } from './seal-passwords'

const KNOWN_MS = 60_000

/**
 * Gives what opens sealed texts: {} for one that nobody sealed or whose time is over. Opening derives two keys, a fifth of what a door costs, so what
 * was opened is known for a minute, `most` texts at the most; whoever asks must know by itself what may have ended meanwhile. `ttl` in
 * seconds, as it was sealed with.
 */
export function openerOf<T extends object>({ ttl, most }: { ttl: number; most: number }): (sealed: string) => Promise<Readonly<Partial<T>>> {
  const known = new Map<string, { opened: Readonly<Partial<T>>; until: number }>()
  return async (sealed) => {
    const before = known.get(sealed)
    if (before && before.until > Date.now()) return before.opened
    known.delete(sealed)
    const opened = Object.freeze(await unsealData<Partial<T>>(sealed, { password: openPasswords, ttl }))
    // A busy web opens thousands of texts in an hour, each with the objects in it.
    dropOver(known, Date.now())
    if (Object.keys(opened).length > 0) keepBounded(known, sealed, { opened, until: Date.now() + KNOWN_MS }, most)
    return opened
  }
}
