// Learners with a session of the web, and what they send.
import { learnerAccount } from '../../lib/demo-world.mjs'
import { exchange } from '../http.mjs'
import { requestOf } from './cases.mjs'

/** How many ask at once, and as many sessions has who shows the pages. */
export const crowd = 10
/** Learners who take turns at it: a paper is opened many times a second, and each of them may do so a thousand times in an hour. */
const learnersInTurn = 60
const hosts = { main: 'localhost', bank: 'hj.localhost' }

/** The host by which a web on this machine knows a learner's tenant. */
export const hostOf = (person, port) => `${hosts[person?.tenant ?? 'main']}:${port}`

/** A learner with a session of their own, from an address of that number. */
export async function logIn(port, tenant, account, number) {
  const person = { tenant, account }
  const host = hostOf(person, port)
  const reply = await exchange(port, {
    method: 'POST', path: '/api/public/session', body: JSON.stringify({ account, password: 'Train2026', consent: true }),
    // Each from an address of their own, as in life; limits by address would stop them otherwise.
    headers: { host, origin: `http://${host}`, 'content-type': 'application/json', 'x-forwarded-for': `10.9.${number >> 8}.${number & 255}` },
  })
  if (reply.status !== 200) throw new Error(`${account} of ${host} cannot log in: ${reply.status} ${reply.text}`)
  takeCookies(person, reply)
  return person
}

/** The ids that the demo world gives its learners. */
const firstIds = { main: 820_011, bank: 1_430_011 }
const limingId = '820001'

/** Everybody who takes part, by name of their group; who shows the pages has a session in each browser. */
export async function gather(port) {
  const many = async (count, one) => {
    const all = []
    // A crowd at a time, since passwords take long on purpose and no server lets them queue without end.
    while (all.length < count) all.push(...(await Promise.all(Array.from({ length: Math.min(crowd, count - all.length) }, (_, index) => one(all.length + index)))))
    return all
  }
  const numbered = (count, tenant, from) => many(count, async (index) => ({ ...(await logIn(port, tenant, learnerAccount(index + 1), from + index)), id: String(firstIds[tenant] + index) }))
  const liming = await many(crowd, async (index) => ({ ...(await logIn(port, 'main', 'liming', 200 + index)), id: limingId }))
  const learners = await numbered(learnersInTurn * 2, 'main', 0)
  return { nobody: [null], liming, learners: learners.slice(0, learnersInTurn), openers: learners.slice(learnersInTurn), bank: await numbered(crowd, 'bank', 500) }
}

const nameOf = (pair) => pair.slice(0, pair.indexOf('='))

/** Takes the cookies of a reply, as a browser does: a door gives a session that is in use a new one every ten minutes. */
export function takeCookies(person, { cookies }) {
  if (!person || cookies.length === 0) return
  const jar = new Map((person.cookie ?? '').split('; ').filter(Boolean).map((pair) => [nameOf(pair), pair]))
  for (const pair of cookies.map((one) => one.split(';')[0])) {
    if (pair.endsWith('=')) jar.delete(nameOf(pair))
    else jar.set(nameOf(pair), pair)
  }
  person.cookie = [...jar.values()].join('; ')
}

/** Sends a request as a browser with this learner's cookies, which takes those that come back. */
export async function visit(port, person, one, change = (request) => request) {
  const reply = await exchange(port, change(requestOf(one, person, hostOf(person, port))))
  takeCookies(person, reply)
  return reply
}

/** Sends as this learner and gives the JSON that comes back. */
export async function send(port, person, method, path, body, read = (reply) => JSON.parse(reply.text)) {
  const reply = await visit(port, person, { method, path: () => path, ...(body === undefined ? {} : { body: () => body }) })
  if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 300)}`)
  return read(reply)
}
