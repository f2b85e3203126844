// What holds for one web must hold for two: sessions that end, limits, pages, changes of the platform, figures and traces.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'

const headers = { 'x-forwarded-host': 'localhost', 'content-type': 'application/json' }
const PROMISED_MS = 60_000

/** Looks at everything and gives the sentences about what is not as it should be. */
export async function checkCluster({ stage, line }) {
  const faults = []
  const expect = (isSo, sentence) => {
    line(`${isSo ? 'yes' : 'NO '} ${sentence}`)
    if (!isSo) faults.push(sentence)
  }
  const webs = [stage.urlOf('web-1'), stage.urlOf('web-2')]
  const post = (web, path, body, more = {}) => fetch(`${web}${path}`, { method: 'POST', headers: { ...headers, origin: 'http://localhost', ...more }, body: JSON.stringify(body) })
  const logIn = (web, account, password = 'Train2026') => post(web, '/api/public/session', { account, password, consent: true }, { 'x-forwarded-for': '10.9.9.9' })
  const cookieOf = (reply) => reply.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
  const statusOf = async (web, path, cookie) => (await fetch(web + path, { headers: { ...headers, cookie }, redirect: 'manual' })).status

  const cookie = cookieOf(await logIn(webs[0], 'wangfang'))
  expect((await statusOf(webs[1], '/api/messages/unread', cookie)) === 200, 'a session that began on one web is one on the other')
  expect((await post(webs[0], '/api/session/end', {}, { cookie })).status === 200, 'it is ended on the first')
  expect((await statusOf(webs[1], '/api/messages/unread', cookie)) === 401, 'and over on the other at once')

  for (let at = 0; at < 4; at += 1) await logIn(webs[at % 2], 'zhaoqiang', 'wrong-1')
  expect((await stage.redis.get('trainhall:limit:failedLoginsOfAccount:82:zhaoqiang')) === '4', 'failed logins on either count together')

  const made = []
  for (const web of webs) made.push((await fetch(`${web}/register`, { headers })).headers.get('x-nextjs-cache'))
  expect(made.join() === 'MISS,HIT', 'a public page is made once for both')
  expect((await stage.redis.keys('trainhall:page:*')).length > 0, 'and lies in Redis')

  const title = `变更 ${Date.now()}`
  await stage.db.execute(sql`update notices set title = ${title} where tenant_id = 82 and notice_id = (select notice_id from notices where tenant_id = 82 and released and shown_on <> 'home' order by published_at desc, notice_id desc limit 1)`)
  await stage.db.execute(sql`update tenants set web_title = ${title} where tenant_id = 82`)
  const begun = performance.now()
  for (const [what, path] of [['news', '/news'], ['a tenant\'s setting', '/login']]) {
    const times = await Promise.all(webs.map(async (web) => {
      while (performance.now() - begun < PROMISED_MS + 15_000) {
        if ((await (await fetch(web + path, { headers })).text()).includes(title)) return performance.now() - begun
        await pause(500)
      }
      return Infinity
    }))
    expect(Math.max(...times) <= PROMISED_MS, `a change of ${what} is seen on both within a minute (${times.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')})`)
  }

  const figures = await Promise.all(stage.targets.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  const silent = stage.targets.flatMap(({ name }, at) => (figures[at].includes('http_requests_total{') ? [] : [`${name} tells ${JSON.stringify(figures[at].slice(0, 300))}`]))
  expect(silent.length === 0, ['all four tell their figures', ...silent].join('; '))
  const traces = await (await fetch(`${stage.viewer}/traces.json`)).json()
  const whole = traces.filter(({ spans }) => new Set(spans.map(({ service }) => service)).size === 2)
  expect(whole.length > 0, `traces go from web to training API and its database (${whole.length} of the latest ${traces.length})`)
  const told = figures.join('') + JSON.stringify(traces)
  const secrets = ['learner001', 'wangfang', 'zhaoqiang', 'Train2026', 'wrong-1', cookie.slice(4, 60)]
  expect(secrets.every((secret) => !told.includes(secret)), 'and tell nothing of anybody')
  return faults
}
