import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { modules } from './paths.mjs'
import { start } from './processes.mjs'
import { Refusal } from './refusal.mjs'

const linux = process.platform === 'linux'
// The one without windows comes first: the same engine, and the end-to-end tests take two thirds of the time.
const headless = 'chromium-headless-shell'
const programNames = [headless, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const usualPlaces = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean).map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
}

/** The path of a Chromium or Chrome that is installed, undefined where there is none. */
export function installed(names = programNames) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const inPath = linux ? names.flatMap((name) => folders.map((folder) => join(folder, name))) : []
  return [...inPath, ...(usualPlaces[process.platform] ?? [])].find((file) => existsSync(file))
}

/** The browser that Playwright keeps for itself, where it would be whether or not it has been fetched. */
function playwrightsOwn() {
  return createRequire(import.meta.url)('playwright-core').chromium.executablePath()
}

async function succeeds(command, args, note) {
  const { code } = await start(command, command, args, { onLine: note, env: { DEBIAN_FRONTEND: 'noninteractive' } }).ended
  return code === 0
}

const mayUseApt = () => linux && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function aptInstall(note, ...packages) {
  if (!mayUseApt()) return false
  await succeeds('apt-get', ['update', '-q', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'], note)
  return succeeds('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], note)
}

/**
 * The path of a Chromium for the end-to-end tests: CHROMIUM_PATH, an installed one, Playwright's own, fetched if need
 * be, or the system's package. On a CI machine, whose packages are nobody's own, the one without windows is added first
 * where it can be. `note` is told what goes on.
 */
export async function findBrowser(note) {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!existsSync(given)) throw new Refusal(`CHROMIUM_PATH names ${given}, which does not exist.`)
    return given
  }
  if (process.env.CI && !installed([headless])) await aptInstall(note, headless)
  const own = playwrightsOwn()
  const present = installed() ?? (existsSync(own) ? own : undefined)
  if (present) return present
  if (await succeeds(process.execPath, [join(modules, '@playwright', 'test', 'cli.js'), 'install', 'chromium'], note) && existsSync(own)) return own
  if (!(await aptInstall(note, headless))) await aptInstall(note, 'chromium')
  const fetched = installed()
  if (fetched) return fetched
  throw new Refusal('No Chromium or Chrome was found and none could be installed; install one, or name it with CHROMIUM_PATH.')
}

/** Makes sure that Chinese and Japanese can be drawn; gives a warning to show when they cannot. */
export async function ensureCjkFont(note) {
  if (!linux) return null
  const hasFont = () => spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout?.trim()
  if (hasFont()) return null
  await aptInstall(note, 'fontconfig', 'fonts-noto-cjk')
  return hasFont() ? null : 'No font with Chinese characters was found: pictures of pages will show boxes. Install fonts-noto-cjk.'
}
