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

type Room = { /** Texts. */ most: number; /** Of all texts and their keys. */ characters: number; /** A longer text is not kept. */ longest: number }

/** A place for texts under their keys, of so many texts and so many characters; where there would be more, those that came first go. */
export function textRoom<Text extends string>({ most, characters, longest }: Room) {
  const kept = new Map<string, Text>()
  let used = 0
  const drop = (key: string) => {
    const text = kept.get(key)
    if (text === undefined) return
    used -= key.length + text.length
    kept.delete(key)
  }
  return {
    get: (key: string): Text | undefined => kept.get(key),
    keep(key: string, text: Text): void {
      drop(key)
      if (text.length > longest) return
      kept.set(key, text)
      used += key.length + text.length
      while (kept.size > most || used > characters) drop(kept.keys().next().value!)
    },
  }
}
