import { isStopping, start } from './processes.mjs'
import { Refusal } from './refusal.mjs'

/** What reads the settings as both servers do, and says what they would say of them. The web's mark "server only" is true of it. */
const reading = `
  const servers = [() => import('./lib/env.ts'), () => import('./training-api/env.ts').then(({ readEnv }) => readEnv())]
  for (const read of servers) await read().catch(({ message }) => { console.error(message); process.exitCode = 1 })`

/** Refuses settings with which a server would not start, in its own words, before anything is built or started; `env` is what the servers are told beside ours. */
export async function requireReadable(env) {
  const printed = []
  const { code } = await start('settings', process.execPath, ['--conditions=react-server', '--input-type=module', '-e', reading], { env, onLine: (line) => printed.push(line) }).ended
  if (code !== 0 && !isStopping()) throw new Refusal(printed.join('\n'))
}
