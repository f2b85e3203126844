import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCalls } from '../../tests/support/fuzz/calls.ts'
import { Findings, faultOf, fuzzing, toldBy, type FuzzReply } from '../../tests/support/fuzz/findings.ts'
import { demoHints } from '../../tests/support/fuzz/hints.ts'
import { requestsTo, type FuzzRequest } from '../../tests/support/fuzz/requests.ts'
import { Memory } from '../../tests/support/fuzz/values.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

// Every call of the training API with inputs of every kind of wrong: a clear answer, and nothing of ours in it. `npm run fuzz` has more of it.

let api: TestApi
let learner: TestLearner
beforeAll(async () => {
  api = await startTestApi({ seed: true })
  learner = await api.loginAs('learner100', 82)
}, 300_000)
afterAll(() => api.close())

/** Who asks, by the number of the input: most are logged in, some have nothing, some have somebody else's tenant. */
function bearerOf(number: number): Record<string, string> {
  if (number % 10 === 7) return { 'tenant-id': '82' }
  if (number % 10 === 8) return { 'tenant-id': '101', authorization: `Bearer ${learner.token}` }
  return { 'tenant-id': '82', authorization: `Bearer ${learner.token}` }
}

/** Whoever was logged out on the way, or got a new password, logs in again; when that is not to be, somebody else does. */
async function lookWhetherAlive(number: number): Promise<void> {
  if ((await learner.fetch('/admin/user/info')).status !== 401) return
  learner = await api.loginAs('learner100', 82).catch(() => api.loginAs(`learner${101 + (number % 150)}`, 82))
}

async function ask({ method, address, headers, body }: FuzzRequest, who: Record<string, string>): Promise<FuzzReply> {
  const reply = await api.app.request(new Request(`http://training.test${address}`, { method: method === 'TRACE' ? 'OPTIONS' : method, headers: { ...who, ...headers }, ...(body === undefined || method === 'HEAD' ? {} : { body }) }))
  return { status: reply.status, type: reply.headers.get('content-type') ?? '', headers: Object.fromEntries(reply.headers), text: await reply.text() }
}

function shapeFault(reply: FuzzReply, { method }: FuzzRequest): string | null {
  const { status, type } = reply
  if (status < 400 || method === 'HEAD') return null
  if (!type.includes('json')) return `refuses with ${type || 'nothing'}`
  const { code, msg } = toldBy<{ code: unknown; msg: unknown }>(reply)
  return code === 1 && typeof msg === 'string' && msg !== '' ? null : 'refuses without the envelope'
}

test(`every call answers ${fuzzing.inputs} inputs (seed ${fuzzing.seed}) clearly, and lives on`, async () => {
  const targets = listCalls(api)
  expect(targets.length).toBeGreaterThan(100)
  const memory = new Memory()
  const inputs = requestsTo(targets, (name) => (/^(userId|studentId)$/.test(name) ? [learner.userId, String(learner.userId)] : [...demoHints(name), ...memory.hints(name)]))
  const findings = new Findings('training API')
  const foreign = /碧园建筑|瑞盛能源|华匠职业|黎明|孙丽/
  for (const { number, request } of findings.inputs((at) => fc.sample(inputs, { numRuns: 1, seed: fuzzing.seed * 1_000_003 + at })[0]!)) {
    const reply = await ask(request, bearerOf(number)).catch((error: unknown) => findings.broke(number, request, error))
    if (reply.status === 401 || reply.text === '{"code":0,"msg":null,"data":true}') await lookWhetherAlive(number)
    if (reply.status === 200) memory.learn(reply.text)
    const named = /tenant|domain|notice|news/i.test(request.address + (request.body ?? ''))
    const fault = faultOf(reply, request) ?? shapeFault(reply, request) ?? (!named && foreign.test(reply.text) ? 'tells of another tenant' : null)
    findings.note(number, request, reply, fault)
  }
  if (process.env.FUZZ_INPUTS) console.log(`training API: ${findings.summary()}\n${findings.unreached().join('\n')}`)
  expect(findings.lines()).toEqual([])
  expect((await api.fetch('/health')).status).toBe(200)
}, 3_600_000)
