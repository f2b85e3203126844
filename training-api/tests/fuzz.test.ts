import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCalls } from '../../tests/support/fuzz/calls.ts'
import { Findings, KNOCKS_FROM, faultOf, fuzzing, toldBy, type FuzzReply } from '../../tests/support/fuzz/findings.ts'
import { demoHints } from '../../tests/support/fuzz/hints.ts'
import { requestsTo, rightRequestTo, type FuzzRequest } from '../../tests/support/fuzz/requests.ts'
import { Memory, type Hints } from '../../tests/support/fuzz/values.ts'
import { setPassword } from '../queries/accounts.ts'
import { hashPassword } from '../rules/passwords.ts'
import { demoPassword, startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

// Every call of the training API with inputs of every kind of wrong: a clear answer, and nothing of ours in it. `npm run fuzz` has more of it.

let api: TestApi
/** Who asks at each tenant: learners of whom there is something to be told. */
const named = new Map([[82, 'liming'], [143, 'sunli']])
let phc = ''
const learners = new Map<number, TestLearner>()
beforeAll(async () => {
  api = await startTestApi({ seed: true })
  phc = await hashPassword(demoPassword)
  for (const [tenantId, account] of named) learners.set(tenantId, await api.loginAs(account, tenantId))
}, 300_000)
afterAll(() => api.close())

/** A number that goes through all its values at every target, however many there are; small where an input shall be answered well. */
const turnOf = (number: number, targets: number) => (number >= KNOCKS_FROM ? number % 5 : (number % targets) + Math.floor(number / targets))

/** The tenant of whoever asks: now and then that of the exercise bank, whose calls answer nobody else anything. */
const tenantAt = (turn: number) => (turn % 4 === 1 ? 143 : 82)

/** Who asks: most are logged in, some have nothing, some have somebody else's tenant. */
function bearerAt(turn: number): Record<string, string> {
  const tenantId = tenantAt(turn)
  const { token } = learners.get(tenantId)!
  if (turn % 10 === 7) return { 'tenant-id': String(tenantId) }
  return { 'tenant-id': turn % 10 === 8 ? '101' : String(tenantId), authorization: `Bearer ${token}` }
}

/** Whoever was logged out on the way logs in again, with the password of before where an input was a new one. */
async function lookWhetherAlive(tenantId: number): Promise<void> {
  const learner = learners.get(tenantId)!
  if ((await learner.fetch('/admin/user/info')).status !== 401) return
  await setPassword(api.db, { tenantId, userId: learner.userId, phc, now: api.clock.now() })
  learners.set(tenantId, await api.loginAs(named.get(tenantId)!, tenantId))
}

async function ask({ method, address, headers, body }: FuzzRequest, who: Record<string, string>): Promise<FuzzReply> {
  const reply = await api.app.request(new Request(`http://training.test${address}`, { method: method === 'TRACE' ? 'OPTIONS' : method, headers: { ...who, ...headers }, ...(body === undefined || method === 'HEAD' ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }) }))
  return { status: reply.status, type: reply.headers.get('content-type') ?? '', headers: Object.fromEntries(reply.headers), text: await reply.text() }
}

function shapeFault(reply: FuzzReply, { method }: FuzzRequest): string | null {
  const { status, type } = reply
  if (status < 400 || method === 'HEAD') return null
  if (!type.includes('json')) return `refuses with ${type || 'nothing'}`
  const { code, msg } = toldBy<{ code: unknown; msg: unknown }>(reply)
  return code === 1 && typeof msg === 'string' && msg !== '' ? null : 'refuses without the envelope'
}

const foreign: Record<number, RegExp> = { 82: /碧园建筑|瑞盛能源|华匠职业|黎明|孙丽/, 143: /碧园建筑|瑞盛能源|卓越职业|黎明|李明/ }

