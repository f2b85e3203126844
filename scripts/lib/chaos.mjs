// `npm run chaos [-- MODE …] [--rounds N] [--takers N] [--seed N]`: breaks things on purpose and looks whether anything acknowledged is
// gone, anything happened twice, and how long it takes to go on. Without a mode all of them run, a few rounds each; what cannot be run
// here is said then, and is a failure where its mode was named.
import { randomInt } from 'node:crypto'
import { modes } from '../chaos/modes.mjs'
import { exitCodeOf, handInSentence, notRunSentence, printTable } from '../chaos/table.mjs'
import { readArguments, refuseArguments } from './arguments.mjs'
import { runCommand } from './command.mjs'
import { demoLearners } from './demo-world.mjs'
import { forgetSettings } from './forget-settings.mjs'
import { givenServer, sayReleases } from './parts.mjs'
import { isStopping } from './processes.mjs'
import { Refusal } from './refusal.mjs'
import { buildWhenStale } from './web-build.mjs'

const usage = `npm run chaos [-- MODE …] [--rounds N] [--takers N] [--seed N]\nModes: ${Object.keys(modes).join(', ')}; without one all of them, a few rounds each.`

/** Runs the modes that are named, or all; prints a table of what they found. */
export function chaos() {
  const { values, positionals } = readArguments(usage, { allowPositionals: true, options: { rounds: { type: 'string' }, takers: { type: 'string' }, seed: { type: 'string' } } }, { rounds: 1, takers: 1, seed: 0 })
  const seed = values.seed ?? randomInt(1_000_000_000)
  const isMixed = positionals.length === 0
  const names = isMixed ? Object.keys(modes) : positionals
  const unknown = names.find((name) => !Object.hasOwn(modes, name))
  if (unknown !== undefined) refuseArguments(`There is no mode named ${unknown}`, usage)
  if (values.takers > demoLearners) refuseArguments(`The demo world has ${demoLearners} learners who can be at work, not ${values.takers}`, usage)
  for (const name of names) {
    const { mostTakers = Infinity, mostRounds = Infinity } = modes[name]
    if (values.takers > mostTakers) refuseArguments(`In the mode ${name} at most ${mostTakers} learners can be at work, not ${values.takers}`, usage)
    if (values.rounds > mostRounds) refuseArguments(`The mode ${name} has learners for ${mostRounds} rounds, not for ${values.rounds}`, usage)
  }

  return runCommand({
    interruptedCode: 130,
    async work() {
      forgetSettings()
      if (givenServer() && names.some((name) => modes[name].onGivenServer)) await (await import('../bench/databases.mjs')).requireGivenServer()
      if (names.some((name) => modes[name].withWeb)) await buildWhenStale()
      console.log(sayReleases())
      const rows = []
      for (const name of names) {
        if (isStopping()) return
        const { load, mixedRounds, rounds, takers } = modes[name]
        const count = values.rounds ?? (isMixed ? mixedRounds : rounds)
        console.log(`${name}: ${count} rounds, seed ${seed}`)
        try {
          const run = await load()
          rows.push(...(await run({ rounds: count, takers: values.takers ?? takers, seed, line: (text) => console.log(`  ${text}`) })).map((row) => ({ mode: name, ...row })))
        } catch (error) {
          if (isStopping()) return
          console.log(`  ${error instanceof Refusal ? error.message : error instanceof Error ? error.stack : error}`)
          rows.push(...(error?.rows ?? []).map((row) => ({ mode: name, ...row })))
          rows.push({ mode: name, cause: 'the run itself', rounds: 0, acknowledged: 0, missing: 0, twice: 0, faults: 1, slowestSeconds: 0 })
        }
      }
      printTable(rows, seed)
      const handIns = handInSentence(rows)
      if (handIns !== null) console.log(handIns)
      for (const { mode, cause, notRun } of rows) if (notRun) console.log(`${mode}: ${cause} was not run: ${notRun}`)
      // The last line, which is what is read of a long run.
      const lacking = notRunSentence(rows)
      if (lacking !== null) console.log(lacking)
      process.exitCode = exitCodeOf(rows, { isMixed })
    },
  })
}
