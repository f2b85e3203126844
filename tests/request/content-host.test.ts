import { existsSync, readFileSync } from 'node:fs'
import { NextRequest } from 'next/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { POST } from '@/app/content/[ticket]/commit/route'
import { Learner } from '@/lib/domain/learner'
import type { Tenant } from '@/lib/domain/tenant'
import { beginLaunch } from '@/lib/request/launches'
import middleware from '@/middleware'
import { root } from '../support/sources'

vi.hoisted(() => Object.assign(process.env, { CONTENT_ORIGIN: 'http://content.example:3000' }))
vi.mock('next/headers', () => ({ headers: async () => new Headers({ host: 'train.example:3000' }), cookies: async () => ({ get: () => undefined }) }))

const learner = new Learner({ id: '1', tenantId: '82', username: 'x', locale: 'zh', token: 't' })
const startedAt = Math.floor(Date.now() / 1000)
const session = { sid: 's', tenantId: '82', learnerId: '1', username: 'x', name: 'x', avatarUrl: null, roles: [], exerciseBank: false, token: 't', refreshToken: null, startedAt, tokenEndsAt: startedAt + 3600 }

const begun = async (sectionId: string, learnerId = '1') => (await beginLaunch({ learner, session: { ...session, learnerId }, tenant: {} as Tenant }, { place: { courseId: '1', planId: null, itemId: null, chapterId: '1', sectionId }, sectionId, resourceId: sectionId, package: { standard: 'scorm12', title: 'x', items: [] } as never, root: 'http://127.0.0.1:4000/x/' })).path
let launch: string
beforeAll(async () => {
  launch = await begun('1')
})

async function passes(method: string, below: string, headers: Record<string, string> = {}): Promise<boolean> {
  const { status, headers: told } = await middleware(new NextRequest(`http://content.example:3000${launch}${below}`, { method, headers: { host: 'content.example:3000', ...headers } }))
  const goesOn = told.get('x-middleware-next') === '1'
  expect(goesOn ? 200 : 404).toBe(status)
  return goesOn
}

describe('the courseware host', () => {
  it.each([['GET', ''], ['HEAD', ''], ['GET', '/p/index.html'], ['HEAD', '/p/a/b.js'], ['POST', '/commit']])('lets %s of a launch through: "%s"', async (method, below) => {
    expect(await passes(method, below)).toBe(true)
  })

  it('lets a launch that is over be told so by the door for what packages keep', async () => {
    const { headers } = await middleware(new NextRequest(`http://content.example:3000/content/${'x'.repeat(43)}/commit`, { method: 'POST', headers: { host: 'content.example:3000' } }))
    expect(headers.get('x-middleware-next')).toBe('1')
  })

  // What a post to a page means to the framework is a call of a Server Action, which it would begin to read.
  it.each([['POST', ''], ['PUT', ''], ['DELETE', ''], ['POST', '/p/index.html'], ['POST', '/commit/'], ['POST', '/other']])('takes no %s but at the door for what packages keep: "%s"', async (method, below) => {
    expect(await passes(method, below)).toBe(false)
  })

  it.each([['GET', ''], ['POST', ''], ['POST', '/commit'], ['GET', '/p/index.html']])('takes no call of a Server Action, by %s at "%s"', async (method, below) => {
    expect(await passes(method, below, { 'next-action': '40aa' })).toBe(false)
  })
})

describe('what packages keep', () => {
  const commit = async (path: string, body = '{}') => {
    const answer = await POST(new Request(`http://content.example:3000${path}/commit`, { method: 'POST', body }), { params: Promise.resolve({ ticket: path.split('/')[2]! }) })
    return [answer.status, await answer.json()]
  }

  it('comes 180 times a minute from a launch at most, whatever it is; another launch goes on', async () => {
    const [busy, other] = [await begun('2'), await begun('3')]
    for (let times = 1; times <= 180; times += 1) expect(await commit(busy), `commit ${times}`).toEqual([400, { answer: 'invalid' }])
    expect(await commit(busy)).toEqual([429, { answer: 'busy' }])
    expect(await commit(other)).toEqual([400, { answer: 'invalid' }])
    expect(await commit(busy)).toEqual([429, { answer: 'busy' }])
  })

  it('is refused whatever stands in it, and never a failure of ours', async () => {
    const hostile = await begun('5', '5')
    const many = JSON.stringify({ seq: 1, current: 'ITEM', items: Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`\uffff${index}`, 0])) })
    for (const body of [many, '['.repeat(1_000_000), `{"seq":1,"current":"ITEM","items":${'{"a":'.repeat(200_000)}`, '\0']) expect(await commit(hostile, body)).toEqual([400, { answer: 'invalid' }])
  })

  it('comes 360 times a minute from all launches of a learner at most; another learner goes on', async () => {
    for (const section of ['11', '12']) {
      const path = await begun(section, '7')
      for (let times = 1; times <= 180; times += 1) expect(await commit(path), `commit ${times}`).toEqual([400, { answer: 'invalid' }])
    }
    expect(await commit(await begun('13', '7'))).toEqual([429, { answer: 'busy' }])
    expect(await commit(await begun('13', '8'))).toEqual([400, { answer: 'invalid' }])
  })
})

it('the hostile package of the tests attacks doors that are there', () => {
  const folder = `${root}training-api/tests/fixtures/courseware/hostile/`
  const attacked = new Set(['hostile.js', 'index.html'].flatMap((name) => readFileSync(folder + name, 'utf8').match(/\/api\/[\w/-]+/g) ?? []))
  expect([...attacked]).toEqual(expect.arrayContaining(['/api/session/end', '/api/public/session/who']))
  expect([...attacked].filter((path) => !existsSync(`${root}app${path}/route.ts`))).toEqual([])
})
