// Rounds of trouble: a cause begins, learners go on writing, it ends, and everything they were told is compared with what is there.
import { setTimeout as pause } from 'node:timers/promises'
import { lateSentence } from '../../training-api/tests/answer-kill-stage.ts'
import { Tally } from './tally.mjs'

/** How long one waits for somebody who is late; the recovery that is promised is shorter. */
const patienceMs = 60_000

/** A row of the table for a cause; `handInSeconds` is the slowest recovery of who waited for a hand-in when the cause ended. */
export const newRow = (cause) => ({ cause, rounds: 0, acknowledged: 0, missing: 0, twice: 0, faults: 0, slowestSeconds: 0, handInSeconds: null })

/** The names of the causes that a part is killed, and that it stands still. */
export const killOf = (name) => `kill -9 ${name}`
export const standstillOf = (name) => `${name} stands still`

/** A row of the table for what cannot be run here. */
export const notRun = (cause, reason) => ({ ...newRow(cause), notRun: reason })

/** Rows of which those without a round say so: nothing is known of their causes, as whoever asked for so few rounds has it. */
export const withNotRun = (rows, rounds) => rows.map((row) => (row.rounds === 0 ? { ...notRun(row.cause, `not enough rounds (${rounds}) for ${rows.length} causes`), isChosen: true } : row))

/**
 * Runs so many rounds over the causes, each in turn in an order of the seed's: `begin` and `end` it; `during` looks at the learners while
 * it holds and `settle` after it, when nobody writes; both may give faults. Everybody must be answered soon after the end, and so must be
 * what `again` asks for from that moment on (`who`, and after how many `seconds`); of the parts none may end by itself. Gives a row for
 * each cause, and one more where something was never done; what is wrong is said by `line`; an error that ends it has the rows of the rounds
 * before (`rows`). How people were put off meanwhile is judged as well; not to be answered at all is a fault where the cause leaves up whom one asks (`isWebUp`, also by the learner).
 */
export async function troubleLoop({ learners, parts, causes, rounds, random, line, patience = patienceMs }) {
  const rows = causes.map(({ name }) => newRow(name))
  const working = learners.map((learner) => learner.work())
  const total = () => learners.reduce((sum, { acked }) => sum + acked, 0)
  const accidents = () => parts.flatMap((part) => part.accidents())
  for (const learner of learners) learner.open()
  const tally = new Tally(learners)
  const order = []
  const oneRound = async () => {
    if (order.length === 0) order.push(...causes.keys())
    const [at] = order.splice(Math.floor(random() * order.length), 1)
    const [cause, row] = [causes[at], rows[at]]
    const before = total()
    tally.begin()
    for (let waited = 0; waited < patience && total() < before + learners.length; waited += 20) await pause(20)
    const wrong = accidents()
    if (total() === before) wrong.push('nobody was at work before it')
    await pause(random() * 1000)
    for (const learner of learners) learner.troubles.length = 0
    await cause.begin(random)
    for (const learner of learners) learner.meet()
    await pause((cause.lastsMs ?? 300) * (0.5 + random()))
    wrong.push(...((await cause.during?.(learners)) ?? []))
    await cause.end()
    const endedAt = performance.now()
    const heard = learners.map((learner) => ({ who: learner.account, wait: waitOf(learner, endedAt), ends: secondsUntilHeard(learner, endedAt, patience) }))
    const others = (await cause.again?.(endedAt)) ?? []
    const times = [...(await Promise.all(heard.map(async ({ ends, ...one }) => ({ ...one, seconds: await ends })))), ...others]
    wrong.push(...times.map(lateFault).filter((sentence) => sentence !== null))
    await Promise.all(learners.map((learner) => learner.hold()))
    wrong.push(...((await cause.settle?.()) ?? []), ...accidents(), ...learners.flatMap((learner) => learner.troubleFaults({ isUp: isUpFor(cause, learner) })))
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
    tally.end(cause.name)
    for (const { seconds, wait } of times) {
      const figure = wait ? 'handInSeconds' : 'slowestSeconds'
      row[figure] = Math.max(row[figure], Number((seconds ?? patience / 1000).toFixed(1)))
    }
    for (const learner of learners) learner.open()
  }
  try {
    for (let round = 0; round < rounds; round += 1) await oneRound()
  } catch (fault) {
    // What the rounds before have found is known all the same.
    if (fault instanceof Error) fault.rows = rows.filter((row) => row.rounds > 0)
    throw fault
  } finally {
    for (const learner of learners) learner.stop()
  }
  await Promise.all(working)
  for (const sentence of tally.sentences) line(sentence)
  const { undone } = tally
  const found = withNotRun(rows, rounds)
  if (undone.length === 0) return found
  line(`nobody did in any round: ${undone.join(', ')}`)
  return [...found, { ...newRow('what was to be done in all rounds'), rounds, faults: undone.length }]
}

const isUpFor = ({ isWebUp = false }, learner) => (typeof isWebUp === 'function' ? isWebUp(learner) : isWebUp)

/** How many seconds after a moment the call that somebody has under way is given up, where the web lets it wait for the platform; of it nobody hears before. */
function waitOf({ wish, sentAt }, moment) {
  if (wish?.patienceSeconds === undefined || sentAt === null) return 0
  return Math.max(0, wish.patienceSeconds - (moment - sentAt) / 1000)
}

/** What is wrong with how late somebody was answered beside what they had to wait for; null when nothing is. */
function lateFault({ who, seconds, wait = 0 }) {
  const sentence = lateSentence(who, seconds === null ? null : seconds - wait)
  return sentence && wait > 0 ? `${sentence} beyond the ${wait.toFixed(1)} s that a hand-in waits` : sentence
}

/** The seconds from a moment until the learner was told that something is done; null when that takes longer than one waits. */
async function secondsUntilHeard(learner, moment, patience) {
  for (let waited = 0; waited < patience && learner.ackedAt <= moment; waited += 20) await pause(20)
  return learner.ackedAt > moment ? (learner.ackedAt - moment) / 1000 : null
}
