import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountCalls } from '../support/account-calls'
import type { CallTable } from '../support/calls'
import { centreCalls } from '../support/centre-calls'
import { examCalls } from '../support/exam-calls'
import { learningCalls } from '../support/learning-calls'
import { mountPlatform } from '../support/platform'
import { practiceCalls } from '../support/practice-calls'
import { sources, withoutComments } from '../support/sources'

/** One table for each part of the contract; an area adds its own. */
const tables: CallTable[] = [accountCalls, learningCalls, examCalls, practiceCalls, centreCalls]
/** How many rows the contract has by the letter of their numbers; X are extensions, most of which it has in a text beside its tables. */
const rowsOfContract = { S: 18, H: 3, D: 8, L: 7, X: 3, C: 13, R: 7, N: 4, V: 3, E: 13, P: 5, W: 5, M: 3, B: 2, T: 1, K: 1, G: 3, O: 4, A: 1 }

const platform = mountPlatform()
const calls = tables.flatMap((table) => table.calls)
const servedOnly = new Map(tables.flatMap((table) => Object.entries(table.servedOnly)))
const rowOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
/** Values in a path are alike: `${id}` here, `:id` there. */
const shapeOf = (path: string) => path.replace(/\$\{[^}]*\}|:\w+/g, ':')

/** The paths that a file of `lib/training` spells. */
function pathsIn(text: string): string[] {
  return [...withoutComments(text).matchAll(/['`]((?:train|admin|auth)\/[^'`\s]+)['`]/g)].map((found) => `/${found[1]}`)
}

async function sentCode(phone: string): Promise<string> {
  const { data } = await platform.api().visitor(82).get<{ phone: string; code: string }[]>('/demo/outbox')
  return data.find((sent) => sent.phone === phone)?.code ?? ''
}

type Made = { method: string; path: string; status: number; code: unknown }
const made: Made[] = []

beforeAll(() => {
  platform.server.events.on('response:mocked', async ({ request, response }) => {
    const body: unknown = await response.clone().json().catch(() => null)
    made.push({ method: request.method, path: new URL(request.url).pathname, status: response.status, code: (body as { code?: unknown } | null)?.code })
  })
})

describe('every call of the contract', () => {
  it('stands in its table once', () => {
    const rows = calls.map(rowOf)
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([])
    expect(new Set(calls.map(({ number }) => number)).size).toBe(calls.length)
  })

  it('of its tables is here by its number, called or named as only served', () => {
    const numbers = new Set([...calls.flatMap(({ number }) => number.split(', ')), ...[...servedOnly.values()].map((reason) => reason.split(', ')[0])])
    const rows = Object.entries(rowsOfContract).flatMap(([letter, count]) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`))
    expect(rows).toHaveLength(104)
    expect(rows.filter((number) => !numbers.has(number))).toEqual([])
  })

  it('that is an extension is described beside the routes, by its number and its name', () => {
    const text = readFileSync('training-api/routes/extensions.md', 'utf8')
    // The first three have rows in the contract's own tables.
    const extensions = calls.filter(({ number }) => /^X(?![123]$)/.test(number))
    expect(extensions.length).toBeGreaterThan(15)
    expect(extensions.filter(({ number, path }) => !text.includes(`| ${number} |`) && !text.includes(`${number} \`${path.split('/').at(-1)}\``)).map(rowOf)).toEqual([])
    expect(extensions.filter(({ path }) => !text.includes(path.split('/').at(-1) ?? path)).map(rowOf)).toEqual([])
  })

  it('is served by the training API, and nothing else is that has no reason', () => {
    const served = platform.api().app.routes.filter(({ method }) => method !== 'ALL').map(rowOf)
    const known = [...calls.map(rowOf), ...servedOnly.keys()]
    expect(known.filter((row) => !served.includes(row))).toEqual([])
    expect(served.filter((row) => !known.includes(row))).toEqual([])
  })

  it('is spelled in lib/training, which spells no other', () => {
    const rows = new Set(calls.map(({ path }) => shapeOf(path)))
    const spelled = sources(['lib/training']).flatMap(({ path: file, text }) => pathsIn(text).map((path) => ({ file, shape: shapeOf(path) })))
    expect(spelled.filter(({ shape }) => !rows.has(shape))).toEqual([])
    const shapes = new Set(spelled.map(({ shape }) => shape))
    expect([...rows].filter((shape) => !shapes.has(shape))).toEqual([])
  })

  it.each(calls.map((call) => [call.number, call] as const))('%s is made by lib/training and answered by the training API', async (_number, call) => {
    made.length = 0
    await call.make({
      learner: (account, tenantId = 82) => platform.learner(account, tenantId),
      visitor: platform.visitor(82),
      sentCode,
      report: (result) => platform.api().visitor(82).post('/train/examPlan/simulationExamResult', result),
    })
    await expect.poll(() => made.map(({ method, path }) => rowOf({ method, path }))).toContainEqual(expect.stringMatching(new RegExp(`^${rowOf(call).replace(/:\w+/g, '[^/]+')}$`)))
    const answers = made.filter(({ method, path }) => new RegExp(`^${rowOf(call).replace(/:\w+/g, '[^/]+')}$`).test(rowOf({ method, path })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})
