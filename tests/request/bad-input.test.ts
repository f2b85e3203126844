import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { rightFieldsOf, schemaOf } from '../support/door-inputs'
import { knock, mountedDoors, type MountedDoor } from '../support/mounted-doors'
import { mountPlatform } from '../support/platform'

// What no door takes, told to each of them by a learner who is logged in.

vi.mock('next/headers', () => import('../support/request-scope'))
vi.mock('@/lib/request/door', async (original) => (await import('../support/door-inputs')).noteSchemas(await original()))

const platform = mountPlatform()
// These two are asked by machines and listen to nothing; what is no door says 404 to everything.
const doors = mountedDoors.filter(({ path }) => !['/api/health', '/api/ready', '/api/[...nowhere]'].includes(path))
const carries = ({ method }: MountedDoor) => method === 'POST' || method === 'PUT'
/** The fields of these stand in the address: their body is a picture, or there is none. */
const asksInQuery = (door: MountedDoor) => !carries(door) || door.path === '/api/account/avatar'
const named = (some: MountedDoor[]) => some.map((door) => [door.name, door] as const)
const params = { path: ['train', 'file', 'banner', 'crane.svg'], file: ['robots.txt'] }

let learnerId = ''
const cookieOf = async (account: string) => {
  const { set, text } = await knock(mountedDoors.find(({ name }) => name === 'POST /api/public/session')!, { fields: { account, password: 'Train2026', consent: true } })
  expect(text).toBe('{"loggedIn":true}')
  return `sid=${set.findLast(({ name }) => name === 'sid')!.value}`
}
let cookie = ''
beforeAll(async () => {
  cookie = await cookieOf('learner170')
  learnerId = (await platform.learner('learner170', 82)).id
}, 300_000)

const hostile = { id: '../../admin' }
/** No schema of ours takes all of these. */
const nonsense: Record<string, unknown>[] = [
  {}, hostile, { id: {} }, { id: ['1', '2'] }, { id: "1' or '1'='1" }, { id: '9'.repeat(400) }, { id: -1 }, { id: '\0' }, { id: 'x', kind: 'nonsense', page: '-1', operationId: '!' },
  { x: '-1', y: 'a', size: '0' }, { userId: '820003', tenantId: '101' },
]
const asTexts = (fields: Record<string, unknown>) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]))
/** What a door's schema refuses; nothing for doors that have no fields, a default for each, or all of them in their path. */
const unfitFor = (door: MountedDoor) => nonsense.map((fields) => (asksInQuery(door) ? asTexts(fields) : fields)).filter((fields) => schemaOf(door)?.safeParse({ ...fields, ...(door.path.includes('[') ? params : {}) }).success === false)

describe('what does not fit the schema of a door', () => {
  it('is there for nearly every door', () => {
    expect(doors.filter((door) => schemaOf(door) === undefined).map(({ name }) => name).sort()).toEqual(['GET /api/domains/ask', 'GET /api/files/[...path]', 'GET /api/public/files/[...path]'])
    expect(doors.filter((door) => unfitFor(door).length > 0).length).toBeGreaterThan(doors.length * 2 / 3)
  })

  it.each(named(doors.filter((door) => unfitFor(door).length > 0)))('%s refuses it with 400', async (_name, door) => {
    for (const fields of unfitFor(door)) {
      const told = await knock(door, { cookie, ...(carries(door) && asksInQuery(door) ? { query: new URLSearchParams(fields as Record<string, string>).toString(), body: 'x' } : { fields }), params })
      expect([told.status, JSON.parse(told.text)], JSON.stringify(fields).slice(0, 200)).toEqual([400, { error: { code: 'invalid', fields: expect.anything() } }])
    }
  })

  it.each(named(doors.filter((door) => carries(door) && !asksInQuery(door))))('%s takes no body but an object in JSON', async (_name, door) => {
    for (const body of ['[]', 'null', '7', '"text"', '{"id":', '[{"id":"1"}]', 'id=1', JSON.stringify({ a: 'x'.repeat(600_000) })]) {
      const told = await knock(door, { cookie, body })
      expect([told.status, JSON.parse(told.text)], body.slice(0, 40)).toEqual([400, { error: { code: 'invalid', fields: { body: expect.any(String) } } }])
    }
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=b']) {
      expect((await knock(door, { cookie, body: '{}', headers: { 'content-type': type } })).status, type).toBe(400)
    }
  })

  it('is a text with the character 0, wherever it stands, and not what only looks like it', async () => {
    const door = doors.find(({ name }) => name === 'POST /api/notes/item')!
    const told = async (text: string) => (await knock(door, { cookie, body: JSON.stringify({ anything: { deep: [text] } }) })).text
    for (const text of ['\0', 'a\0b', '\\\0']) expect(await told(text)).toBe('{"error":{"code":"invalid","fields":{"body":"character"}}}')
    expect(await told('\\u0000')).not.toContain('character')
    const asked = await knock(doors.find(({ name }) => name === 'GET /api/practice/subject')!, { cookie, query: 'subjectId=1%00' })
    expect([asked.status, asked.text]).toEqual([400, '{"error":{"code":"invalid","fields":{"subjectId":"character"}}}'])
  })

  it('is an id that only the platform knows to be none, and its words stay there', async () => {
    const asked = await knock(doors.find(({ name }) => name === 'GET /api/practice/subject')!, { cookie, query: 'subjectId=NaN' })
    expect([asked.status, asked.text]).toEqual([400, '{"error":{"code":"invalid"}}'])
  })

  it.each(named(doors.filter(asksInQuery)))('%s takes no name twice', async (_name, door) => {
    for (const name of ['id', 'domain', 'anything']) {
      const told = await knock(door, { cookie, query: `${name}=1&${name}=2`, params })
      // Caddy asks by the domain alone and is told by a status alone.
      if (door.path !== '/api/domains/ask') expect([told.status, JSON.parse(told.text)], name).toEqual([400, { error: { code: 'invalid', fields: { [name]: 'repeated' } } }])
      else expect(told.status, name).toBe(400)
    }
  })
})

describe('names that every object has', () => {
  const clean = () => ({ own: Object.getOwnPropertyNames(Object.prototype).sort(), canary: ({} as { canary?: unknown }).canary })
  const before = clean()
  const said = { canary: 'sang' }

  it.each(named(doors.filter(({ path }) => path !== '/api/session/end')))('%s makes nothing of them, beside what it takes', async (_name, door) => {
    const fields = fc.sample(rightFieldsOf(door, learnerId), { numRuns: 1, seed: 7 })[0]!
    const text = JSON.stringify({ ...fields, constructor: { prototype: said }, ['a.__proto__']: said }).replace('{', `{"__proto__":${JSON.stringify(said)},`)
    const asked = carries(door) && !asksInQuery(door) ? { body: text } : { fields, query: '__proto__=sang&constructor=sang&__proto__[canary]=sang&constructor[prototype][canary]=sang' }
    const told = await knock(door, { cookie, ...asked, params })
    expect(told.status, told.text).toBeLessThan(500)
    expect(told.text).not.toContain('sang')
    expect(clean()).toEqual(before)
  })
})
