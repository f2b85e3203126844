import { beforeAll, describe, expect, it } from 'vitest'
import type { CallTable } from '../support/calls'
import { learningCalls } from '../support/learning-calls'
import { mountPlatform } from '../support/platform'
import { sources, withoutComments } from '../support/sources'

/** One table for each part of the contract; an area adds its own. */
const tables: CallTable[] = [learningCalls]

const platform = mountPlatform()
const calls = tables.flatMap((table) => table.calls)
const rowOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
/** Values in a path are alike: `${id}` here, `:id` there. */
const shapeOf = (path: string) => path.replace(/\$\{[^}]*\}|:\w+/g, ':')

/** The paths that a file of `lib/training` spells. */
function pathsIn(text: string): string[] {
  return [...withoutComments(text).matchAll(/['`]((?:train|admin|auth)\/[^'`\s]+)['`]/g)].map((found) => `/${found[1]}`)
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

  it('is served by the training API, and of its paths nothing else is', () => {
    const served = new Set(platform.api().app.routes.filter(({ method }) => method !== 'ALL').map(rowOf))
    expect(calls.map(rowOf).filter((row) => !served.has(row))).toEqual([])
    const paths = new Set(calls.map(({ path }) => path))
    const known = new Set([...calls.map(rowOf), ...tables.flatMap(({ servedOnly }) => Object.keys(servedOnly))])
    expect([...served].filter((row) => paths.has(row.split(' ')[1] ?? '') && !known.has(row))).toEqual([])
    expect(tables.flatMap(({ servedOnly }) => Object.keys(servedOnly)).filter((row) => !served.has(row))).toEqual([])
  })

  it.each(tables.map((table) => [table.sections.join(', '), table] as const))('of %s is spelled in lib/training, and its files spell no other', (_sections, table) => {
    const rows = new Set(calls.map(({ path }) => shapeOf(path)))
    const files = sources(['lib/training']).map(({ path, text }) => ({ name: path.replace(/^lib\/training\/|\.ts$/g, ''), paths: pathsIn(text).map(shapeOf) }))
    expect(files.filter(({ name }) => table.files.includes(name)).flatMap(({ name, paths }) => paths.filter((path) => !rows.has(path)).map((path) => `${name}: ${path}`))).toEqual([])
    const spelled = new Set(files.flatMap(({ paths }) => paths))
    expect(table.calls.map(({ path }) => shapeOf(path)).filter((path) => !spelled.has(path))).toEqual([])
  })

  it.each(calls.map((call) => [call.number, call] as const))('%s is made by lib/training and answered by the training API', async (_number, call) => {
    made.length = 0
    await call.make({
      learner: (account) => platform.learner(account, 82),
      report: (result) => platform.api().visitor(82).post('/train/examPlan/simulationExamResult', result),
    })
    await expect.poll(() => made.map(({ method, path }) => rowOf({ method, path }))).toContainEqual(expect.stringMatching(new RegExp(`^${rowOf(call).replace(/:\w+/g, '[^/]+')}$`)))
    const answers = made.filter(({ method, path }) => new RegExp(`^${rowOf(call).replace(/:\w+/g, '[^/]+')}$`).test(rowOf({ method, path })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})
