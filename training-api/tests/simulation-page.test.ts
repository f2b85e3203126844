import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulations } from '../db/schema/simulation.ts'
import { issueTicket } from '../queries/simulation.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test.each(['/simulation', '/simulation/', '/simulation/index.html', '/simulation?courseId=6001&userId=1&language=ja'])('%s is the page, locked to its own files', async (address) => {
  const reply = await api.fetch(address)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await reply.text()).toContain('<script type="module" src="simulation.js">')
})

test.each([['simulation.js', 'text/javascript'], ['art.js', 'text/javascript'], ['words.js', 'text/javascript'], ['simulation.css', 'text/css']])('%s is served as %s', async (name, type) => {
  const reply = await api.fetch(`/simulation/${name}`)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain(type)
})

test.each(['nothing.js', '..%2fmake.sh', '%2e%2e%2fmake.sh', '.hidden'])('%s is not found', async (name) => {
  expect((await api.fetch(`/simulation/${name}`)).status).toBe(404)
})

test('a launch that is unknown has no title', async () => {
  expect((await api.visitor(82).get('/simulation/launch', { requestId: '99', ticket: '82.x' })).data).toEqual({ title: null })
  expect((await api.visitor(82).get('/simulation/launch', { requestId: 'x', simulationId: '-1', ticket: '' })).data).toEqual({ title: null })
})

test('a launch has the title of its simulation, by its request or by its own id', async () => {
  await api.db.insert(simulations).values({ tenantId: 82, simulationId: 6001, title: '验电与接地', platform: 'web' })
  const { requestId, ticket } = await issueTicket(api.db, {
    tenantId: 82, userId: 1, simulationId: 6001, sectionId: 5, examId: null, planItemId: 0, now: api.clock.now(),
  })
  const visitor = api.visitor(82)
  expect((await visitor.get('/simulation/launch', { requestId: String(requestId), ticket })).data).toEqual({ title: '验电与接地' })
  expect((await visitor.get('/simulation/launch', { requestId: '6001', simulationId: '6001', ticket })).data).toEqual({ title: '验电与接地' })
  expect((await visitor.get('/simulation/launch', { requestId: String(requestId), ticket: ticket.replace('82.', '101.') })).data).toEqual({ title: null })
})
