// `npm run fuzz [-- api | doors | pages] [--inputs 10000] [--seed N]`: inputs of every kind of wrong to every call of the training API,
// every door and every page of the production build; says what answered with a fault of ours, or showed our insides. Inputs take up what
// answers said, so a seed alone sends nothing a second time: requests that were answered wrongly are kept, and `--again FILE` sends them.
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { readArguments, refuseArguments } from './arguments.mjs'
import { runCommand } from './command.mjs'
import { modules, root } from './paths.mjs'
import { requireTestPorts, startPlaywright } from './playwright.mjs'
import { isStopping, start } from './processes.mjs'
import { Refusal } from './refusal.mjs'
import { buildWhenStale } from './web-build.mjs'

const vitest = (env) => start('vitest', process.execPath, [join(modules, 'vitest', 'vitest.mjs'), 'run', 'training-api/tests/fuzz.test.ts'], { env })
const playwright = (title) => (env) => startPlaywright(['--project=gate', '--workers=1', 'fuzz.spec', '-g', title], env)
/** What starts the inputs of each kind. */
const kinds = { api: vitest, doors: playwright('every door'), pages: playwright('every page') }

const usage = `npm run fuzz [-- api | doors | pages] [--inputs 10000] [--seed N]
npm run fuzz -- --again FILE
Requests that are answered wrongly are kept in a file, one a line; --again sends those of a file to a new world.`

/** What kinds of inputs a file of kept requests is for. */
function keptKinds(file) {
  const kept = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line).kind))
  return Object.keys(kinds).filter((kind) => kept.has(kind))
}

/** The same; refuses a file that has none. */
function kindsIn(file) {
  try {
    const chosen = keptKinds(file)
    if (chosen.length > 0) return chosen
  } catch (error) {
    if (error.code) refuseArguments(`${file} cannot be read (${error.code})`, usage)
  }
  return refuseArguments(`There are no kept requests in ${file}`, usage)
}

/** What was asked for, with everything refused that would send nothing. */
function readWords() {
  const { values, positionals } = readArguments(usage, { allowPositionals: true, options: { inputs: { type: 'string' }, seed: { type: 'string' }, again: { type: 'string' } } }, { inputs: 1, seed: 0 })
  const unknown = positionals.find((kind) => !Object.hasOwn(kinds, kind))
  if (unknown !== undefined) refuseArguments(`There is nothing named ${unknown} to send inputs to`, usage)
  const { inputs, seed, again } = values
  if (again === undefined) return { inputs: inputs ?? 10_000, seed: seed ?? randomInt(1_000_000), chosen: positionals.length ? positionals : Object.keys(kinds) }
  if (positionals.length || inputs !== undefined || seed !== undefined) refuseArguments('With --again the file alone says what is sent', usage)
  return { again: resolve(again), chosen: kindsIn(again) }
}

/** What is said of kinds of inputs that failed: a wrong answer is kept, so without one it is the run itself that failed. */
export function sayFailed(failed, { kept, inputs, seed }) {
  const wrong = existsSync(kept) ? keptKinds(kept).filter((kind) => failed.includes(kind)) : []
  const broken = failed.filter((kind) => !wrong.includes(kind))
  return [
    ...(wrong.length ? [`Something is wrong with: ${wrong.join(', ')}. The requests that were answered wrongly are kept; again with: npm run fuzz -- --again ${relative(root, kept)}`] : []),
    ...(broken.length ? [`The run itself failed, without a wrong answer: ${broken.join(', ')}. Why stands above; again with: npm run fuzz -- ${broken.join(' ')} --inputs ${inputs} --seed ${seed}`] : []),
  ].join('\n')
}

/** Sends inputs to the kinds that are named, or to all; ends with 1 when one of them was answered wrongly. */
export function fuzz() {
  const { inputs, seed, again, chosen } = readWords()

  return runCommand({
    interruptedCode: 130,
    async work() {
      const inBrowser = chosen.some((kind) => kind !== 'api')
      if (inBrowser) await requireTestPorts()
      console.log(again ? `what is in ${again}` : `seed ${seed}, ${inputs} inputs each`)
      const kept = join(root, '.fuzz', `${seed}.jsonl`)
      if (!again) {
        mkdirSync(join(root, '.fuzz'), { recursive: true })
        rmSync(kept, { force: true })
      }
      if (inBrowser) await buildWhenStale()
      if (isStopping()) return
      const failed = []
      for (const kind of chosen) {
        const env = again ? { FUZZ_AGAIN: again } : { FUZZ_INPUTS: String(inputs), FUZZ_SEED: String(seed), FUZZ_KIND: kind, FUZZ_KEEP: kept }
        const { code } = await kinds[kind](env).ended
        if (isStopping()) return
        if (code !== 0) failed.push(kind)
      }
      if (failed.length === 0) return
      throw new Refusal(again ? `Something is wrong with: ${failed.join(', ')}. Again with: npm run fuzz -- --again ${again}` : sayFailed(failed, { kept, inputs, seed }))
    },
  })
}
