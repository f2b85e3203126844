import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listCalls } from '../../tests/support/fuzz/calls.ts'
import type { Call } from '../../tests/support/fuzz/calls.ts'
import { demoHints } from '../../tests/support/fuzz/hints.ts'
import { fieldsOf, Memory } from '../../tests/support/fuzz/values.ts'
import { canaries, canariesIn, markContent, marks, marksIn, plantCanaries } from './canaries.ts'
import { changedTables, rowsOfLearner, rowsOfTenant } from './owned-rows.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

// Whose data it is: nobody acts for another learner or in another tenant, whatever ids they know. Over every call there is,
// which makes more than a thousand calls in a test.
vi.setConfig({ testTimeout: 120_000 })

let api: TestApi
let liming: TestLearner
let calls: Call[]
/** Those, and what anybody may ask of a tenant's notices. */
let asked: Call[]
let known: Known
beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  const all = listCalls(api)
  calls = all.filter(({ who }) => who === 'learner')
  asked = [...calls, ...all.filter(({ path }) => path.includes('/notice/'))]
  known = await whatLimingKnows()
}, 300_000)
afterAll(() => api.close())

type Fields = Record<string, unknown>
const carries = (method: string) => method === 'POST' || method === 'PUT'

/** Makes a call with fields where its method carries them; what the path names is put there. */
async function make(who: TestLearner, { method, path }: Call, fields: Fields, more: { query?: string; headers?: Record<string, string> } = {}): Promise<Response> {
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(fields[name] ?? 1)))
  const query = carries(method) ? '' : new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]))).toString()
  return who.fetch(`${address}?${[query, more.query].filter(Boolean).join('&')}`, { method, headers: { 'content-type': 'application/json', ...more.headers }, ...(carries(method) ? { body: JSON.stringify(fields) } : {}) })
}