/** Calls that need not answer an input well: what they want to be told, and no hint has. */
const outOfReach: Record<string, string> = {
  'POST /admin/app/user/v1/checkSendCodeByNewPassWord': 'a code that was sent to a phone',
  'POST /admin/user/registerUserInfoWeb': 'a code that was sent to a phone',
  'POST /admin/user/resetPasswordByCodeNoTenantId': 'a code that was sent to a phone',
  'POST /auth/oauth/token': 'the password of a client',
  'POST /train/examPlan/simulationExamResult': 'a ticket that was signed for one request',
  'POST /train/examPlanApp/deleteVrRequestId': 'a request that a simulation has answered',
  'GET /train/app/courseChapter/updateClassRecordSectionKnityn': 'a section that is closed and may be opened',
  'POST /train/comment/saveComment': 'a course of whoever asks that nothing was said of',
  'POST /train/examPlanApp/gradeError': 'a mistake whose question is in no paper that is being answered',
  'POST /train/examPlanApp/joinError': 'a question together with the paper that it was answered in',
  'POST /train/examPlanApp/updateAnswerResult': 'a question together with the paper that it is being answered in',
  'POST /train/examPlanApp/updateAnswerResults': 'questions together with the paper that they are being answered in',
  'POST /train/practiceCenter/savePracticeDraw': 'a draw of whoever asks',
  'POST /train/examPlanApp/handInAnswerFile': 'a file that was signed by the platform',
}

test(`every call answers ${fuzzing.inputs} inputs (seed ${fuzzing.seed}) clearly, and lives on`, async () => {
  const targets = listCalls(api)
  expect(Object.keys(outOfReach).filter((name) => !targets.some((target) => target.name === name))).toEqual([])
  expect(targets.length).toBeGreaterThan(100)
  const memory = new Memory()
  const findings = new Findings('training API')
  const send = async ({ number, request }: { number: number; request: FuzzRequest }) => {
    const turn = turnOf(number, targets.length)
    const reply = await ask(request, bearerAt(turn)).catch((error: unknown) => findings.broke(number, request, error))
    if (reply.status === 401 || reply.text === '{"code":0,"msg":null,"data":true}') await lookWhetherAlive(tenantAt(turn))
    if (reply.status === 200) memory.learn(reply.text)
    const named = /tenant|domain|notice|news/i.test(request.address + (request.body ?? '').toString())
    const fault = faultOf(reply, request) ?? shapeFault(reply, request) ?? (!named && foreign[tenantAt(turn)]!.test(reply.text) ? 'tells of another tenant' : null)
    findings.note(number, request, reply, fault)
  }
  const hintsAt = (number: number): Hints => {
    const { userId } = learners.get(tenantAt(turnOf(number, targets.length)))!
    return (name) => (/^(userId|studentId)$/.test(name) ? [userId, String(userId)] : [...demoHints(name), ...memory.hints(name)])
  }
  const one = (inputs: fc.Arbitrary<FuzzRequest>, number: number) => fc.sample(inputs, { numRuns: 1, seed: fuzzing.seed * 1_000_003 + number })[0]!
  // First, as long as all is there that the demo world begins with.
  for (const input of findings.knocks(targets.filter(({ name }) => !Object.hasOwn(outOfReach, name)), (number, target) => one(rightRequestTo(target, hintsAt(number), memory.hints), number))) await send(input)
  for (const input of findings.inputs((number) => one(requestsTo([targets[number % targets.length]!], hintsAt(number)), number))) await send(input)
  if (process.env.FUZZ_INPUTS) console.log(`training API: ${findings.summary()}\n${findings.unreached().join('\n')}`)
  expect(findings.lines()).toEqual([])
  // Under other seeds one or another of them may be missed by chance; those are told.
  if (!process.env.FUZZ_INPUTS && !fuzzing.isAgain) expect(findings.unreached().filter((name) => !Object.hasOwn(outOfReach, name))).toEqual([])
  expect((await api.fetch('/health')).status).toBe(200)
}, 3_600_000)
