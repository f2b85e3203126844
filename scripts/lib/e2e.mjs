// `npm run e2e [-- …]` and its kin: Playwright on a build of the web as it is now, in a browser that is found as for `npm run verify`; what
// is said after `--` goes on to Playwright.
import { findBrowser } from './browser.mjs'
import { runCommand } from './command.mjs'
import { forgetSettings } from './forget-settings.mjs'
import { requireTestPorts, startPlaywright } from './playwright.mjs'
import { isStopping } from './processes.mjs'
import { buildWhenStale } from './web-build.mjs'

const usage = `npm run e2e [-- FILE … OPTIONS], and likewise npm run views, lighthouse, crawl
Files and options are Playwright's: npx playwright test --help lists them.`

/** Runs Playwright with the words that are given, and ends as it does. */
export async function e2e() {
  const words = process.argv.slice(2)
  // Our usage can be told before anything is installed; all other words are Playwright's to judge.
  if (words.includes('--help')) return console.log(usage)
  return runCommand({
    interruptedCode: 130,
    async work() {
      forgetSettings()
      await requireTestPorts()
      // A web that runs elsewhere has a build of its own.
      if (!process.env.E2E_BASE_URL) await buildWhenStale()
      if (isStopping()) return
      const browser = await findBrowser(console.log)
      if (isStopping()) return
      const { code } = await startPlaywright(words, { CHROMIUM_PATH: browser }).ended
      process.exitCode = code ?? 1
    },
  })
}
