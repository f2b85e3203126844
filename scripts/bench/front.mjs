// A public page behind the cache of the grown form (deploy/front-cache.conf) beside bare Node, and the proof that no tenant gets another's page.
import pg from 'pg'
import { startCaddy, startFrontCache } from '../cluster/front.mjs'
import { isStopping } from '../lib/processes.mjs'
import { findServer, openBenchServer } from './databases.mjs'
import { exchange } from './http.mjs'
import { mediansOf, runOnce } from './measure.mjs'
import { freePort, startServer, temporaryFolder } from './servers.mjs'
import { frontVerdict } from './verdicts.mjs'
import { requireBuild, startBare, startWeb } from './web/arrangements.mjs'

const tenants = 20
const requests = 500
const languages = ['zh-CN', 'en', 'ja']
const pages = ['/login', '/en/login', '/ja/login', '/news', '/en/news', '/register']
/** Requests without a session: a page that was asked for before comes out of the cache for these. */
const eligible = 2 * requests * (4 / 5)

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
  return { port, close: async () => { await server.stop(); await database.drop() } }
}

/** What stands in front, with the shipped configuration, before one web in the place of both. */
async function startFront(webPort, platformPort) {
  const folder = temporaryFolder()
  const names = { 'web-1': webPort, 'web-2': webPort, 'training-api-1': platformPort, 'training-api-2': platformPort }
  const cache = await freePort()
  const front = await freePort()
  const programs = [await startFrontCache({ cache, folder, names }), await startCaddy({ front, platform: await freePort(), ask: await freePort(), none: await freePort(), folder, names: { ...names, 'front-cache': cache } })]
  return { cache: { port: cache }, caddy: { port: front }, stop: () => Promise.all(programs.map(({ stop }) => stop())) }
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
  await findServer(print)
  await requireBuild({ withControls: false })
  const platform = await startTenants()
  let front
  try {
    const web = await startWeb(platform.port, { withControls: false })
    front = await startFront(web.port, platform.port)
    const { cache, caddy } = front
    const counted = { hits: 0, requests: 0 }
    for (const [name, through] of [['the cache', cache], ['Caddy and the cache', caddy]]) {
      const { wrong, hits } = await provoke(through.port, web.port)
      print.line(`${2 * requests} requests through ${name} over ${tenants} tenants with forged hosts, ${hits} answered by the cache: ${wrong.length} wrong`)
      for (const line of wrong.slice(0, 20)) print.line(`  ${line}`)
      if (wrong.length > 0) throw new Error('the cache gave somebody what is another\'s')
      // Where nothing comes out of the cache, nothing was shown of it.
      if (hits < eligible / 3) throw new Error(`only ${hits} of ${eligible} answers came out of the cache`)
      counted.hits += hits
      counted.requests += 2 * requests
    }

    const ask = (path) => ({ path, method: 'GET', headers: { host: `${hostOf(1)}:${web.port}`, 'accept-encoding': 'gzip', 'accept-language': 'zh-CN' } })
    const bare = await startBare()
    await bare.leave('/login', (await exchange(web.port, ask('/login'))).bytes)
    const cells = [['bare node:http, the same bytes', bare.port], ['the page behind the cache', cache.port], ['the page behind Caddy and the cache', caddy.port], ['the page from the web', web.port]]
    const runs = cells.map(() => [])
    const failed = new Map()
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, [name, port]] of cells.entries()) {
        if (failed.has(name)) continue
        print.progress(`${round === 0 ? 'warming up' : `round ${round}/${rounds}`}: ${name}`)
        try {
          const run = await runOnce({ port, requestsOf: () => [() => ask('/login')], servers: [], seconds: round === 0 ? 1 : 3 })
          if (round > 0) runs[index].push(run)
        } catch (fault) {
          if (isStopping()) throw fault
          failed.set(name, fault.message)
          print.fault(`${name}: ${fault.message}`)
        }
      }
    }
    const rows = cells.map(([name], index) => (failed.has(name) ? { name, failed: failed.get(name) } : { name, ...mediansOf(runs[index]) }))
    const measured = rows.filter((row) => row.failed === undefined)
    const ofBare = ({ perSecond }) => perSecond / rows[0].perSecond
    print.table(['case', 'requests/s', 'p50 ms', 'p99 ms', 'share of bare'], measured.map((row) => [row.name, row.perSecond.toFixed(0), row.p50.toFixed(1), row.p99.toFixed(1), rows[0].failed === undefined ? ofBare(row).toFixed(2) : '']))
    if (failed.size > 0) return rows
    const verdict = frontVerdict(rows.slice(1, -1).map(ofBare), counted)
    print.line(`${verdict.met ? 'At least' : 'Less than'} a quarter of bare node:http: ${verdict.share.toFixed(2)}`)
    return [...rows, verdict]
  } finally {
    await front?.stop()
    await platform.close()
  }
}
