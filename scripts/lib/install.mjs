import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules, onPinnedNode, pathWithoutModules, pinnedNode, root, windows } from './paths.mjs'
import { exitCodeOf, isStopping, start } from './processes.mjs'
import { step } from './progress.mjs'
import { Refusal } from './refusal.mjs'

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Whether node_modules holds exactly what package-lock.json asks for, or with `toRun` at least what is needed to run: an image holds nothing
 * that only builds and tests. npm writes its own copy of the lock as the last act of an install, so an interrupted one has none; packages
 * of other platforms are optional and absent.
 */
function isInstalled({ toRun }) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record) || !existsSync(pinnedNode)) return false
  const present = readPackages(record)
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(([path, wanted]) =>
    path === '' || (present[path] ? present[path].version === wanted.version : wanted.optional === true || (toRun && (wanted.dev === true || wanted.devOptional === true))))
}

async function install() {
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const command = npm ? (process.env.npm_node_execpath ?? process.execPath) : windows ? 'npm.cmd' : 'npm'
  const printed = []
  const { ended } = start('npm', command, npm ? [npm, ...args] : args, {
    env: { PATH: pathWithoutModules() },
    onLine: (line) => printed.push(line),
    patienceSeconds: 1,
  })
  const { code, error } = await ended
  if (error) throw new Refusal('npm was not found; install Node 20 or newer together with npm.')
  if (code !== 0 && !isStopping()) {
    throw new Refusal('The packages could not be installed; what npm said stands above.', printed.slice(-30).join('\n'))
  }
}

/**
 * Makes sure that the packages of the lock file are there, with `toRun` those that are needed to run, and that their Node 24 runs on this
 * system; false when everything is being ended meanwhile. What goes on is said on stderr: what a command says on stdout may be kept in a
 * file.
 */
export async function requirePackages({ toRun = false } = {}) {
  if (!isInstalled({ toRun })) await step('installing packages', install, process.stderr)
  if (isStopping()) return false
  if (!onPinnedNode() && spawnSync(pinnedNode, ['--version'], { timeout: 20_000 }).status !== 0) {
    throw new Refusal(`The Node 24 among the packages does not run on this system (${process.platform} ${process.arch}).`)
  }
  return true
}

/**
 * Makes sure of the packages and that the caller runs on the pinned Node 24. Gives true when it does; otherwise the
 * same command has been run on it to its end, and this process must only leave.
 */
export async function prepare() {
  if (!(await requirePackages())) return false
  if (onPinnedNode()) return true
  process.exitCode = exitCodeOf(await start('node', pinnedNode, process.argv.slice(1), { foreground: true, patienceSeconds: 60 }).ended)
  return false
}
