import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { prepare, requirePackages } from './install.mjs'
import { modules, pinnedNode, root } from './paths.mjs'
import { exitCodeOf, isDelegated, isStopping, onInterrupt, start, stopAll } from './processes.mjs'
import { explain } from './refusal.mjs'

const settingsFile = join(root, '.env')

/** The mark that some editors put at the beginning of a file; Node takes it for a part of the first name. */
const mark = '\uFEFF'

function takeMarkOff() {
  for (const name of Object.keys(process.env).filter((one) => one.startsWith(mark))) {
    process.env[name.slice(mark.length)] ??= process.env[name]
    delete process.env[name]
  }
}

/** Reads the settings of `.env`; what the environment says already stays. False when this Node cannot read them, as before 20.12. */
export function loadSettings() {
  if (!existsSync(settingsFile)) return true
  process.loadEnvFile?.(settingsFile)
  takeMarkOff()
  return process.loadEnvFile !== undefined
}

/**
 * Runs one of the project's commands: `.env` is read, `check` refuses early what would fail late, packages and Node 24
 * are made sure of, then `work` runs. An interrupt stops everything that was started and ends with `interruptedCode`.
 */
export function runCommand({ check, work, interruptedCode }) {
  return run({ check, ready: prepare, work, interruptedCode })
}

/**
 * Runs a program of ours on Node 24 as if it had been called itself: with the words that were given, our terminal and its exit code.
 * `.env` is read and the packages are made sure of before. `--help` prints the usage, whether or not they are there.
 */
export async function runProgram({ usage, args }) {
  const words = process.argv.slice(2)
  if (words.includes('--help')) return console.log(usage)
  return run({
    ready: () => requirePackages({ toRun: true }),
    interruptedCode: 130,
    async work() {
      // It knows by itself how long it takes to end. The Node that we run on may have been unable to read the settings.
      process.exitCode = exitCodeOf(await start('program', pinnedNode, [...(existsSync(settingsFile) ? [`--env-file=${settingsFile}`] : []), ...args, ...words], { foreground: true, patienceSeconds: Infinity }).ended)
    },
  })
}

async function run({ check, ready, work, interruptedCode }) {
  process.chdir(root)
  onInterrupt(async () => {
    if (!isDelegated()) console.log('\nStopping …')
    await stopAll()
    process.exit(process.exitCode ?? interruptedCode)
  })
  try {
    // Without the settings there is nothing to check yet: the same command does it once more on Node 24.
    if (loadSettings()) await check?.()
    if (await ready()) {
      process.env.PATH = [join(modules, '.bin'), process.env.PATH].join(delimiter)
      await work()
    }
  } catch (error) {
    if (!isStopping()) process.exitCode = explain(error)
  }
  // An interrupt is already on its way out; without one, nothing that is still open may keep the command alive.
  if (isStopping()) return
  await stopAll()
  process.exit()
}
