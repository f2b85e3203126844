// The servers of a measurement: the web on the training API, the same web on a platform that only repeats, and bare Node.
import { copyFileSync, existsSync } from 'node:fs'
import { apiMemory, webMemory } from '../../lib/memory.mjs'
import { start } from '../../lib/processes.mjs'
import { buildWhenStale } from '../../lib/web-build.mjs'
import { openBenchServer, serverUrl } from '../databases.mjs'
import { familyOf, sessionsOf } from '../processes.mjs'
import { freePort, startServer, temporaryFolder } from '../servers.mjs'

const next = 'node_modules/next/dist/bin/next'

/** Builds the web with its controls, apart from the product's build. */
async function build() {
  // The framework writes its folders into the configuration of types; the product's own stays as it is.
  copyFileSync('tsconfig.json', '.next-bench.tsconfig.json')
  const { code } = await start('build', process.execPath, [next, 'build'], { env: { BENCH_BUILD: '1', NEXT_TELEMETRY_DISABLED: '1' } }).ended
  if (code !== 0) throw new Error('the build failed')
}

/** The build of the product as it is now, or one with the controls in it. */
export async function requireBuild({ withControls }) {
  if (!withControls) await buildWhenStale()
  else if (process.env.BENCH_REUSE !== '1' || !existsSync('.next-bench/BUILD_ID')) await build()
}

/** A training API with a fresh demo world, on a PostgreSQL server where there is one for this run; `close` takes the database away. */
export async function startApi({ env = {} } = {}) {
  const database = serverUrl() ? await openBenchServer('web') : null
  const port = await freePort()
  const server = await startServer('training API', ['training-api/server.ts'], {
    TRAINING_API_PORT: port, DATA_DIR: temporaryFolder(), LOG_LEVEL: 'warn', ...apiMemory, ...(database ? { DATABASE_URL: database.url } : {}), ...env,
  }, `http://127.0.0.1:${port}/health`)
  const sessions = database ? [await sessionsOf(database.url)] : []
  const close = async () => {
    for (const one of sessions) await one.close()
    await server.stop()
    await database?.drop()
  }
  return { port, servers: [{ ...familyOf(server), name: 'api' }, ...sessions], close }
}

/** A web in production form in front of a platform. */
export async function startWeb(upstreamPort, { withControls, env = {} }) {
  const port = await freePort()
  const server = await startServer('web', [next, 'start', '-p', String(port), '-H', '0.0.0.0'], {
    ...(withControls ? { BENCH_BUILD: '1' } : {}), NODE_ENV: 'production', UPSTREAM_BASE_URL: `http://127.0.0.1:${upstreamPort}`, SESSION_SECRET: 'a-secret-for-measuring-only-0123456789', TRUST_PROXY: '1',
    CONTENT_ORIGIN: `http://127.0.0.1:${port}`, LOG_LEVEL: 'warn', ...webMemory, ...env,
  }, `http://localhost:${port}/api/health`)
  return { port, server, servers: [{ ...familyOf(server), name: 'web' }] }
}

/** A platform that repeats what the one behind it has answered. */
export async function startCanned(apiPort) {
  const port = await freePort()
  await startServer('canned platform', ['scripts/bench/web/canned.mjs'], { PORT: port, UPSTREAM: `http://127.0.0.1:${apiPort}` }, `http://127.0.0.1:${port}/__begin`)
  return { port, steer: async (order) => (await fetch(`http://127.0.0.1:${port}/__${order}`)).json() }
}

/** A server of Node alone that answers every path with the bytes that were left there. */
export async function startBare() {
  const port = await freePort()
  const server = await startServer('bare node:http', ['scripts/bench/bare.mjs'], { PORT: port }, `http://127.0.0.1:${port}/`)
  return { port, servers: [{ ...familyOf(server), name: 'bare' }], leave: (path, bytes) => fetch(`http://127.0.0.1:${port}${path}`, { method: 'PUT', body: bytes }) }
}
