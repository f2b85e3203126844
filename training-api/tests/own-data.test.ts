import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCalls } from '../../tests/support/fuzz/calls.ts'
import type { Call } from '../../tests/support/fuzz/calls.ts'
import { demoHints } from '../../tests/support/fuzz/hints.ts'
import { fieldsOf, Memory } from '../../tests/support/fuzz/values.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

// Whose data it is: nobody acts for another learner or in another tenant, whatever ids they know. Over every call there is.

let api: TestApi
let liming: TestLearner
let calls: Call[]
beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  calls = listCalls(api).filter(({ who }) => who === 'learner')
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

/** One line for each table with what it holds of some rows. */
async function rowsOf(where: string, column: string): Promise<Map<string, string>> {
  const tables = await api.db.execute(sql.raw(`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = '${column}' order by 1`))
  const sums = new Map<string, string>()
  for (const { name } of tables.rows as { name: string }[]) {
    const { rows } = await api.db.execute(sql.raw(`select count(*)::int as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from "${name}" t where ${where}`))
    const [{ n, sum } = { n: 0, sum: '' }] = rows as { n: number; sum: string }[]
    sums.set(name, `${n} rows ${sum}`)
  }
  return sums
}

const changed = (before: Map<string, string>, after: Map<string, string>) => [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name)

let known: Memory | undefined

/** Everything whose ids liming can see, learnt once from as many calls that ask. */
async function idsOfLiming(): Promise<Memory> {
  if (known) return known
  const memory = (known = new Memory())
  for (let round = 0; round < 2; round += 1) {
    for (const call of calls.filter(({ method, path }) => method === 'GET' && !/start|update|submit/i.test(path))) {
      const fields = fc.sample(fieldsOf(call.shape, (name) => [...demoHints(name), ...memory.hints(name)]), { numRuns: 1, seed: 50 + round })[0]!
      const reply = await make(liming, call, { ...fields, ...('userId' in fields ? { userId: liming.userId } : {}), ...('studentId' in fields ? { studentId: liming.userId } : {}) })
      if (reply.status === 200) memory.learn(await reply.text())
    }
  }
  return memory
}

/** What somebody else comes to with those ids, over every call. */
async function trespass(who: TestLearner, memory: Memory, rounds: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (let round = 0; round < rounds; round += 1) {
    for (const call of calls.filter(({ path }) => !path.includes('userInfo/update'))) {
      const fields = fc.sample(fieldsOf(call.shape, (name) => [...memory.hints(name), ...demoHints(name)]), { numRuns: 1, seed: 900 + round })[0]!
      const own = Object.fromEntries(['userId', 'studentId'].flatMap((name) => (name in fields ? [[name, who.userId]] : [])))
      const { status } = await make(who, call, { ...fields, ...own })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  return statuses
}

test('nothing of a learner is changed by another one who knows every id', async () => {
  const memory = await idsOfLiming()
  const learner = await api.loginAs('learner160', 82)
  const before = await rowsOf(`learner_id = ${liming.userId} and tenant_id = 82`, 'learner_id')
  const statuses = await trespass(learner, memory, 2)
  expect(changed(before, await rowsOf(`learner_id = ${liming.userId} and tenant_id = 82`, 'learner_id'))).toEqual([])
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(25)
})

test('nothing of a tenant is changed by a learner of another one who knows every id', async () => {
  const memory = await idsOfLiming()
  const stranger = await api.loginAs('liming', 101)
  const before = await rowsOf('tenant_id = 82', 'tenant_id')
  const statuses = await trespass(stranger, memory, 1)
  expect(changed(before, await rowsOf('tenant_id = 82', 'tenant_id'))).toEqual([])
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
})
