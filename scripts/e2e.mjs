// `npm run e2e [-- …]` and its kin: Playwright on a build of the web as it is now, in a browser that is found as for `npm run verify`; what
// is said after `--` goes on to Playwright.
import { join } from 'node:path'
import { findBrowser } from './lib/browser.mjs'
import { runCommand } from './lib/command.mjs'
import { forgetSettings } from './lib/forget-settings.mjs'
import { modules } from './lib/paths.mjs'
import { isStopping, start } from './lib/processes.mjs'
import { buildWhenStale } from './lib/web-build.mjs'

await runCommand({
  interruptedCode: 130,
  async work() {
    forgetSettings()
    // A web that runs elsewhere has a build of its own.
    if (!process.env.E2E_BASE_URL) await buildWhenStale()
    if (isStopping()) return
    const browser = await findBrowser(console.log)
    if (isStopping()) return
    const { code } = await start('playwright', process.execPath, [join(modules, '@playwright', 'test', 'cli.js'), 'test', ...process.argv.slice(2)], { env: { CHROMIUM_PATH: browser } }).ended
    process.exitCode = code ?? 1
  },
})