describe('every call of a learner', () => {
  test('is 403 for another learner’s id, under every name, in every place and beside the own one', async () => {
    const other = liming.userId + 1
    const wrong: string[] = []
    for (const call of calls) {
      for (const name of ['userId', 'studentId']) {
        const attempts: [string, Promise<Response>][] = [
          ['query', make(liming, call, {}, { query: `${name}=${other}` })],
          ['query twice', make(liming, call, {}, { query: `${name}=${liming.userId}&${name}=${other}` })],
          ...(carries(call.method) ? [['body', make(liming, call, { [name]: other })], ['list', make(liming, call, { [name]: [liming.userId, other] })], ['object', make(liming, call, { [name]: { id: other } })], ['beside the own one', make(liming, call, { [name]: liming.userId }, { query: `${name}=${other}` })]] as [string, Promise<Response>][] : []),
        ]
        for (const [how, reply] of attempts) if ((await reply).status !== 403) wrong.push(`${call.name} ${name} ${how}: ${(await reply).status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('is 401 without a token, with a wrong one, and under another tenant’s name', async () => {
    const wrong: string[] = []
    for (const call of calls) {
      const attempts: Record<string, string>[] = [{ authorization: '' }, { authorization: `Bearer ${liming.token}x` }, { authorization: `Basic ${liming.token}` }, { 'tenant-id': '101' }, { 'tenant-id': '' }, { 'tenant-id': '82,101' }]
      for (const headers of attempts) {
        const { status } = await make(liming, call, {}, { headers })
        if (status !== 401) wrong.push(`${call.name} ${JSON.stringify(headers)}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

type Read = { call: Call; fields: Fields }
/** What liming has come to: ids, and the reads that show a canary or, as the first of their call, a mark of the tenant. */
type Known = { memory: Memory; shown: Set<string>; reads: Read[] }
const isRead = ({ method, path }: Call) => (method === 'GET' && !/start|update|submit/i.test(path)) || path.endsWith('selectNoteByUserId')
const ownIds = (who: TestLearner, fields: Fields) => Object.fromEntries(['userId', 'studentId'].flatMap((name) => (name in fields ? [[name, who.userId]] : [])))

/** Asks as liming over every call that reads, and hands on what is answered. */
async function readAsLiming({ hints }: Memory, { rounds, seed }: { rounds: number; seed: number }, look: (read: Read, text: string) => void): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const call of asked.filter(isRead)) {
      const fields = fc.sample(fieldsOf(call.shape, (name) => [...demoHints(name), ...hints(name)]), { numRuns: 1, seed: seed + round })[0]!
      const read = { call, fields: { ...fields, ...ownIds(liming, fields) } }
      const reply = await make(liming, call, read.fields)
      if (reply.status === 200) look(read, await reply.text())
    }
  }
}

/** Everything whose ids liming can see, learnt from as many calls that ask, and the reads that show liming a canary. */
async function whatLimingKnows(): Promise<Known> {
  const { memory, shown, reads }: Known = { memory: new Memory(), shown: new Set(), reads: [] }
  await readAsLiming(memory, { rounds: 2, seed: 50 }, (_, text) => memory.learn(text))
  const byHand = await plantCanaries(api, liming)
  await markContent(api, 82)
  const marksOfCalls = new Set<string>()
  const look = (read: Read, text: string) => {
    const [found, markedHere] = [canariesIn(text), marksIn(text)]
    const isFirst = markedHere.some((mark) => !marksOfCalls.has(`${read.call.name} ${mark}`))
    for (const mark of markedHere) marksOfCalls.add(`${read.call.name} ${mark}`)
    for (const word of [...found, ...markedHere]) shown.add(word)
    if (found.length > 0 || isFirst) reads.push(read)
  }
  await readAsLiming(memory, { rounds: 12, seed: 70 }, look)
  for (const [name, fields] of Object.entries(byHand)) {
    const call = calls.find((one) => one.name === name)!
    look({ call, fields }, await (await make(liming, call, fields)).text())
  }
  return { memory, shown, reads }
}

/** What somebody else comes to with those ids, over every call, and by asking what showed liming a canary. */
async function trespass(who: TestLearner, rounds: number, secretsIn: (text: string) => string[]): Promise<{ statuses: Map<number, number>; leaks: string[] }> {
  const { memory, reads } = known
  const statuses = new Map<number, number>()
  const leaks = new Set<string>()
  const ask = async (call: Call, fields: Fields) => {
    const reply = await make(who, call, { ...fields, ...ownIds(who, fields) })
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    for (const canary of secretsIn(await reply.text())) leaks.add(`${call.name}: ${canary}`)
  }
  for (let round = 0; round < rounds; round += 1) {
    // Whoever gave themselves another password would be out for the rest: own-objects.test.ts makes this call.
    for (const call of asked.filter(({ path }) => !path.includes('userInfo/update'))) await ask(call, fc.sample(fieldsOf(call.shape, (name) => [...memory.hints(name), ...demoHints(name)]), { numRuns: 1, seed: 900 + round })[0]!)
  }
  for (const { call, fields } of reads) await ask(call, fields)
  return { statuses, leaks: [...leaks].sort() }
}

test('every canary is something that its own learner is shown, so that its silence elsewhere means something', () => {
  const { shown, reads } = known
  expect([...Object.keys(canaries), ...marks].filter((canary) => !shown.has(canary))).toEqual([])
  expect(new Set(reads.map(({ call }) => call.name)).size).toBeGreaterThanOrEqual(20)
})

test('nothing of a learner is changed or told by another one who makes every call with ids of theirs, as chance picks them', async () => {
  const learner = await api.loginAs('learner160', 82)
  const before = await rowsOfLearner(api, liming)
  const { statuses, leaks } = await trespass(learner, 2, canariesIn)
  expect({ leaks, changed: changedTables(before, await rowsOfLearner(api, liming)) }).toEqual({ leaks: [], changed: [] })
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(25)
})

test('nothing of a tenant is changed or told by a learner of another one who makes every call with ids of its learners, as chance picks them', async () => {
  const stranger = await api.loginAs('liming', 101)
  const before = await rowsOfTenant(api, 82)
  const { statuses, leaks } = await trespass(stranger, 1, (text) => [...canariesIn(text), ...marksIn(text)])
  expect({ leaks, changed: changedTables(before, await rowsOfTenant(api, 82)) }).toEqual({ leaks: [], changed: [] })
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(100)
})
