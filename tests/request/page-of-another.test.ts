import { beforeAll, expect, it, vi } from 'vitest'
import { pageLearnerHeader } from '@/lib/domain/session'
import { knock, mountedDoors } from '../support/mounted-doors'
import { mountPlatform } from '../support/platform'

vi.mock('next/headers', () => import('../support/request-scope'))

const platform = mountPlatform()
const door = (name: string) => mountedDoors.find((one) => one.name === name)!
let cookie: string
let learnerId: string
beforeAll(async () => {
  const told = await knock(door('POST /api/public/session'), { fields: { account: 'liming', password: 'Train2026', consent: true } })
  cookie = `sid=${told.set.find(({ name }) => name === 'sid')!.value}`
  learnerId = (await platform.learner('liming', 82)).id
})
const visit = { visitId: 'abcdefgh-1', place: { courseId: '3001', planId: null, itemId: null, chapterId: '3101', sectionId: '3201' }, kind: 'study' }
const ask = (name: string, fields: Record<string, unknown>, page?: string) => knock(door(name), { cookie, fields, headers: page === undefined ? {} : { [pageLearnerHeader]: page } })

it.each([['POST /api/study/start', { ...visit, name: 'x', enrol: false }], ['POST /api/study/end', { ...visit, minutes: 3 }], ['GET /api/messages/unread', {}]])('a page of who was logged in before does nothing as the learner of now: %s', async (name, fields) => {
  const reached: string[] = []
  platform.server.events.on('request:start', ({ request }) => void reached.push(request.url))
  const told = await ask(name, fields, '999')
  platform.server.events.removeAllListeners()
  expect([told.status, JSON.parse(told.text)]).toEqual([401, { error: { code: 'expired', fields: { learner: 'other' } } }])
  expect(reached).toEqual([])
  // The session of now is none of its business.
  expect(told.set).toEqual([])
  expect((await ask('GET /api/messages/unread', {})).status).toBe(200)
  expect((await ask('GET /api/messages/unread', {}, learnerId)).status).toBe(200)
})
