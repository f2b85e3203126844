// Rounds of trouble: a cause begins, learners go on writing, it ends, and everything they were told is compared with what is there.
import { setTimeout as pause } from 'node:timers/promises'
import { lateSentence } from '../../training-api/tests/answer-kill-stage.ts'

/** How long one waits for somebody who is late; the recovery that is promised is shorter. */
const patienceMs = 60_000

/** A row of the table for a cause. */
export const newRow = (cause) => ({ cause, rounds: 0, acknowledged: 0, missing: 0, twice: 0, faults: 0, slowestSeconds: 0 })

/** A row of the table for what cannot be run here. */
export const notRun = (cause, reason) => ({ ...newRow(cause), notRun: reason })

/**
 * Runs so many rounds over the causes, each in turn in an order of the seed's: `begin` and `end` it; `during` looks at the learners while
 * it holds and `settle` after it, when nobody writes; both may give faults. Everybody must be answered soon after the end, and of the
 * parts none may end by itself. Gives a row for each cause; what is wrong is said by `line`.
 */
export async function troubleLoop({ learners, parts, causes, rounds, random, line, patience = patienceMs }) {
  const rows = causes.map(({ name }) => newRow(name))
  const working = learners.map((learner) => learner.work())
  const total = () => learners.reduce((sum, { acked }) => sum + acked, 0)
  const accidents = () => parts.flatMap((part) => part.accidents())
  for (const learner of learners) learner.open()
  const order = []
  for (let round = 0; round < rounds; round += 1) {
    if (order.length === 0) order.push(...causes.keys())
    const [at] = order.splice(Math.floor(random() * order.length), 1)
    const [cause, row] = [causes[at], rows[at]]
    const before = total()
    for (let waited = 0; waited < patience && total() < before + learners.length; waited += 20) await pause(20)
    const wrong = accidents()
    if (total() === before) wrong.push('nobody was at work before it')
    await pause(random() * 1000)
    for (const learner of learners) learner.troubles.length = 0
    await cause.begin(random)
    await pause((cause.lastsMs ?? 300) * (0.5 + random()))
    wrong.push(...((await cause.during?.(learners)) ?? []))
    await cause.end()
    const endedAt = performance.now()
    // Of a call that is under way nobody hears before it is given up.
    const patiences = learners.map(({ wish }) => wish?.patienceSeconds ?? 0)
    const times = await Promise.all(learners.map((learner) => secondsUntilHeard(learner, endedAt, patience)))
    wrong.push(...learners.map(({ account }, number) => lateSentence(account, times[number] === null ? null : times[number] - patiences[number])).filter((sentence) => sentence !== null))
    await Promise.all(learners.map((learner) => learner.hold()))
    wrong.push(...((await cause.settle?.()) ?? []), ...accidents())
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
    row.slowestSeconds = Math.max(row.slowestSeconds, ...times.map((seconds) => Number((seconds ?? patience / 1000).toFixed(1))))
    for (const learner of learners) learner.open()
  }
  for (const learner of learners) learner.stop()
  await Promise.all(working)
  return rows
}

/** The seconds from a moment until the learner was told that something is done; null when that takes longer than one waits. */
async function secondsUntilHeard(learner, moment, patience) {
  for (let waited = 0; waited < patience && learner.ackedAt <= moment; waited += 20) await pause(20)
  return learner.ackedAt > moment ? (learner.ackedAt - moment) / 1000 : null
}
