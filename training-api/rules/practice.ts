/** The most questions of one draw. */
export const largestDraw = 100
/** How many questions are drawn when nothing is said. */
export const usualDraw = 30
/** Up to so many matching questions a draw looks at all of them; above that, at a few after random keys. */
export const smallBank = 1000
/** How many neighbours are taken at each random key. */
export const windowSize = 4

export type LabelSet = { setNumber: number; questionCount: number }
export type Probe = { setNumber: number; key: number }

/** Random places of a bank to take questions from: sets by their size, keys evenly; `random` gives 0 ≤ n < 1. */
export function probesFor(sets: readonly LabelSet[], count: number, random: () => number = Math.random): Probe[] {
  const total = sets.reduce((sum, { questionCount }) => sum + questionCount, 0)
  if (total <= 0) return []
  return Array.from({ length: count }, () => {
    let left = random() * total
    const set = sets.find(({ questionCount }) => (left -= questionCount) < 0) ?? sets.at(-1)
    return { setNumber: set?.setNumber ?? 0, key: random() }
  })
}

/** How many questions a random place gives on average: a small set has no more than its own. */
export function yieldOf(sets: readonly LabelSet[]): number {
  const total = sets.reduce((sum, { questionCount }) => sum + questionCount, 0)
  return sets.reduce((sum, { questionCount }) => sum + questionCount * Math.min(windowSize, questionCount), 0) / Math.max(1, total)
}

/** The items in random order; all orders are equally likely. */
export function shuffled<T>(items: Iterable<T>, random: () => number = Math.random): T[] {
  const list = [...items]
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other] as T, list[at] as T]
  }
  return list
}

export type Progress = { shouldNumber: number; actualNumber: number; correctNumber: number; accuracyRate: number }

/** How far a draw is: answered, right, and right ones of all drawn (0 to 1, spec 2 §4). */
export function progressOf(drawn: number, answers: readonly { right: boolean }[]): Progress {
  const correctNumber = answers.filter(({ right }) => right).length
  return { shouldNumber: drawn, actualNumber: answers.length, correctNumber, accuracyRate: drawn === 0 ? 0 : correctNumber / drawn }
}
