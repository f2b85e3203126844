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
import { isWholeNumber, readArguments, refuseArguments } from './lib/arguments.mjs'
import { runCommand } from './lib/command.mjs'
import { forgetSettings } from './lib/forget-settings.mjs'

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
}, { rounds: 1, few: 1, many: 1, takers: 1, minutes: 1 })
const listOf = (value) => value?.split(',')
const { json, sizes, only, ...rest } = values
const name = positionals[0] ?? 'web'
if (!benches[name]) refuseArguments(`There is no bench named ${name}`, usage)
if (!(listOf(sizes) ?? []).every((size) => isWholeNumber(size, 1))) refuseArguments(`--sizes takes whole numbers, separated by commas, not "${sizes}"`, usage)

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

await runCommand({
  interruptedCode: 130,
  async work() {
    forgetSettings()
    console.log(`${cpus().length} × ${cpus()[0].model}, Node ${process.version}, load ${loadavg()[0].toFixed(1)} at the start, ${new Date().toISOString()}`)
    const rows = await benches[name]({ ...rest, sizes: listOf(sizes)?.map(Number), only: listOf(only), print })
    if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`)
  },
})
