import { isStopping, start } from './processes.mjs'
import { Refusal } from './refusal.mjs'

const web = "() => import('./lib/env.ts')"
const api = "() => import('./training-api/env.ts').then(({ readServerEnv }) => readServerEnv())"

/** What reads the settings as servers do, and says what they would say of them. The web's mark "server only" is true of it. */
const readingOf = (servers) => `
  const servers = [${servers}]
  for (const read of servers) await read().catch(({ message }) => { console.error(message); process.exitCode = 1 })`

/** Refuses settings with which a server would not start, in its own words, before anything is built or started; `env` is what the servers are told beside ours, and the training API is none where the web is alone. */
export async function requireReadable(env, { isWebAlone = false } = {}) {
  const printed = []
  const { code } = await start('settings', process.execPath, ['--conditions=react-server', '--input-type=module', '-e', readingOf(isWebAlone ? [web] : [web, api])], { env, onLine: (line) => printed.push(line) }).ended
  if (code !== 0 && !isStopping()) throw new Refusal(printed.join('\n'))
}
