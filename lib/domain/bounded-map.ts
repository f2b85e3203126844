/** Keeps a value under its key; where there would be more than `most`, the one that came first goes. */
export function keepBounded<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void {
  if (kept.size >= most && !kept.has(key)) kept.delete(kept.keys().next().value!)
  kept.set(key, value)
}

/** Lets go of what is over, of things that are kept in the order in which they will be. */
export function dropOver<Key>(kept: Map<Key, { until: number }>, now: number): void {
  for (const [key, { until }] of kept) {
    if (until > now) return
    kept.delete(key)
  }
}
