// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StudyReporter } from '@/components/study/study-visit'
import { useStudySession } from '@/components/study/use-study-session'
import type { Visit } from '@/lib/domain/study'
import { show } from '../../support/render'

const { made } = vi.hoisted(() => ({ made: [] as unknown[] }))
vi.mock('@/components/study/study-session', () => ({
  StudySession: class {
    constructor(_learnerId: string, reporter: unknown) {
      made.push(reporter)
    }
    open() {}
    async leave() {}
  },
}))
const assign = vi.fn()
beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/StudyDetil', search: '', assign })
})
afterEach(() => vi.unstubAllGlobals())

const visit: Visit = { id: 'visit-1', place: { courseId: '1', planId: null, itemId: null, chapterId: '2', sectionId: '3' }, kind: 'study', countedMs: 0, startedAt: 0 }
function Studying() {
  useStudySession({ learnerId: '1', owner: { kind: 'course', id: '1' }, enrols: false, onRefused: () => undefined })
  return null
}

type Act = (reporter: StudyReporter) => Promise<unknown>
const acts: Record<'start' | 'end' | 'beat', Act> = {
  start: ({ start }) => start(visit, 'x'), end: ({ end }) => end(visit, 1, false), beat: ({ beat }) => beat(visit, { seq: 1, state: 'active', activeSeconds: 15 }, false),
}
function begin() {
  made.length = 0
  assign.mockReset()
  const client = new QueryClient()
  const asked = vi.spyOn(client, 'invalidateQueries')
  show(<QueryClientProvider client={client}><Studying /></QueryClientProvider>)
  return { reporter: made[0] as StudyReporter, asked }
}
const failing = (status: number, code: string) => vi.stubGlobal('fetch', async () => Response.json({ error: { code } }, { status }))

it('a start that is forbidden leads away, and is still a failure', async () => {
  failing(403, 'forbidden')
  await expect(acts.start(begin().reporter)).rejects.toMatchObject({ code: 'forbidden' })
  expect(assign).toHaveBeenCalledWith('/401')
})

it.each(['end', 'beat'] as const)('%s notices a session that is over, and is silent about the rest', async (what) => {
  failing(403, 'forbidden')
  const { reporter, asked } = begin()
  await expect(acts[what](reporter)).rejects.toMatchObject({ code: 'forbidden' })
  expect([assign.mock.calls, asked.mock.calls]).toEqual([[], []])
  failing(401, 'expired')
  await expect(acts[what](reporter)).rejects.toMatchObject({ code: 'expired' })
  expect(asked).toHaveBeenCalledOnce()
})
