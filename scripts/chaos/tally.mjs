// What learners did in the rounds of each cause, by what it is called.
const inWords = (counts) => [...counts].filter(([, count]) => count > 0).sort(([, one], [, other]) => other - one).map(([name, count]) => `${count} ${name}`).join(', ')

/** The counts of several people in one. */
function sumOf(each) {
  const sum = new Map()
  for (const [name, count] of each.flatMap((counts) => [...counts])) sum.set(name, (sum.get(name) ?? 0) + count)
  return sum
}

const less = (counts, before) => new Map([...counts].map(([name, count]) => [name, count - (before.get(name) ?? 0)]))

export class Tally {
  #learners
  #before
  /** By cause what was acknowledged in its rounds, and what met it. */
  #causes = new Map()

  constructor(learners) {
    this.#learners = learners
  }

  #soFar() {
    return { done: sumOf(this.#learners.map(({ done }) => done)), met: sumOf(this.#learners.map(({ met }) => met)) }
  }

  /** A round begins. */
  begin() {
    this.#before = this.#soFar()
  }

  /** The round of a cause is over. */
  end(cause) {
    const [now, known] = [this.#soFar(), this.#causes.get(cause) ?? { done: new Map(), met: new Map() }]
    this.#causes.set(cause, { done: sumOf([known.done, less(now.done, this.#before.done)]), met: sumOf([known.met, less(now.met, this.#before.met)]) })
  }

  /** A sentence for each cause. */
  get sentences() {
    return [...this.#causes].map(([cause, { done, met }]) => `${cause}: acknowledged ${inWords(done)}; met by it: ${inWords(met) || 'nothing'}`)
  }

  /** What somebody was to do who did enough for it to come up, and nobody did. */
  get undone() {
    const { done } = this.#soFar()
    return [...new Set(this.#learners.flatMap(({ acked, kinds, turns }) => (acked < turns ? [] : kinds)))].filter((kind) => (done.get(kind) ?? 0) === 0)
  }
}
