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

type Bounds<Value> = { /** Values. */ most: number; /** Of all of them together. */ characters: number; /** A longer one is not kept. */ longest?: number; lengthOf: (value: Value, key: string) => number }

/** Values under their keys, of so many and of so many characters; where there would be more, those that were set first go. The one set last stays in any case. */
export class BoundedMap<Value> extends Map<string, Value> {
  readonly #bounds: Bounds<Value>
  readonly #lengths = new Map<string, number>()
  #used = 0

  constructor(bounds: Bounds<Value>) {
    super()
    this.#bounds = bounds
  }

  override set(key: string, value: Value): this {
    const { most, characters, longest = Infinity, lengthOf } = this.#bounds
    const length = lengthOf(value, key)
    this.delete(key)
    if (length > longest) return this
    super.set(key, value)
    this.#lengths.set(key, length)
    this.#used += length
    while (this.size > 1 && (this.size > most || this.#used > characters)) this.delete(this.keys().next().value!)
    return this
  }

  override delete(key: string): boolean {
    this.#used -= this.#lengths.get(key) ?? 0
    this.#lengths.delete(key)
    return super.delete(key)
  }

  override clear(): void {
    this.#used = 0
    this.#lengths.clear()
    super.clear()
  }
}

/** About how many characters a value takes in memory. */
export function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let sum = 8
  for (const name in value) sum += 8 + charactersIn((value as Record<string, unknown>)[name])
  return sum
}
