// A public page behind the cache of the grown form (deploy/front-cache.conf) beside bare Node, and the proof that no tenant gets another's page.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openBenchServer } from './databases.mjs'
import { exchange } from './http.mjs'
import { mediansOf, runOnce } from './measure.mjs'
import { freePort, startServer, temporaryFolder } from './servers.mjs'
import { requireBuild, startBare, startWeb } from './web/arrangements.mjs'

const tenants = 20
const requests = 500
const languages = ['zh-CN', 'en', 'ja']
const pages = ['/login', '/en/login', '/ja/login', '/news', '/en/news', '/register']
const leastShare = 1 / 4

const hostOf = (number) => `tenant${number}.localhost`
const labelOf = (number) => `Label-${String(number).padStart(3, '0')}-of-tenant`

/** A platform with twenty tenants that differ by their label, on a server. */
async function startTenants() {
  const database = await openBenchServer('front')
  const port = await freePort()
  const server = await startServer('training API', ['training-api/server.ts'], { TRAINING_API_PORT: port, DATA_DIR: temporaryFolder(), LOG_LEVEL: 'warn', DATABASE_URL: database.url }, `http://127.0.0.1:${port}/health`)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (let number = 1; number <= tenants; number += 1) {
    await client.query(`insert into tenants (tenant_id, name, web_title, logo_url, theme_color, registration_open, settings, welcome_title, welcome_content, created_at)
      select $1, $2, $2, logo_url, theme_color, true, settings, $2, $2, now() from tenants where tenant_id = 82`, [9000 + number, labelOf(number)])
    await client.query('insert into tenant_domains (tenant_id, domain, created_at) values ($1, $2, now())', [9000 + number, hostOf(number)])
  }
  await client.end()
  return { port, close: async () => { server.child.kill('SIGTERM'); await database.drop() } }
}

