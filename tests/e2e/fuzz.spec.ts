import fc from 'fast-check'
import { errorCodes } from '../../lib/domain/errors'
import { contentHints, contentTargets, launcher } from '../support/fuzz/content'
import { listDoors, listPages } from '../support/fuzz/doors'
import { Findings, KNOCKS_FROM, faultOf, fuzzing, toldBy, type FuzzReply } from '../support/fuzz/findings'
import { fileTargets, forgedAt, forgeries, partsOfPages } from '../support/fuzz/forged'
import { demoHints } from '../support/fuzz/hints'
import { faultOfPost, postsTo } from '../support/fuzz/posts'
import { requestsTo, rightRequestTo, type FuzzRequest, type Target } from '../support/fuzz/requests'
import { send } from '../support/fuzz/send'
import { Memory, type Hints } from '../support/fuzz/values'
import { expect, password, test } from './fixtures'

// Every door and every page of the production build with inputs of every kind of wrong. `npm run fuzz` has more of it.

type Learner = { host: string; cookie: string; 'sec-fetch-site': string }

/** Somebody who is logged in, as header lines. */
async function loggedIn(origin: string, account: string): Promise<Learner> {
  const reply = await fetch(`${origin}/api/public/session`, { method: 'POST', headers: { origin, 'content-type': 'application/json' }, body: JSON.stringify({ account, password, consent: true }) })
  const cookie = reply.headers.getSetCookie().map((line) => line.split(';', 1)[0]).find((line) => line?.startsWith('sid='))
  if (!cookie) throw new Error(`${account} cannot log in: ${await reply.text()}`)
  return { host: new URL(origin).host, cookie, 'sec-fetch-site': 'same-origin' }
}

/** A launch of courseware: the host that serves it and its ticket. */
async function launched(origin: string): Promise<{ host: string; ticket: string }> {
  const { cookie = '' } = await loggedIn(origin, launcher.account)
  const reply = await fetch(`${origin}/api/courseware/launch`, { method: 'POST', headers: { origin, cookie, 'content-type': 'application/json' }, body: JSON.stringify(launcher.section) })
  const { host, pathname } = new URL(((await reply.json()) as { url: string }).url)
  return { host, ticket: pathname.split('/')[2]! }
}

type Look = (reply: FuzzReply, request: FuzzRequest, host: string) => string | null
type Around = { around?: Record<string, string>; inputsTo?: typeof requestsTo; mustAnswer?: string[] }

/**
 * Notes in `findings` what comes of the inputs to some targets in turn, each with some header lines, gets with what is forged as well. A
 * session that an input ended is begun anew, by somebody else where need be, and whoever has done a thing too often makes room. With
 * `mustAnswer` now and then a learner of the exercise bank asks, whose doors answer nobody else anything; and the targets that it names are
 * knocked at until they have answered well once.
 */
