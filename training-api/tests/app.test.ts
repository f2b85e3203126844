import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('is healthy when the database answers', async () => {
  const reply = await api.fetch('/health')
  expect(reply.status).toBe(200)
})

test('answers an unknown path with the envelope and 404', async () => {
  const reply = await api.visitor(82).get('/train/nothing')
  expect(reply).toMatchObject({ status: 404, code: 1, data: null })
})