/** nginx with the shipped configuration, in front of one web; ended with this process. */
async function startCache(webPort) {
  if (spawnSync('nginx', ['-v']).error) throw new Error('nginx is needed for this measurement: apt-get install nginx-light')
  const folder = temporaryFolder()
  const port = await freePort()
  const shipped = readFileSync('deploy/front-cache.conf', 'utf8')
  const own = shipped.replaceAll('/tmp/front-cache', join(folder, 'cache')).replace(/\t\tserver web-1:3000;\n\t\tserver web-2:3000;/, `\t\tserver 127.0.0.1:${webPort};`).replace('listen 8080', `listen 127.0.0.1:${port}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'nginx.conf'), own)
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', `daemon off;${process.getuid?.() === 0 ? ' user root;' : ''}`], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (let waited = 0; waited < 50; waited += 1) {
    if (await exchange(port, { path: '/api/health', headers: { host: 'localhost' } }).then(({ status }) => status === 200, () => false)) return { port, stop: () => child.kill('SIGTERM') }
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the cache does not answer')
}

/** Caddy with the shipped rules for tenants' domains, without certificates; undefined where there is no Caddy. */
async function startCaddy(cachePort, webPort) {
  if (spawnSync('caddy', ['version']).error) return undefined
  const port = await freePort()
  const rules = /\nhttps:\/\/ \{\n([\s\S]*?)\n\}\n/.exec(readFileSync('deploy/Caddyfile', 'utf8'))[1].replace(/\ttls \{[^}]*\}\n/, '')
  const own = `{\n\tadmin off\n\tauto_https off\n}\nhttp://:${port} {\n${rules}\n}\n`.replaceAll('front-cache:8080', `127.0.0.1:${cachePort}`).replaceAll('web-1:3000 web-2:3000', `127.0.0.1:${webPort}`).replaceAll('{host}', '{hostport}')
  const file = join(temporaryFolder(), 'Caddyfile')
  writeFileSync(file, own)
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore' })
  for (let waited = 0; waited < 50; waited += 1) {
    if (await exchange(port, { path: '/api/health', headers: { host: 'localhost' } }).then(({ status }) => status === 200, () => false)) return { port, stop: () => child.kill('SIGTERM') }
    await new Promise((done) => setTimeout(done, 100))
  }
  child.kill('SIGKILL')
  throw new Error('Caddy does not answer')
}

/** 500 requests at once over twenty tenants, shuffled, each with another tenant's name in the headers that a visitor can forge: what was wrong. */
async function provoke(port, webPort) {
  const wrong = []
  let hits = 0
  const one = async (index) => {
    const number = 1 + (index * 7) % tenants
    const other = 1 + (number + 3 + index) % tenants
    const host = `${hostOf(number)}:${webPort}`
    const headers = {
      host, 'accept-language': languages[index % languages.length], 'x-forwarded-host': hostOf(other === number ? 1 + (number % tenants) : other), 'x-host': hostOf(other), 'x-original-url': '/register', forwarded: `host=${hostOf(other)}`,
      ...(index % 5 === 0 ? { cookie: 'sid=of-somebody' } : index % 5 === 1 ? { cookie: `lang=${languages[index % 3].slice(0, 2)}` } : {}),
    }
    const path = pages[index % pages.length]
    const reply = await exchange(port, { path, headers })
    const cached = reply.headers['x-front-cache']
    if (cached === 'HIT') hits += 1
    const labels = new Set(reply.text.match(/Label-\d{3}-of-tenant/g) ?? [])
    const hosts = new Set((reply.text + (reply.headers.location ?? '')).match(/tenant\d+\.localhost/g) ?? [])
    const where = `${host}${path} (${headers['accept-language']}): ${reply.status}`
    if (reply.status === 200 && !labels.has(labelOf(number))) wrong.push(`${where} has not its own label`)
    for (const label of labels) if (label !== labelOf(number)) wrong.push(`${where} has ${label}`)
    for (const name of hosts) if (name !== hostOf(number)) wrong.push(`${where} names ${name}`)
    if (reply.status >= 400) wrong.push(`${where} failed`)
    if (headers.cookie?.startsWith('sid') && cached === 'HIT') wrong.push(`${where} was given a kept page with a session`)
    const wanted = headers.cookie?.startsWith('lang') ? headers.cookie.slice(5) : headers['accept-language'].slice(0, 2)
    const language = /^\/(en|ja)\//.exec(path)?.[1] ?? 'zh'
    if (path === '/login' && wanted !== 'zh' && reply.status === 200) wrong.push(`${where} was not led to ${wanted}`)
    if (reply.status === 200 && !new RegExp(`<html[^>]* lang="${language}`).test(reply.text)) wrong.push(`${where} is not in ${language}`)
  }
  const order = Array.from({ length: requests }, (_, index) => index).sort(() => Math.random() - 0.5)
  await Promise.all(order.map(one))
  await Promise.all(order.map(one))
  return { wrong, hits }
}

/** Proves the tenants apart, then measures the cached page against bare Node; fails when a single byte was another tenant's. */
export async function benchFront({ rounds, print }) {
  if (!process.env.BENCH_DATABASE_URL) throw new Error('BENCH_DATABASE_URL must name a PostgreSQL server that may create databases.')
  requireBuild({ withControls: false })
  const platform = await startTenants()
  let cache
  let caddy
  try {
    const web = await startWeb(platform.port, { withControls: false })
    cache = await startCache(web.port)
    caddy = await startCaddy(cache.port, web.port)
    for (const [name, through] of [['the cache', cache], ['Caddy and the cache', caddy]]) {
      if (!through) continue
      const { wrong, hits } = await provoke(through.port, web.port)
      print.line(`${2 * requests} requests through ${name} over ${tenants} tenants with forged hosts, ${hits} answered by the cache: ${wrong.length} wrong`)
      for (const line of wrong.slice(0, 20)) print.line(`  ${line}`)
      if (wrong.length > 0) throw new Error('the cache gave somebody what is another\'s')
    }

    const ask = (path) => ({ path, method: 'GET', headers: { host: `${hostOf(1)}:${web.port}`, 'accept-encoding': 'gzip', 'accept-language': 'zh-CN' } })
    const bare = await startBare()
    await bare.leave('/login', (await exchange(web.port, ask('/login'))).bytes)
    const cells = [['bare node:http, the same bytes', bare.port], ['the page behind the cache', cache.port], ...(caddy ? [['the page behind Caddy and the cache', caddy.port]] : []), ['the page from the web', web.port]]
    const runs = cells.map(() => [])
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, [name, port]] of cells.entries()) {
        print.progress(`${round === 0 ? 'warming up' : `round ${round}/${rounds}`}: ${name}`)
        const run = await runOnce({ port, requestsOf: () => [() => ask('/login')], servers: [], seconds: round === 0 ? 1 : 3 })
        if (round > 0) runs[index].push(run)
      }
    }
    const rows = cells.map(([name], index) => ({ name, ...mediansOf(runs[index]) }))
    const share = Math.min(...rows.slice(1, -1).map(({ perSecond }) => perSecond)) / rows[0].perSecond
    print.table(['case', 'requests/s', 'p50 ms', 'p99 ms', 'share of bare'], rows.map((row) => [row.name, row.perSecond.toFixed(0), row.p50.toFixed(1), row.p99.toFixed(1), (row.perSecond / rows[0].perSecond).toFixed(2)]))
    print.line(`${share >= leastShare ? 'At least' : 'Less than'} a quarter of bare node:http: ${share.toFixed(2)}`)
    return rows
  } finally {
    caddy?.stop()
    cache?.stop()
    await platform.close()
  }
}
