// The main pages and doors beside two controls in the same process and beside bare Node.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync } from 'node:fs'
import { freePort, memoryMb, startServer, temporaryFolder } from './servers.mjs'
import { runRounds } from './measure.mjs'

const next = 'node_modules/next/dist/bin/next'
const origin = (port) => `http://localhost:${port}`

/** Builds the web with its two control pages, apart from the product's build. */
function build() {
  // The framework writes its folders into the configuration of types; the product's own stays as it is.
  copyFileSync('tsconfig.json', '.next-bench.tsconfig.json')
  const { status } = spawnSync(process.execPath, [next, 'build'], { stdio: 'inherit', env: { ...process.env, BENCH_BUILD: '1' } })
  if (status !== 0) throw new Error('the build failed')
}

async function logIn(base, account) {
  const reply = await fetch(`${base}/api/public/session`, { method: 'POST', headers: { 'content-type': 'application/json', origin: base }, body: JSON.stringify({ account, password: 'Train2026', consent: true }) })
  if (!reply.ok) throw new Error(`login: ${reply.status}`)
  return reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ')
}

async function tokenOf(api) {
  const query = new URLSearchParams({ randomStr: 'blockPuzzle', code: 'blockPuzzle', grant_type: 'password', tenant_flag: '82' })
  const reply = await fetch(`${api}/auth/oauth/token?${query}`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('train:train')}`, 'TENANT-ID': '1', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: 'liming', password: 'Iq+camm9dkiY28OuqIhF3Q==' }),
  })
  return (await reply.json()).access_token
}

/** Measures the web and prints a table; gives the rows back for JSON output. */
export async function benchWeb({ rounds, print }) {
  if (process.env.BENCH_REUSE !== '1' || !existsSync('.next-bench/BUILD_ID')) build()
  const [webPort, apiPort, barePort] = [await freePort(), await freePort(), await freePort()]
  const api = await startServer('training API', ['training-api/server.ts'], { TRAINING_API_PORT: apiPort, DATA_DIR: temporaryFolder() }, `http://127.0.0.1:${apiPort}/health`)
  const web = await startServer('web', [next, 'start', '-p', String(webPort), '-H', '0.0.0.0'], {
    BENCH_BUILD: '1', NODE_ENV: 'production', UPSTREAM_BASE_URL: `http://127.0.0.1:${apiPort}`, SESSION_SECRET: 'a-secret-for-measuring-only-0123456789', CONTENT_ORIGIN: `http://127.0.0.1:${webPort}`,
  }, `${origin(webPort)}/api/health`)
  const bare = await startServer('bare Node', ['scripts/bench/bare.mjs'], { PORT: barePort }, `http://127.0.0.1:${barePort}`)

  const base = origin(webPort)
  const cookie = await logIn(base, 'liming')
  const learner = { headers: { cookie, 'accept-encoding': 'gzip', 'accept-language': 'zh-CN' }, servers: [web, api] }
  const token = await tokenOf(`http://127.0.0.1:${apiPort}`)
  const cases = [
    { name: 'bare node:http, 10 KB', url: `http://127.0.0.1:${barePort}/`, servers: [bare] },
    { name: 'control: minimal cached page', url: `${base}/login/control`, ...learner },
    { name: 'cached public page (/login)', url: `${base}/login`, ...learner },
    { name: 'control: minimal dynamic page', url: `${base}/Home/control`, ...learner },
    { name: 'home', url: `${base}/Home`, ...learner },
    { name: 'my courses', url: `${base}/myCurriculum`, ...learner },
    { name: 'course detail', url: `${base}/CurriculumDetil?id=3001`, ...learner },
    { name: 'door (unread messages)', url: `${base}/api/messages/unread`, ...learner },
    { name: 'training API, the same call', url: `http://127.0.0.1:${apiPort}/train/messageSend/getMessageSendCount?status=1&acceptPlatform=2`, headers: { Authorization: `Bearer ${token}`, 'TENANT-ID': '82' }, servers: [api] },
  ]
  const rows = await runRounds(cases, { rounds, onProgress: print.progress })
  const by = (name) => rows.find((row) => row.name.includes(name)).totalCpuMs
  for (const row of rows) {
    const control = row.name.startsWith('cached') ? by('minimal cached') : ['home', 'my courses', 'course detail'].includes(row.name) ? by('minimal dynamic') : null
    if (control) row.timesControl = row.totalCpuMs / control
  }
  print.table(['case', 'requests/s', 'p50 ms', 'CPU-ms/request', 'of it web', 'times its control'], rows.map((row) => [
    row.name, row.perSecond.toFixed(0), row.p50.toFixed(1), row.totalCpuMs.toFixed(2), row.cpuMs.web?.toFixed(2) ?? '', row.timesControl?.toFixed(2) ?? '',
  ]))
  print.line(`memory after load: web ${memoryMb(web).toFixed(0)} MB, training API with its database ${memoryMb(api).toFixed(0)} MB`)
  return rows
}
