// `npm run bench [-- web | rankings | exams | practice | growth | soak | front]`: measures on this machine and prints medians.
// With a server by BENCH_DATABASE_URL the training API of `web` and `exams` keeps its world there, and its sessions' processor time counts;
// the others measure PostgreSQL in any case, on a server of their own where one is installed. `front` fails when the cache in front mixes
// tenants up. `growth --keep` leaves worlds that the next run finds again, `--drop` removes them and what broken-off runs have left. `--json FILE` keeps the figures, with `finishedAt`
// once all are there, `--rounds N` repeats. What fails is left out and said at the end, and the command ends with 1; a goal that is missed is said and changes no code.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { faultOfSize } from '../bench/growth/size.mjs'
import { isWholeNumber, readArguments, refuseArguments } from './arguments.mjs'
import { runCommand } from './command.mjs'
import { forgetSettings } from './forget-settings.mjs'
import { givenServer, installedReleases, requireParts, sayReleases } from './parts.mjs'
import { Refusal } from './refusal.mjs'

/** Every bench: what loads it, once the packages are there, the options it takes besides `--json`, and what must be there. */
const benches = {
  web: { load: async () => (await import('../bench/web.mjs')).benchWeb, takes: ['rounds', 'only'], needs: ['proc'] },
  exams: { load: async () => (await import('../bench/exams.mjs')).benchExams, takes: ['takers'], needs: ['proc'] },
  practice: { load: async () => (await import('../bench/practice.mjs')).benchPractice, takes: ['rounds', 'few', 'many'], needs: [] },
  rankings: { load: async () => (await import('../bench/rankings.mjs')).benchRankings, takes: ['rounds', 'few', 'many'], needs: [] },
  growth: { load: async () => (await import('../bench/growth.mjs')).benchGrowth, takes: ['rounds', 'sizes', 'engine', 'only', 'keep', 'drop'], needs: [] },
  soak: { load: async () => (await import('../bench/soak.mjs')).benchSoak, takes: ['minutes'], needs: ['proc'] },
  front: { load: async () => (await import('../bench/front.mjs')).benchFront, takes: ['rounds'], needs: ['caddy', 'nginx', 'postgres'] },
}
const engines = ['pglite', 'postgres']
const text = { type: 'string' }
const flag = { type: 'boolean' }
const usage = `npm run bench [-- ${Object.keys(benches).join(' | ')}] [--json FILE]
  web       [--rounds N] [--only CASE,CASE]
  exams     [--takers N]
  rankings  [--rounds N] [--few N] [--many N]
  practice  [--rounds N] [--few N] [--many N]
  growth    [--rounds N] [--sizes 20000,200000] [--engine ${engines.join('|')}] [--only SCENE,SCENE] [--keep] [--drop]
  soak      [--minutes N]
  front     [--rounds N]
BENCH_DATABASE_URL names a PostgreSQL server that may create databases.
It ends with 1 when something failed; a goal that is missed is only said.`
const listOf = (value) => value?.split(',')

/** What was asked for, with everything refused that can be known before anything is installed. */
function readWords() {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: { json: text, rounds: text, few: text, many: text, takers: text, sizes: text, engine: text, only: text, keep: flag, drop: flag, minutes: text },
  }, { rounds: 1, few: 1, many: 1, takers: 1, minutes: 1 })
  const [name = 'web', ...others] = positionals
  if (!Object.hasOwn(benches, name)) refuseArguments(`There is no bench named ${name}`, usage)
  if (others.length > 0) refuseArguments(`One bench at a time: ${name} or ${others.join(' or ')}`, usage)
  const { json, ...own } = values
  const odd = Object.keys(own).find((option) => !benches[name].takes.includes(option))
  if (odd !== undefined) refuseArguments(`The bench ${name} takes no --${odd}`, usage)
  const sizes = listOf(values.sizes)
  if (!(sizes ?? []).every((size) => isWholeNumber(size, 1))) refuseArguments(`--sizes takes whole numbers, separated by commas, not "${values.sizes}"`, usage)
  const fault = sizes?.map((size) => faultOfSize(Number(size))).find((sentence) => sentence !== null)
  if (fault) refuseArguments(fault, usage)
  const ascending = sizes?.map(Number).sort((one, other) => one - other)
  if (new Set(ascending).size !== (ascending?.length ?? 0)) refuseArguments(`--sizes takes each size once, not "${values.sizes}"`, usage)
  if (values.engine !== undefined && !engines.includes(values.engine)) refuseArguments(`There is no engine named ${values.engine}`, usage)
  return { name, json, options: { rounds: 3, ...own, sizes: ascending, only: listOf(values.only) } }
}

function table(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)))
  const show = (cells) => console.log(`| ${cells.map((cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))).join(' | ')} |`)
  show(head)
  console.log(`|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column ? ':' : '-'}`).join('|')}|`)
  rows.forEach(show)
}

/**
 * What writes rows of figures into a file, with what was measured, where and when, and what has been `said` of them until then; without a
 * file it does nothing. Only of a run that came to its end does it say when that was.
 */
export function keeperOf(file, { bench, options, machine, said }) {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  const head = { bench, options, machine, node: process.version, releases: installedReleases(), commit: commit.status === 0 ? commit.stdout.trim() : null, startedAt: new Date().toISOString() }
  return (rows, { isWhole = false } = {}) => {
    if (!file) return
    const kept = { ...head, ...(isWhole ? { finishedAt: new Date().toISOString() } : {}), ...said(rows), rows }
    try {
      writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
    } catch (error) {
      throw new Refusal(`The figures cannot be written to ${file} (${error.code}).`)
    }
  }
}

/** Runs the bench that is named; ends with 1 when something in it failed. */
export function bench() {
  const { name, json, options } = readWords()
  const { load, needs } = benches[name]

  return runCommand({
    interruptedCode: 130,
    check() {
      givenServer()
      requireParts([...needs, ...(options.engine === 'postgres' ? ['postgres'] : [])])
    },
    async work() {
      forgetSettings()
      const machine = `${cpus().length} × ${cpus()[0].model}`
      console.log(`${machine}, Node ${process.version}, load ${loadavg()[0].toFixed(1)} at the start, ${new Date().toISOString()}; ${sayReleases()}`)
      const [remarks, faults] = [[], []]
      const { enginesOf, requireGivenServer } = await import('../bench/databases.mjs')
      const keep = keeperOf(json, { bench: name, options, machine, said: (rows) => ({ engines: enginesOf(rows), remarks, faults }) })
      // Now rather than after an hour, if it cannot be done.
      keep([])
      if (givenServer()) await requireGivenServer()
      const print = {
        table,
        line: (sentence) => console.log(sentence),
        progress: (sentence) => process.stderr.write(`${sentence}\n`),
        /** What belongs to the result, so that it is said at the end. */
        remark: (sentence) => remarks.push(sentence),
        /** What failed, while the rest goes on. */
        fault: (sentence) => {
          process.stderr.write(`failed: ${sentence}\n`)
          faults.push(sentence)
        },
      }
      const run = await load()
      keep(await run({ ...options, print, keepRows: (rows) => keep(rows) }), { isWhole: true })
      for (const sentence of remarks) console.log(sentence)
      for (const sentence of faults) console.log(`Failed: ${sentence}`)
      if (faults.length > 0) process.exitCode = 1
    },
  })
}
