// `npm run fuzz [-- api | doors | pages] [--inputs 10000] [--seed N] [--only N]`: inputs of every kind of wrong to every call of the
// training API, every door and every page of the production build; says what answered with a fault of ours, or showed our insides.
// The same seed sends the same inputs; `--only N` sends one of them.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { readArguments, refuseArguments } from './arguments.mjs'
import { runCommand } from './command.mjs'
import { modules } from './paths.mjs'
import { isStopping, start } from './processes.mjs'
import { Refusal } from './refusal.mjs'
import { buildWhenStale } from './web-build.mjs'

const vitest = [join(modules, 'vitest', 'vitest.mjs'), 'run', 'training-api/tests/fuzz.test.ts']
const playwright = (title) => [join(modules, '@playwright', 'test', 'cli.js'), 'test', '--project=gate', '--workers=1', 'fuzz.spec', '-g', title]
const kinds = { api: vitest, doors: playwright('every door'), pages: playwright('every page') }

const usage = 'npm run fuzz [-- api | doors | pages] [--inputs 10000] [--seed N] [--only N]'

/** Sends inputs to the kinds that are named, or to all; ends with 1 when one of them was answered wrongly. */
export function fuzz() {
  const { values, positionals } = readArguments(usage, { allowPositionals: true, options: { inputs: { type: 'string', default: '10000' }, seed: { type: 'string', default: String(randomInt(1_000_000)) }, only: { type: 'string' } } }, { inputs: 1, seed: 0, only: 0 })
  const unknown = positionals.find((kind) => !Object.hasOwn(kinds, kind))
  if (unknown !== undefined) refuseArguments(`There is nothing named ${unknown} to send inputs to`, usage)

  return runCommand({
    interruptedCode: 130,
    async work() {
      const chosen = positionals.length ? positionals : Object.keys(kinds)
      console.log(`seed ${values.seed}, ${values.inputs} inputs each`)
      if (chosen.some((kind) => kind !== 'api')) await buildWhenStale()
      if (isStopping()) return
      const failed = []
      for (const kind of chosen) {
        const env = { FUZZ_INPUTS: String(values.inputs), FUZZ_SEED: String(values.seed), ...(values.only === undefined ? {} : { FUZZ_ONLY: String(values.only) }) }
        const { code } = await start(kind, process.execPath, kinds[kind], { env }).ended
        if (isStopping()) return
        if (code !== 0) failed.push(kind)
      }
      if (failed.length) throw new Refusal(`Something is wrong with: ${failed.join(', ')}. Again with: npm run fuzz -- ${failed.join(' ')} --inputs ${values.inputs} --seed ${values.seed}`)
    },
  })
}
