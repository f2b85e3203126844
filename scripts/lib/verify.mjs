import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { readArguments } from './arguments.mjs'
import { ensureCjkFont, findBrowser } from './browser.mjs'
import { runCommand } from './command.mjs'
import { dependencyProblems } from './dependencies.mjs'
import { forgetSettings } from './forget-settings.mjs'
import { lockfileProblems } from './lockfile.mjs'
import { modules, root } from './paths.mjs'
import { requireTestPorts, startPlaywright } from './playwright.mjs'
import { isStopping, start } from './processes.mjs'
import { elapsed, step } from './progress.mjs'
import { Refusal } from './refusal.mjs'
import { buildWhenStale } from './web-build.mjs'

const script = (...path) => join(modules, ...path)
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

const run = (args) => passed(start(args[0], process.execPath, args))

async function passed({ ended }) {
  const { code } = await ended
  if (code !== 0 && !isStopping()) throw new Refusal(`It ended with code ${code}.`)
}

function checkDependencies() {
  const [lock, manifest] = [readJson(join(root, 'package-lock.json')), readJson(join(root, 'package.json'))]
  const unfit = lockfileProblems(lock, manifest)
  if (unfit.length) throw new Refusal('package-lock.json is not fit for every machine.', unfit.join('\n'))
  const unsafe = dependencyProblems(lock, manifest)
  if (unsafe.length) throw new Refusal('What we depend on is not as it should be.', unsafe.join('\n'))
}

async function typecheck() {
  await run([script('next', 'dist', 'bin', 'next'), 'typegen'])
  await run([script('typescript', 'bin', 'tsc'), '--noEmit'])
}

/** Two checks that use one core each, at the same time; the first that failed is told when both have ended. */
async function typesAndLint() {
  const failed = (await Promise.allSettled([typecheck(), lint()])).find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

const lint = () => run([script('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0', '--cache', '--cache-location', join(modules, '.cache', 'eslint')])

function vitestTotals(file) {
  const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, success, testResults } = readJson(file)
  const skippedIn = ({ name, assertionResults }) => assertionResults.filter(({ status }) => status === 'skipped').map(({ fullName }) => `${relative(root, name)}: ${fullName}`)
  return { passed: numPassedTests, failed: success ? 0 : Math.max(1, numFailedTests, numFailedTestSuites), skipped: numPendingTests, names: testResults.flatMap(skippedIn) }
}

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)]
const plain = (text) => text.replaceAll(/\u001B\[[\d;]*m/g, '')

/** What went wrong and what was said of it, cut to what can be read in a summary. */
function failure(title, errors) {
  const said = errors.map(({ message, value = '' }) => plain(message ?? value))
  return `  ✗ ${title}\n${said.join('\n').split('\n').slice(0, 60).map((row) => `      ${row.slice(0, 300)}`).join('\n')}`
}

/** Of a failed test its last try. */
const failureOf = ({ file, line, title, tests }) => failure(`${file}:${line}: ${title}`, tests.flatMap(({ results }) => results.at(-1)?.errors ?? []))

function playwrightTotals(file) {
  const { stats, errors, suites } = readJson(file)
  if (stats.flaky > 0) console.log(`  ! ${stats.flaky} passed only at the second try: they are to be mended`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped, failures: [...(errors.length > 0 ? [failure('outside of any test', errors)] : []), ...suites.flatMap(specsIn).filter(({ ok }) => !ok).map(failureOf)] }
}

async function counted(program, file, totalsOf, totals) {
  try {
    await passed(program)
  } finally {
    if (existsSync(file)) {
      const { passed, failed, skipped, names = [], failures = [] } = totalsOf(file)
      totals.passed += passed
      totals.failed += failed
      totals.skipped += skipped
      totals.names.push(...names)
      totals.failures.push(...failures)
    }
  }
}

function unitTests(results, totals) {
  const file = join(results, 'vitest.json')
  const args = [script('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return counted(start('vitest', process.execPath, args), file, vitestTotals, totals)
}

async function endToEndTests(results, totals) {
  const { browser, warning } = await step('finding a browser', async (note) => ({
    browser: await findBrowser(note),
    warning: await ensureCjkFont(note),
  }))
  if (warning) console.log(`  ! ${warning}`)
  const file = join(results, 'playwright.json')
  await counted(startPlaywright(['--project=gate', '--retries=1'], { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file }), file, playwrightTotals, totals)
}

/** Runs every check in order, stops at the first that fails, and closes with how many tests passed and failed. */
export function verify() {
  readArguments('npm run verify\nInstalls, then runs every check and test.', {})
  return runCommand({
    interruptedCode: 130,
    async work() {
      forgetSettings()
      await requireTestPorts()
      const begun = performance.now()
      const results = mkdtempSync(join(tmpdir(), 'trainhall-verify-'))
      process.once('exit', () => rmSync(results, { recursive: true, force: true }))
      const totals = { passed: 0, failed: 0, skipped: 0, names: [], failures: [] }
      const summary = []
      const checks = [
        ['Dependencies', checkDependencies],
        ['Types and lint', typesAndLint],
        ['Unit and contract tests', () => unitTests(results, totals)],
        ['Production build', buildWhenStale],
        ['End-to-end tests', () => endToEndTests(results, totals)],
      ]
      let failure
      for (const [name, check] of checks) {
        if (isStopping()) return
        if (failure) {
          summary.push(`  - ${name}: not run`)
          continue
        }
        const started = performance.now()
        console.log(`\n== ${name} ==`)
        try {
          await check()
          summary.push(`  ✓ ${name} (${elapsed(started)})`)
        } catch (error) {
          failure = { name, error }
          summary.push(`  ✗ ${name} (${elapsed(started)})`)
        }
      }
      if (isStopping()) return
      if (failure && totals.failed === 0) totals.failed = 1
      console.log(`\n== Summary (${elapsed(begun)}) ==\n${summary.join('\n')}`)
      // Mostly for want of a program (redis-server, nginx, PostgreSQL): what was not shown is said.
      for (const name of totals.names) console.log(`  – skipped: ${name}`)
      // Their report is thousands of lines before this.
      for (const failure of totals.failures.slice(0, 20)) console.log(failure)
      const skipped = totals.skipped ? `, ${totals.skipped} skipped` : ''
      const closing = `${totals.passed} passed, ${totals.failed} failed${skipped}`
      if (failure) {
        const { name, error } = failure
        if (error instanceof Refusal) console.log(`${error.details ? `\n${error.details}\n` : ''}\n${name} failed: ${error.message}`)
        else console.log(`\n${name} failed:`, error)
        process.exitCode = 1
      }
      console.log(`\n${closing}`)
    },
  })
}
