/** A stream of random numbers that is the same for the same seed, on every machine. */
export type Random = {
  /** 0 ≤ number < 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** So many different ones, in the list's order. */
  some<T>(list: readonly T[], count: number): T[]
  shuffle<T>(list: readonly T[]): T[]
  /** So many hexadecimal digits. */
  hex(digits: number): string
}

/** A stream of its own for each name: what one part of the world draws never shifts what another part gets. */
export function randomOf(...name: (string | number)[]): Random {
  let [a, b, c, d] = hash(name.join('/'))
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + t) | 0
    return (t >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 12; round += 1) next()
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const shuffle = <T>(list: readonly T[]) => {
    const shuffled = [...list]
    for (let at = shuffled.length - 1; at > 0; at -= 1) {
      const other = whole(0, at)
      const held = shuffled[at] as T
      shuffled[at] = shuffled[other] as T
      shuffled[other] = held
    }
    return shuffled
  }
  return {
    next,
    whole,
    shuffle,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T,
    some: <T>(list: readonly T[], count: number) => {
      const chosen = new Set(shuffle(list.map((_, index) => index)).slice(0, count))
      return list.filter((_, index) => chosen.has(index))
    },
    hex: (digits) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join(''),
  }
}

function hash(text: string): [number, number, number, number] {
  let [h1, h2, h3, h4] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    h1 = h2 ^ Math.imul(h1 ^ code, 597_399_067)
    h2 = h3 ^ Math.imul(h2 ^ code, 2_869_860_233)
    h3 = h4 ^ Math.imul(h3 ^ code, 951_274_213)
    h4 = h1 ^ Math.imul(h4 ^ code, 2_716_044_179)
  }
  return [h1 | 0, h2 | 0, h3 | 0, h4 | 0]
}