async function fuzz(findings: Findings, origin: string, targets: Target[], hints: Hints, faultHere: Look, { around = {}, inputsTo = requestsTo, mustAnswer }: Around = {}): Promise<Findings> {
  const port = Number(new URL(origin).port || 80)
  const memory = new Memory()
  const known: Hints = (name) => [...hints(name), ...demoHints(name), ...memory.hints(name)]
  const origins = mustAnswer ? [origin, origin.replace('//localhost', '//hj.localhost')] : [origin]
  const accounts = [200, 10]
  const learners = await Promise.all(origins.map((at, who) => loggedIn(at, accountOf(accounts[who]!))))
  const nextAt = async (who: number): Promise<Learner> => loggedIn(origins[who]!, accountOf((accounts[who]! += 1)))
  const sample = (inputs: fc.Arbitrary<FuzzRequest>, number: number) => fc.sample(inputs, { numRuns: 1, seed: fuzzing.seed * 1_000_003 + number })[0]!
  const make = (number: number): FuzzRequest => {
    const made = sample(inputsTo([targets[number % targets.length]!], known), number)
    return inputsTo === requestsTo ? { ...made, headers: { ...made.headers, ...forgedAt(number, targets.length) } } : made
  }
  const give = async ({ number, request }: { number: number; request: FuzzRequest }) => {
    const isKnock = number >= KNOCKS_FROM
    const who = ((number % targets.length) + Math.floor(number / targets.length)) % 4 === 1 ? origins.length - 1 : 0
    const own = { ...learners[who]!, ...around }
    const reply = await send(port, request, number % 8 === 7 && !isKnock ? { 'host': own.host, 'sec-fetch-site': 'same-origin' } : own).catch((error: unknown) => findings.broke(number, request, error))
    if (reply.status === 200 && reply.type.includes('json')) memory.learn(reply.text)
    findings.note(number, request, reply, faultOf(reply, request) ?? faultHere(reply, request, own.host))
    const { path } = request.target
    if (path.startsWith('/api/session') || path.startsWith('/api/account/password')) learners[who] = await loggedIn(origins[who]!, accountOf(accounts[who]!)).catch(() => nextAt(who))
    else if (reply.status === 429 && path.startsWith('/api/account')) learners[who] = await nextAt(who)
  }
  for (const input of findings.inputs(make)) await give(input)
  for (const input of findings.knocks(targets.filter(({ name }) => mustAnswer?.includes(name)), (number, target) => sample(rightRequestTo(target, known, memory.hints), number))) await give(input)
  return findings
}

/** An account of the crowd that every tenant has; its numbers begin again after the last. */
const accountOf = (number: number) => `learner${String(number % 290 || 290).padStart(3, '0')}`

/** What is wrong with a page or a file: one of another tenant's, or one that came well and is blank. */
function faultOfPage({ status, text }: FuzzReply, { method }: FuzzRequest): string | null {
  if (foreign.test(text)) return 'tells of another tenant'
  return method === 'GET' && status === 200 && (text === '' || text === '{}') ? 'is blank' : null
}

const foreign = /碧园建筑|瑞盛能源|华匠职业|黎明同学|孙丽/
const foreignToBank = /碧园建筑|瑞盛能源|卓越职业|黎明同学|李明/

function faultOfDoor(reply: FuzzReply, { method, target }: FuzzRequest, host = ''): string | null {
  const { status, type, text } = reply
  if ((host.startsWith('hj.') ? foreignToBank : foreign).test(text)) return 'tells of another tenant'
  if (status < 400 || method === 'HEAD' || status === 405 || !type.includes('json') || target.path === '/api/health') return null
  const { error } = toldBy<{ error: { code?: unknown } }>(reply)
  return errorCodes.some((code) => code === error?.code) ? null : `refuses in another form: ${text.slice(0, 80)}`
}

/** Doors behind which there is more to be tried than checks: what decodes pictures, and the exercise bank, which one tenant has. */
const mustAnswer = ['POST /api/account/avatar', 'GET /api/practice/subject', 'GET /api/practice/count']

test(`every door answers ${fuzzing.inputs} inputs (seed ${fuzzing.seed}) clearly`, async ({ baseURL }) => {
  test.setTimeout(3_600_000)
  const doors = (await listDoors()).filter(({ path }) => path.startsWith('/api/'))
  expect(doors.length).toBeGreaterThan(70)
  expect(mustAnswer.filter((name) => !doors.some((door) => door.name === name))).toEqual([])
  const findings = await fuzz(new Findings('doors'), baseURL!, doors, () => [], faultOfDoor, { mustAnswer })
  if (process.env.FUZZ_INPUTS) console.log(`\ndoors: ${findings.summary()}\nnever answered well: ${findings.unreached().join(', ')}`)
  expect(findings.lines()).toEqual([])
  if (!fuzzing.isAgain) expect(findings.unreached().filter((name) => mustAnswer.includes(name))).toEqual([])
})

