import { NextRequest } from 'next/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import type { Tenant } from '@/lib/domain/tenant'
import { beginLaunch } from '@/lib/request/launches'
import middleware from '@/middleware'

vi.hoisted(() => Object.assign(process.env, { CONTENT_ORIGIN: 'http://content.example:3000' }))
vi.mock('next/headers', () => ({ headers: async () => new Headers({ host: 'train.example:3000' }), cookies: async () => ({ get: () => undefined }) }))

const learner = new Learner({ id: '1', tenantId: '82', username: 'x', locale: 'zh', token: 't' })
const startedAt = Math.floor(Date.now() / 1000)
const session = { sid: 's', tenantId: '82', learnerId: '1', username: 'x', name: 'x', avatarUrl: null, roles: [], exerciseBank: false, token: 't', refreshToken: null, startedAt, tokenEndsAt: startedAt + 3600 }

let launch: string
beforeAll(async () => {
  const { path } = await beginLaunch({ learner, session, tenant: {} as Tenant }, { place: { courseId: '1', planId: null, itemId: null, chapterId: '1', sectionId: '1' }, sectionId: '1', resourceId: '1', package: { standard: 'scorm12', title: 'x', items: [] } as never, root: 'http://127.0.0.1:4000/x/' })
  launch = path
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
