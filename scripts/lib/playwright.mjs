// Playwright as a program of ours.
import { join } from 'node:path'
import { modules } from './paths.mjs'
import { start } from './processes.mjs'

/** Its servers, one after the other, and the browsers: so long as it gives them, and a little more. */
const patienceSeconds = 40

/** Runs `playwright test` with these words. Of the signals it hears Ctrl-C's alone: at another it is gone at once, and its servers stay. */
export function startPlaywright(words, env) {
  return start('playwright', process.execPath, [join(modules, '@playwright', 'test', 'cli.js'), 'test', ...words], { env, endsBy: 'SIGINT', patienceSeconds })
}
