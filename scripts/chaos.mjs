// `npm run chaos [-- MODE …] [--rounds N] [--takers N] [--seed N]`: breaks things on purpose and looks whether anything acknowledged is
// gone, anything happened twice, and how long it takes to go on. Without a mode all of them run, a few rounds each.
import { modes } from './chaos/modes.mjs'
import { printTable } from './chaos/table.mjs'
import { readArguments } from './lib/arguments.mjs'

const usage = `npm run chaos [-- MODE …] [--rounds N] [--takers N] [--seed N]\nModes: ${Object.keys(modes).join(', ')}; without one all of them, a few rounds each.`

const { values, positionals } = readArguments(usage, { allowPositionals: true, options: { rounds: { type: 'string' }, takers: { type: 'string' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const isMixed = positionals.length === 0
const names = isMixed ? Object.keys(modes) : positionals
const unknown = names.find((name) => !modes[name])
if (unknown) {
  console.error(`There is no mode named ${unknown}; there are: ${Object.keys(modes).join(', ')}.`)
  process.exit(1)
}

// What was started and mounted goes with us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

const rows = []
for (const name of names) {
  const { run, mixedRounds, rounds, takers } = modes[name]
  const count = Number(values.rounds ?? (isMixed ? mixedRounds : rounds))
  console.log(`${name}: ${count} rounds, seed ${seed}`)
  try {
    rows.push(...(await run({ rounds: count, takers: Number(values.takers ?? takers), seed, line: (text) => console.log(`  ${text}`) })).map((row) => ({ mode: name, ...row })))
  } catch (error) {
    console.log(`  ${error instanceof Error ? error.stack : error}`)
    rows.push({ mode: name, cause: 'the run itself', rounds: 0, acknowledged: 0, missing: 0, twice: 0, faults: 1, slowestSeconds: 0 })
  }
}
printTable(rows, seed)
process.exit(rows.some(({ missing, twice, faults }) => missing + twice + faults > 0) ? 1 : 0)
