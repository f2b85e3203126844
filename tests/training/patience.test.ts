import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Section } from '@/lib/domain/catalogue'
import { Learner } from '@/lib/domain/learner'
import { longestSendMs } from '../../training-api/code-sender'

// A platform that takes longer than a call has, and then says yes; it is quick only to tell of simulations.

const LIMIT_MS = 1_000
const TAKEN_MS = 1_300
const quick = ['/train/examPlan/simulationExamResult/77/820001', '/train/examPlanApp/info']
let server: Server
let account: typeof import('@/lib/training/account')
let courseware: typeof import('@/lib/training/courseware')
let files: typeof import('@/lib/training/answer-files')
let simulations: typeof import('@/lib/training/exam-simulations')
let client: typeof import('@/lib/training/client')

const replies: Record<string, unknown> = {
  '/train/web/getCoursewarePackage': { standard: 'scorm12', title: 'x', rootUrl: '/train/file/courseware/7003/', itemList: [{ id: 'a', title: 'a', href: 'index.html' }] },
  '/train/examPlan/simulationExamResult/77/820001': [{ totalScore: 90, finishTime: '2026-03-10 10:00:00' }],
  '/train/examPlanApp/info': { title: 'x', examType: 2, paperId: 828006, useRecord: [] },
  '/train/examPlanApp/startAnswer': { answerId: 5, instanceId: 6 },
  '/train/examPlanApp/submitPaper': { integral: [], certificate: 1 },
  '/train/examPlanApp/handInAnswerFile': { number: '1', instanceId: 1, time: '2026-03-10 10:00:00', late: 0, arrived: 1, unfit: 0 },
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 0, msg: null, data: replies[path] ?? true })), quick.includes(path) ? 0 : TAKEN_MS)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  vi.stubEnv('UPSTREAM_BASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('UPSTREAM_TIMEOUT_MS', String(LIMIT_MS))
  ;[account, courseware, files, simulations, client] = await Promise.all([import('@/lib/training/account'), import('@/lib/training/courseware'), import('@/lib/training/answer-files'), import('@/lib/training/exam-simulations'), import('@/lib/training/client')])
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

const learner = new Learner({ id: '820001', tenantId: '82', username: 'liming', locale: 'zh', token: 't' })
const visitor = { tenantId: '82', locale: 'zh' as const }
const phone = '13800000001'
const passwords = { password: 'Train2026', confirmation: 'Train2026' }

describe('a platform that is slow', () => {
  it('is given up by calls that can be made again', async () => {
    await expect(account.countAccountsByPhone(visitor, { phone })).rejects.toMatchObject({ code: 'timeout' })
    await expect(account.getProfile(learner)).rejects.toMatchObject({ code: 'timeout' })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a code for a registration', () => account.sendRegistrationCode(visitor, { phone })],
    ['a code for a new password', () => account.sendResetCode(visitor, { phone })],
    ['a registration', () => account.register(visitor, { phone, code: '123456', nickname: 'x', ...passwords })],
    ['a new password by a code', () => account.resetPassword(visitor, { phone, ...passwords })],
    ['a new password by the old one', () => account.changePassword(learner, 'Train2026')],
    ['another phone', () => account.changeContact(learner, 'phone', phone)],
    ['a package that has to be unpacked', () => courseware.findPackage(learner, { name: 'x', resource: { id: '7003', kind: 'courseware', url: '/x.zip' } } as Section)],
    ['the result of a simulation', () => simulations.handInSimulation(learner, { place: { origin: 'standalone', examId: '8006', paperId: '828006' }, requestId: '77', kind: 'course' })],
    ['a file of answers', () => files.handInAnswerFile(learner, { file: 'x' })],
  ])('is waited for by %s', async (_what, call) => {
    await expect(call()).resolves.toBeDefined()
  })

  it('may try to send a code twice before anybody gives it up', () => {
    expect(client.LONG_MS).toBe(30_000)
    expect(longestSendMs).toBeLessThanOrEqual(client.LONG_MS - 5_000)
  })
})
