// Rounds of trouble: a cause begins, learners go on writing, it ends, and everything they were told is compared with what is there.
import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 60_000

/** A row of the table for a cause. */
export const newRow = (cause) => ({ cause, rounds: 0, acknowledged: 0, missing: 0, twice: 0, faults: 0, slowestSeconds: 0 })

/**
 * Runs so many rounds over the causes, each in turn in an order of the seed's: `begin` and `end` it; `during` looks at the learners while
 * it holds and `settle` after it, when nobody writes; both may give faults. Gives a row for each cause; what is wrong is said by `line`.
 */
export async function troubleLoop({ learners, causes, rounds, random, line }) {
  const rows = causes.map(({ name }) => newRow(name))
  const working = learners.map((learner) => learner.work())
  const total = () => learners.reduce((sum, { acked }) => sum + acked, 0)
  for (const learner of learners) learner.open()
  const order = []
  for (let round = 0; round < rounds; round += 1) {
    if (order.length === 0) order.push(...causes.keys())
    const [at] = order.splice(Math.floor(random() * order.length), 1)
    const [cause, row] = [causes[at], rows[at]]
    const before = total()
    for (let waited = 0; waited < patienceMs && total() < before + learners.length; waited += 20) await pause(20)
    await pause(random() * 1000)
    for (const learner of learners) learner.troubles.length = 0
    await cause.begin(random)
    await pause((cause.lastsMs ?? 300) * (0.5 + random()))
    const wrong = (await cause.during?.(learners)) ?? []
    const endedAt = performance.now()
    await cause.end()
    await Promise.all(learners.map((learner) => heardAfter(learner, endedAt)))
    const slowest = Math.max(...learners.map(({ ackedAt }) => (ackedAt > endedAt ? ackedAt - endedAt : patienceMs)))
    await Promise.all(learners.map((learner) => learner.hold()))
    wrong.push(...((await cause.settle?.()) ?? []))
    for (const learner of learners) {
      const { missing, twice } = await learner.check()
      row.missing += missing.length
      row.twice += twice.length
      for (const text of [...missing, ...twice].slice(0, 5)) line(`${cause.name}: ${learner.account}: ${text}`)
      wrong.push(...learner.faults.splice(0))
    }
    for (const text of wrong.slice(0, 5)) line(`${cause.name}: ${text}`)
    row.faults += wrong.length
    row.rounds += 1
    row.acknowledged += total() - before
    row.slowestSeconds = Math.max(row.slowestSeconds, Number((slowest / 1000).toFixed(1)))
    for (const learner of learners) learner.open()
  }
  for (const learner of learners) learner.stop()
  await Promise.all(working)
  return rows
}

/** Until the learner was told that something is done after a moment. */
async function heardAfter(learner, moment) {
  for (let waited = 0; waited < patienceMs && learner.ackedAt <= moment; waited += 20) await pause(20)
}
