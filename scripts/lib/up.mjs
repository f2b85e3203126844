import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { runCommand } from './command.mjs'
import { apiMemory, webMemory } from './memory.mjs'
import { modules } from './paths.mjs'
import { isStopping, start } from './processes.mjs'
import { elapsed, step } from './progress.mjs'
import { Refusal } from './refusal.mjs'
import { isForLog, readable } from './server-lines.mjs'
import { requireReadable } from './server-settings.mjs'
import { isDemo, otherPlatform, ownPlatform, readSettings, requireFreePort, requireWritable, sessionSecret } from './settings.mjs'
import { buildWhenStale } from './web-build.mjs'

const demoSites = [
  ['localhost', 'liming (everyday learner), wangfang (new), zhaoqiang (veteran), chenjing (default role)'],
  ['bgy.localhost', 'liming (another person of that name)'],
  ['rs.localhost', 'public pages'],
  ['hj.localhost', 'sunli (exercise bank)'],
]

/** A server says for `DRAIN_SECONDS` that it is not ready, and then finishes what is under way (docs/operating.md, Health). */
const patienceSeconds = () => Number(process.env.DRAIN_SECONDS || 0) + 25
/** A proxy in front keeps its connections for a minute or so: who closes them first must not be the server, in the moment of a request. */
const keptConnections = ['--keepAliveTimeout', '75000']

function serve(name, args, env) {
  const server = { name, note: () => {}, printed: [] }
  const handle = start(name, process.execPath, args, {
    env,
    asWeAre: true,
    patienceSeconds: patienceSeconds(),
    onLine: (line) => {
      const text = readable(line).trimEnd()
      if (!text) return
      if (!server.ready && !isForLog(line)) server.printed.push(text)
      if (isForLog(line)) console.log(line)
      else if (server.ready) console.log(`${name} │ ${text}`)
      else server.note(text.trim())
    },
  })
  server.died = handle.ended.then(({ code, signal, error }) => {
    if (isStopping()) return
    const how = error ? `could not start (${error.code})` : signal ? `was ended by ${signal}` : `ended with code ${code}`
    const said = server.ready ? '' : server.printed.slice(-30).join('\n')
    throw new Refusal(`The ${name} ${how}; everything else has been stopped.`, said)
  })
  // Heard by whoever awaits it; before that, an early death must not end the process by itself.
  server.died.catch(() => {})
  return server
}

async function answersWell(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5000), headers: { connection: 'close' } })).ok
  } catch {
    return false
  }
}

async function waitUntilHealthy(server, url, limitSeconds) {
  const answered = async (note) => {
    server.note = note
    const limit = performance.now() + limitSeconds * 1000
    while (!isStopping() && !(await answersWell(url))) {
      if (performance.now() > limit) {
        throw new Refusal(`The ${server.name} did not answer at ${url} within ${limitSeconds} s.`, server.printed.slice(-30).join('\n'))
      }
      await new Promise((resume) => setTimeout(resume, 200))
    }
    server.ready = true
  }
  await step(`starting the ${server.name}`, (note) => Promise.race([answered(note), server.died]))
}

function announceDemo({ webPort, apiPort }) {
  const width = Math.max(...demoSites.map(([host]) => host.length)) + String(webPort).length + 8
  for (const [host, accounts] of demoSites) console.log(`  ${`http://${host}:${webPort}`.padEnd(width)}  ${accounts}`)
  console.log('\n  Password of every account: Train2026')
  if (!process.env.SMS_WEBHOOK_URL) console.log(`  Codes for phones: ${ownPlatform(apiPort, 'localhost')}/demo/outbox.html`)
}

function announce(settings, other, begun) {
  const { webPort, apiPort, dataFolder } = settings
  console.log(`\nTrainhall is running (ready after ${elapsed(begun)}).\n`)
  if (!other && isDemo(process.env.DEMO)) announceDemo(settings)
  console.log(`
  ${other ? `The web alone: port ${webPort}, for the domains and accounts of ${other}` : `Training API: ${ownPlatform(apiPort, 'localhost')}, data in ${dataFolder}`}
  Press Ctrl-C to stop.
`)
}

/** What each server is told; beside another platform there is no simulation of ours. */
function environments({ webPort, apiPort, dataFolder }, other, development) {
  // The demo's second host and its simulations are on the visitor's own machine, where nobody else's browser may be sent.
  const isHere = isDemo(process.env.DEMO) && process.env.PUBLIC_SCHEME !== 'https'
  const shared = {
    NODE_ENV: development ? 'development' : 'production',
    CONTENT_ORIGIN: process.env.CONTENT_ORIGIN || (isHere ? `http://127.0.0.1:${webPort}` : ''),
    SIMULATION_BASE_URL: process.env.SIMULATION_BASE_URL || (isHere && !other ? `${ownPlatform(apiPort, 'localhost')}/simulation/` : ''),
  }
  return {
    api: { ...shared, ...(development ? {} : apiMemory), TRAINING_API_PORT: String(apiPort), DATA_DIR: dataFolder },
    web: {
      ...shared,
      ...(development ? {} : webMemory),
      // As in containers: the framework tells its makers nothing.
      NEXT_TELEMETRY_DISABLED: '1',
      UPSTREAM_BASE_URL: process.env.UPSTREAM_BASE_URL || ownPlatform(apiPort),
      SESSION_SECRET: sessionSecret(dataFolder),
    },
  }
}

/**
 * Runs the whole product on this machine: the training API with its demo world and the web, in production form or, with
 * `development`, both reloading on each change; where the settings name another platform, the web alone. Ends with code 0 when it is
 * stopped. What stands `beside` it is started first. With a `usage` the words of the command are read: it takes none.
 */
export function up({ usage, development, beside }) {
  if (usage) readArguments(usage, {})
  const begun = performance.now()
  let settings
  let other
  return runCommand({
    interruptedCode: 0,
    async check() {
      settings = readSettings()
      other = otherPlatform(settings.apiPort)
      await requireFreePort('PORT', settings.webPort)
      if (!other) await requireFreePort('TRAINING_API_PORT', settings.apiPort)
      requireWritable(settings.dataFolder)
    },
    async work() {
      const { webPort, apiPort } = settings
      const told = environments(settings, other, development)
      await requireReadable({ ...told.api, ...told.web }, { isWebAlone: other !== null })
      if (isStopping()) return
      await beside?.()
      if (!development) await buildWhenStale()
      if (isStopping()) return
      const servers = []
      if (!other) {
        const api = serve('training API', [...(development ? ['--watch'] : []), 'training-api/server.ts'], told.api)
        servers.push(api)
        await waitUntilHealthy(api, `${ownPlatform(apiPort)}/health`, 900)
      }
      if (isStopping()) return
      const next = join(modules, 'next', 'dist', 'bin', 'next')
      const web = serve('web', [next, development ? 'dev' : 'start', '-p', String(webPort), '-H', '0.0.0.0', ...(development ? [] : keptConnections)], told.web)
      servers.push(web)
      const oneDied = Promise.race(servers.map(({ died }) => died))
      await Promise.race([waitUntilHealthy(web, `http://127.0.0.1:${webPort}/api/health`, 120), oneDied])
      if (isStopping()) return
      announce(settings, other, begun)
      await oneDied
    },
  })
}
