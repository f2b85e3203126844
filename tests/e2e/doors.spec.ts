import { sources } from '../support/sources'
import { expect, test } from './fixtures'

// What shows every second time is no less wrong: a second try, as `npm run verify` has it, would hide it.
test.describe.configure({ retries: 0 })

// Every door there is, found in the tree, so that none is forgotten.
const doors = sources(['app/api'], /route\.ts$/).map(({ path, text }) => ({
  path: `/api/${path.replace('app/api/', '').replace('/route.ts', '').replace(/\[\.\.\.(\w+)\]/g, 'train/file/doc/1.pdf').replace(/\[(\w+)\]/g, '1')}`,
  methods: ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => new RegExp(`export (const|async function|function) ${method}\\b`).test(text)),
  isPublic: path.startsWith('app/api/public/') || ['app/api/health/route.ts', 'app/api/ready/route.ts', 'app/api/domains/ask/route.ts'].includes(path),
}))

const nonsense: unknown[] = [{}, [], null, 7, 'text', { id: {} }, { id: ['1', '2'] }, { id: '../../admin' }, { id: "1' or '1'='1" }, { id: '9'.repeat(400) }, { id: -1 }, { id: 1e308 }, { id: '\u0000' }, { userId: '820003', tenantId: '101' }, { __proto__: { id: 1 } }, { a: 'x'.repeat(600_000) }]

/** These are asked by machines and listen to nothing. */
const deaf = ['/api/health', '/api/ready']
const isTakenAsBody = (input: unknown) => typeof input === 'object' && input !== null && !Array.isArray(input) && JSON.stringify(input).length < 500_000

test('there are doors', () => {
  expect(doors.length).toBeGreaterThan(5)
})

for (const door of doors) {
  for (const method of door.methods) {
    test(`${method} ${door.path} answers bad input with a clear 4xx`, async ({ clientOf, origin, ownAccount }) => {
      const client = await clientOf(ownAccount)
      const headers = { origin: origin(), 'content-type': 'application/json' }
      for (const input of nonsense) {
        const reply = method === 'GET' || method === 'DELETE'
          ? await client.fetch(`${origin()}${door.path}?${new URLSearchParams(Object.entries(input ?? {}).map(([name, value]) => [name, String(value).slice(0, 2000)]))}`, { method, headers: { origin: origin() } })
          : await client.fetch(origin() + door.path, { method, headers, data: JSON.stringify(input) })
        const text = await reply.text()
        expect(reply.status(), `${JSON.stringify(input)?.slice(0, 80)} ${text.slice(0, 200)}`).toBeLessThan(500)
        // No door takes a body that is no object, or a large one (what does not fit a door's schema: tests/request/bad-input.test.ts).
        if (method !== 'GET' && method !== 'DELETE' && !isTakenAsBody(input)) expect(reply.status(), JSON.stringify(input).slice(0, 80)).toBe(door.path === '/api/session/end' ? 401 : 400)
        expect(text).not.toMatch(/at \w+ \(|node_modules|\.ts:\d+|Error:/)
      }
      if (method === 'GET' || method === 'DELETE') {
        const twice = await client.fetch(`${origin()}${door.path}?id=1&id=2`, { method, headers: { origin: origin() } })
        if (!deaf.includes(door.path)) expect(twice.status(), 'a name twice').toBe(400)
      } else {
        const broken = await client.fetch(origin() + door.path, { method, headers, data: '{"id":' })
        // The door that logs out has done so by now.
        expect(broken.status()).toBe(door.path === '/api/session/end' ? 401 : 400)
        const form = await client.fetch(origin() + door.path, { method, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, data: 'id=1' })
        expect(door.path === '/api/session/end' ? [401] : [400, 413, 415]).toContain(form.status())
      }
    })

    if (!door.isPublic) {
      test(`${method} ${door.path} without a session is 401 JSON`, async ({ request, origin }) => {
        const reply = await request.fetch(origin() + door.path, { method, maxRedirects: 0, headers: { origin: origin(), 'content-type': 'application/json' }, ...(method === 'GET' ? {} : { data: '{}' }) })
        expect(reply.status()).toBe(401)
        expect(await reply.json()).toEqual({ error: { code: 'expired' } })
      })

      test(`${method} ${door.path} with another tenant's cookie is 401`, async ({ request, clientOf, origin }) => {
        const { cookies } = await (await clientOf('liming', 'bgy.localhost')).storageState()
        const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
        const reply = await request.fetch(origin() + door.path, { method, headers: { cookie, origin: origin(), 'content-type': 'application/json' }, ...(method === 'GET' ? {} : { data: '{}' }) })
        expect(reply.status()).toBe(401)
      })
    }

    if (method === 'GET' && !door.isPublic) {
      test(`GET ${door.path} is no part of another site's page`, async ({ clientOf, origin, ownAccount }) => {
        const client = await clientOf(ownAccount)
        for (const headers of [{ 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' }, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }]) expect((await client.fetch(origin() + door.path, { headers })).status()).toBe(403)
      })
    }

    if (method !== 'GET') {
      const senders: Record<string, Record<string, string>> = {
        'a foreign origin': { origin: 'https://evil.example' },
        'a sibling tenant': { origin: 'http://bgy.localhost:3100', 'sec-fetch-site': 'same-site' },
        'a sandboxed frame': { origin: 'null' },
        'nowhere': {},
        'another site, as the browser says': { 'sec-fetch-site': 'cross-site' },
      }
      test(`${method} ${door.path} is refused from ${Object.keys(senders).join(', ')}`, async ({ clientOf, origin, ownAccount }) => {
        const client = await clientOf(ownAccount)
        for (const [from, headers] of Object.entries(senders)) {
          const reply = await client.fetch(origin() + door.path, { method, headers: { 'content-type': 'application/json', ...headers }, data: '{}' })
          expect(reply.status(), from).toBe(403)
        }
      })
    }
  }
}
