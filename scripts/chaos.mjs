// `npm run chaos [-- study | exams] [--rounds N] [--takers N] [--seed N]`: breaks things on purpose and looks whether anything acknowledged is gone.
import { parseArgs } from 'node:util'
import { chaosExams } from './chaos/exams.mjs'
import { chaosStudy } from './chaos/study.mjs'

const runs = { study: chaosStudy, exams: chaosExams }
const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '20' }, takers: { type: 'string', default: '50' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const names = positionals.length ? positionals : Object.keys(runs)
const unknown = names.find((name) => !runs[name])
if (unknown) {
  console.error(`There is no run named ${unknown}; there are: ${Object.keys(runs).join(', ')}.`)
  process.exit(1)
}

let missing = 0
for (const name of names) {
  console.log(`${name}: ${values.rounds} rounds, seed ${seed}`)
  const found = await runs[name]({ rounds: Number(values.rounds), takers: Number(values.takers), seed, line: (text) => console.log(`  ${text}`) })
  missing += found.missing
  console.log(`${name}: ${JSON.stringify(found)}`)
}
process.exit(missing === 0 ? 0 : 1)
