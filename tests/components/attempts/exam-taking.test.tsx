// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ExamTaking } from '@/components/attempts/exam-taking'
import type { StartOutcome } from '@/lib/domain/attempts'
import { show } from '../../support/render'
import { place } from './exam-server'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ replace: () => undefined }), usePathname: () => '/ToTestIng', useSearchParams: () => new URLSearchParams() }))
performance.getEntriesByType = () => []
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'prerendering')
})

it.each(['88103', null])('the attempt of the address is the one that is asked for (%s), and one that has ended leads to its result', async (attemptId) => {
  const asked: unknown[] = []
  const ended: StartOutcome = { started: false, why: 'handedIn', words: '', ref: { attemptId: '88103', answerId: '89103' } }
  vi.stubGlobal('fetch', vi.fn(async (path: string, init?: RequestInit) => {
    if (path.includes('attempts/start')) asked.push(JSON.parse(String(init?.body)))
    return Response.json(ended)
  }))
  show(<ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={attemptId} name="考试" />)
  expect((await screen.findByRole('link', { name: '查看成绩' })).getAttribute('href')).toContain('instanceId=88103')
  expect(asked).toMatchObject([{ place, attemptId }])
})

it('an exam that is rendered ahead of its opening begins when it is opened', async () => {
  const asked: string[] = []
  const ended: StartOutcome = { started: false, why: 'handedIn', words: '', ref: { attemptId: '88103', answerId: '89103' } }
  vi.stubGlobal('fetch', vi.fn(async (path: string) => {
    asked.push(path)
    return Response.json(ended)
  }))
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
  show(<ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={null} name="考试" />)
  await new Promise((done) => setTimeout(done, 50))
  expect(asked).toEqual([])
  document.dispatchEvent(new Event('prerenderingchange'))
  await screen.findByRole('link', { name: '查看成绩' })
  expect(asked.filter((path) => path.includes('attempts/start'))).toHaveLength(1)
})
