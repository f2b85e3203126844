// `npm run bench [-- web | rankings | exams | practice | growth | soak | front]`: measures on this machine and prints medians.
// With a server by BENCH_DATABASE_URL the training API of `web` keeps its world there, and its sessions' processor time counts; `rankings`
// and `practice` fill both engines; `front` needs it and nginx, and fails when the cache in front mixes tenants up. `growth --keep` leaves
// worlds that the next run finds again, `--drop` removes them. `--json FILE` keeps the figures, `--rounds N` repeats.
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { benchExams } from './bench/exams.mjs'
import { benchFront } from './bench/front.mjs'
import { benchGrowth } from './bench/growth.mjs'
import { benchPractice } from './bench/practice.mjs'
import { benchRankings } from './bench/rankings.mjs'
import { benchSoak } from './bench/soak.mjs'
import { benchWeb } from './bench/web.mjs'
import { stopAll } from './bench/servers.mjs'
import { readArguments } from './lib/arguments.mjs'

const benches = { web: benchWeb, exams: benchExams, practice: benchPractice, rankings: benchRankings, growth: benchGrowth, soak: benchSoak, front: benchFront }
const text = { type: 'string' }
const usage = `npm run bench [-- ${Object.keys(benches).join(' | ')}] [--rounds N] [--json FILE]
  web       [--only CASE,CASE]
  exams     [--takers N]
  rankings  [--few N] [--many N]
  practice  [--few N] [--many N]
  growth    [--sizes 20000,200000] [--engine pglite|postgres] [--only SCENE,SCENE] [--keep] [--drop]
  soak      [--minutes N]
BENCH_DATABASE_URL names a PostgreSQL server that may create databases.`
const { values, positionals } = readArguments(usage, {
  allowPositionals: true,
  options: { json: text, rounds: { type: 'string', default: '3' }, few: text, many: text, takers: text, sizes: text, engine: text, only: text, keep: { type: 'boolean' }, drop: { type: 'boolean' }, minutes: text },
})
const listOf = (value) => value?.split(',')
const numberOf = (value) => (value === undefined ? undefined : Number(value))
const settings = {
  rounds: Number(values.rounds), few: numberOf(values.few), many: numberOf(values.many), takers: numberOf(values.takers),
  sizes: listOf(values.sizes)?.map(Number), engine: values.engine, only: listOf(values.only), keep: values.keep, drop: values.drop, minutes: numberOf(values.minutes),
}
const name = positionals[0] ?? 'web'
if (!benches[name]) {
  console.error(`There is no bench named ${name}; there are: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

const print = {
  line: (text) => console.log(text),
  progress: (text) => process.stderr.write(`${text}\n`),
  table(head, rows) {
    const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)))
    const show = (cells) => console.log(`| ${cells.map((cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))).join(' | ')} |`)
    show(head)
    console.log(`|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column ? ':' : '-'}`).join('|')}|`)
    rows.forEach(show)
  },
}

console.log(`${cpus().length} × ${cpus()[0].model}, Node ${process.version}, load ${loadavg()[0].toFixed(1)} at the start, ${new Date().toISOString()}`)
let failed = false
try {
  const rows = await benches[name]({ ...settings, print })
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
} catch (error) {
  failed = true
  console.error(error)
}
await stopAll()
process.exit(failed ? 1 : 0)
