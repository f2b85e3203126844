import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { prepare } from './install.mjs'
import { modules, root } from './paths.mjs'
import { isDelegated, isStopping, onInterrupt, stopAll } from './processes.mjs'
import { explain } from './refusal.mjs'

function loadSettings() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile?.(file)
}

/**
 * Runs one of the project's commands: `.env` is read, `check` refuses early what would fail late, packages and Node 24
 * are made sure of, then `work` runs. An interrupt stops everything that was started and ends with `interruptedCode`.
 */
export async function runCommand({ check, work, interruptedCode }) {
  process.chdir(root)
  onInterrupt(async () => {
    if (!isDelegated()) console.log('\nStopping …')
    await stopAll()
    process.exit(process.exitCode ?? interruptedCode)
  })
  try {
    loadSettings()
    await check?.()
    if (await prepare()) {
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