// By the name of the one before, so that `npm run fuzz` has it as well.
test(`every door of the courseware host answers ${fuzzing.inputs} inputs (seed ${fuzzing.seed}) clearly`, async ({ baseURL }) => {
  test.setTimeout(3_600_000)
  const { host, ticket } = await launched(baseURL!)
  const findings = await fuzz(new Findings('courseware host', ticket), baseURL!, [...contentTargets, listPages().launchPage], contentHints(ticket), faultOfPage, { around: { host } })
  if (process.env.FUZZ_INPUTS) console.log(`\ncourseware host: ${findings.summary()}`)
  expect(findings.lines()).toEqual([])
  // With a launch that is not taken for one, nothing would have been tried.
  if (!fuzzing.isAgain) expect(findings.unreached()).toEqual([])
})

test(`every page answers ${fuzzing.inputs} addresses (seed ${fuzzing.seed}) clearly`, async ({ baseURL }) => {
  test.setTimeout(3_600_000)
  const { pages, hints } = listPages()
  const findings = await fuzz(new Findings('pages'), baseURL!, [...pages, ...partsOfPages], hints, faultOfPage)
  if (process.env.FUZZ_INPUTS) console.log(`\npages: ${findings.summary()}`)
  expect(findings.lines()).toEqual([])
})

test('every page is as ever whatever is forged about it: some of them and two doors with each', async ({ baseURL }) => {
  test.setTimeout(240_000)
  const [port, learner, findings] = [Number(new URL(baseURL!).port || 80), await loggedIn(baseURL!, 'learner199'), new Findings('forged')]
  const targets = ['/login', '/Home', '/Home.rsc', '/api/public/session/who', '/api/messages/unread'].map((path): Target => ({ name: `GET ${path}`, method: 'GET', path, shape: {} }))
  for (const [number, headers] of forgeries.entries()) {
    for (const target of targets) {
      const request: FuzzRequest = { target, method: 'GET', address: target.path, headers, body: undefined }
      const reply = await send(port, request, learner)
      findings.note(number, request, reply, faultOf(reply, request) ?? faultOfPage(reply, request) ?? faultOfDoor(reply, request))
    }
  }
  expect(findings.lines()).toEqual([])
})

test(`every page's files answer ${fuzzing.inputs} requests (seed ${fuzzing.seed}) by every method clearly`, async ({ baseURL }) => {
  test.setTimeout(3_600_000)
  const login = await (await fetch(`${baseURL}/login`)).text()
  const built = ['js', 'css'].map((kind) => new RegExp(`/_next/static/[^"]+\\.${kind}(?=")`).exec(login)?.[0] ?? '')
  expect(built).not.toContain('')
  const findings = await fuzz(new Findings('files'), baseURL!, fileTargets(built), () => [], faultOfPage)
  if (process.env.FUZZ_INPUTS) console.log(`\nfiles: ${findings.summary()}`)
  expect(findings.lines()).toEqual([])
})

// Their names begin like the one before, so that `npm run fuzz -- pages` has them as well.
test(`every page refuses ${fuzzing.inputs} posts (seed ${fuzzing.seed})`, async ({ baseURL }) => {
  test.setTimeout(3_600_000)
  const { pages, hints } = listPages()
  const findings = await fuzz(new Findings('posts to pages'), baseURL!, pages, hints, faultOfPost, { inputsTo: postsTo })
  if (process.env.FUZZ_INPUTS) console.log(`\nposts to pages: ${findings.summary()}`)
  expect(findings.lines()).toEqual([])
  expect((await fetch(`${baseURL}/api/health`)).status).toBe(200)
})

test(`every page of the courseware host refuses ${fuzzing.inputs} posts (seed ${fuzzing.seed})`, async ({ baseURL }) => {
  test.setTimeout(3_600_000)
  const { host, ticket } = await launched(baseURL!)
  const findings = await fuzz(new Findings('posts to the launch page', ticket), baseURL!, [listPages().launchPage], contentHints(ticket), faultOfPost, { around: { host }, inputsTo: postsTo })
  if (process.env.FUZZ_INPUTS) console.log(`\nposts to the launch page: ${findings.summary()}`)
  expect(findings.lines()).toEqual([])
})
