// Playwright as a program of ours.
import { join } from 'node:path'
import { modules } from './paths.mjs'
import { start } from './processes.mjs'
import { readPort, requireFreePort } from './settings.mjs'

/** What the servers of the browser tests listen on, and what says otherwise. */
const settings = { web: ['E2E_WEB_PORT', 3100], api: ['E2E_API_PORT', 4100], proxy: ['E2E_PROXY_PORT', 4101] }

/** The ports of the servers of the browser tests. */
export const testPorts = () => Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, readPort(...setting)]))

/** Refuses the browser tests where one of their ports is taken: now rather than when everything else is done. A web that runs elsewhere needs none. */
export async function requireTestPorts() {
  if (process.env.E2E_BASE_URL) return
  const ports = testPorts()
  for (const [name, [setting]] of Object.entries(settings)) await requireFreePort(setting, ports[name])
}

/** Its servers, one after the other, and the browsers: so long as it gives them, and a little more. */
const patienceSeconds = 40

/** Runs `playwright test` with these words. Of the signals it hears Ctrl-C's alone: at another it is gone at once, and its servers stay. */
export function startPlaywright(words, env) {
  return start('playwright', process.execPath, [join(modules, '@playwright', 'test', 'cli.js'), 'test', ...words], { env, endsBy: 'SIGINT', patienceSeconds })
}
