// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MemoryStore } from '@/components/attempts/attempt-store'
import { KeptAnswers } from '@/components/attempts/kept-answers'
import ExamStage from '@/components/exams/exam-stage'
import type { ExamPlace, OpenedAttempt } from '@/lib/domain/attempts'
import { chosen, newJournal } from '@/lib/domain/attempts-journal'
import type { Attempt } from '@/lib/domain/exams'
import type { PlayerSubject, Stop } from '@/lib/domain/player'
import { playerExamQuery, type OpenedExam } from '@/lib/queries/exams'
import { show } from '../../support/render'
import { ExamServer, place as standalone, questions } from './exam-server'

let store = new MemoryStore()
let readEarlier = vi.spyOn(store, 'readEarlier')
vi.mock('@/components/attempts/attempt-store', async (original) => ({ ...(await original<typeof import('@/components/attempts/attempt-store')>()), openAttemptStore: () => Promise.resolve(store) }))
beforeEach(() => {
  store = new MemoryStore()
  readEarlier = vi.spyOn(store, 'readEarlier')
})

const learner = { id: '1', name: '李明', account: 'liming' }
const HOUR = 3_600_000

/** What is kept of an attempt, with one answer to the question of this number unsent. */
function kept(attemptId: string, number: number, { endsIn, ahead = 0, place = standalone }: { endsIn: number; ahead?: number; place?: ExamPlace }) {
  const standing = new ExamServer(() => Date.now()).standing()
  const clock = { ...standing.clock, deadline: Date.now() + endsIn - 60_000, lateUntil: Date.now() + endsIn }
  const attempt: OpenedAttempt = { place, ref: { attemptId, answerId: attemptId }, title: '考试', questions, answers: {}, standing: { ...standing, clock }, extraTimeFactor: 1 }
  return { attempt, ahead, handInBy: null, journal: chosen(newJournal({}, 0), `q${number}`, [`${number}1`], `operation-${number}`) }
}
async function keep({ attempt, ahead, journal }: ReturnType<typeof kept>) {
  await store.keepPaper('1', attempt, ahead)
  await store.keepJournal('1', attempt.ref.attemptId, journal, null)
}
async function keepEarlier(one: ReturnType<typeof kept>) {
  await store.keepEarlier('1', one)
  await store.keepJournal('1', one.attempt.ref.attemptId, one.journal, null)
}
const asked = (element: React.ReactElement, client = new QueryClient()) => show(<QueryClientProvider client={client}>{element}</QueryClientProvider>)
/** The answers that are shown, after the question. */
function remove() {
  fireEvent.click(screen.getByRole('button', { name: '删除这些答案' }))
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '删除这些答案' }))
}
/** What is kept was looked at, and shown if there is any. */
async function looked() {
  await waitFor(() => expect(readEarlier).toHaveBeenCalled())
  await act(async () => undefined)
}

describe('answers that this browser kept', () => {
  it('of every attempt whose answers did not get through are shown, one after the other', async () => {
    await keepEarlier(kept('a1', 1, { endsIn: HOUR }))
    await keep(kept('a2', 2, { endsIn: -HOUR }))
    asked(<KeptAnswers learner={learner} place={standalone} attempts={[]} />)
    expect((await screen.findByRole('listitem')).textContent).toBe('第 1 题：B')
    remove()
    await waitFor(() => expect(screen.getByRole('listitem').textContent).toBe('第 2 题：B'))
    expect(await store.readEarlier('1', standalone)).toEqual([])
    remove()
    await waitFor(() => expect(screen.queryByRole('heading', { name: '有答案没有送达服务器' })).toBeNull())
    expect(await store.read('1', standalone)).toBeNull()
  })

  // When the paper ends is by the server's clock, which is `ahead` of the device's calendar.
  it.each([['an hour fast, while the attempt runs', -HOUR / 2, -HOUR, 0], ['an hour slow, when it is over', HOUR / 2, HOUR, 1], ['right, while it runs', HOUR / 2, 0, 0]])('on a device that is %s', async (_how, endsIn, ahead, count) => {
    await keep(kept('a1', 1, { endsIn, ahead }))
    asked(<KeptAnswers learner={learner} place={standalone} attempts={[]} />)
    await looked()
    expect(screen.queryAllByRole('heading', { name: '有答案没有送达服务器' })).toHaveLength(count)
  })
})

describe('answers of an attempt whose time is not over', () => {
  const listed = { id: 'a1', answerId: 'a1', number: 1, score: 40, state: 'finished', outcome: 'failed', startedAt: null, finishedAt: null, practical: null } satisfies Attempt
  it.each<[string, Partial<Attempt>, number]>([
    ['was handed in from another device', {}, 1], ['waits for its review', { state: 'pendingReview' }, 1], ['is named by its answers alone', { id: 'x' }, 1],
    ['runs', { state: 'running', score: null, outcome: null }, 0], ['takes last answers still', { score: null, outcome: null, lateMs: 30_000 }, 0], ['may run', { isUnsure: true, mayRun: true, score: 0 }, 0],
    ['is another one', { id: 'a2', answerId: 'a2' }, 0],
  ])('are shown when it is over by what the platform tells: it %s', async (_, more, count) => {
    await keep(kept('a1', 1, { endsIn: HOUR }))
    asked(<KeptAnswers learner={learner} place={standalone} attempts={[{ ...listed, ...more }]} />)
    await looked()
    expect(screen.queryAllByRole('heading', { name: '有答案没有送达服务器' })).toHaveLength(count)
  })

  it('are shown as soon as its last answers can come no more', async () => {
    await keep(kept('a1', 1, { endsIn: HOUR }))
    const page = (attempts: Attempt[]) => <QueryClientProvider client={new QueryClient()}><KeptAnswers learner={learner} place={standalone} attempts={attempts} /></QueryClientProvider>
    const { rerender } = show(page([{ ...listed, score: null, outcome: null, lateMs: 30_000 }]))
    await looked()
    expect(screen.queryByRole('heading', { name: '有答案没有送达服务器' })).toBeNull()
    rerender(page([listed]))
    expect(await screen.findByRole('heading', { name: '有答案没有送达服务器' })).toBeTruthy()
  })
})

describe('answers of an attempt that was handed in elsewhere a moment ago', () => {
  const late = (attemptId: string, lateMs: number): Attempt => ({ id: attemptId, answerId: attemptId, number: 1, score: null, state: 'finished', outcome: null, startedAt: null, finishedAt: null, practical: null, lateMs })

  it('are shown by themselves once its last answers can come no more', async () => {
    await keep(kept('a1', 1, { endsIn: HOUR }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    asked(<KeptAnswers learner={learner} place={standalone} attempts={[late('a1', 30_000)]} />)
    const heading = () => screen.queryByRole('heading', { name: '有答案没有送达服务器' })
    await vi.waitFor(() => expect(readEarlier).toHaveBeenCalledTimes(1), { timeout: 10_000 })
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect([heading(), readEarlier.mock.calls.length]).toEqual([null, 1])
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    await vi.waitFor(() => expect(heading()).not.toBeNull(), { timeout: 10_000 })
  })
})

describe('the exam of a section, in the player', () => {
  const subject = { kind: 'course', id: '3001' } as PlayerSubject
  const stop = { key: 's', item: { id: null }, chapter: { id: '3103' }, section: { id: '3206' }, name: '章节测验', kind: 'exam', locked: false } as unknown as Stop
  const attempt = { id: 'a1', answerId: 'b1', number: 1, score: 40, state: 'finished' as const, outcome: 'failed' as const, startedAt: null, finishedAt: null, practical: null }
  const exam: OpenedExam = {
    id: '8101', name: '章节测验', kind: 'theory', paperId: '8201', questionCount: 4, answerMinutes: 15, attemptsUsed: 1, attemptsAllowed: 3, passScore: 60, totalScore: 100, bestScore: 40, state: 'inProgress',
    isExhausted: false, simulation: null, reportedRequestId: null, sectionId: '3206', switches: null, attempts: [attempt], simulationUrl: null,
    startsAt: null, endsAt: null, extraTimeFactor: 1, aheadMs: 0, serverNow: Date.now(), loginEndsAt: Date.now() + 24 * HOUR,
  }
  const place: ExamPlace = { origin: 'section', examId: '8101', paperId: '8201', sectionId: '3206', itemId: null, ownerId: '3001', chapterId: '3103' }
  const showStage = (given: OpenedExam) => {
    const client = new QueryClient({ defaultOptions: { queries: { refetchOnMount: false } } })
    client.setQueryData(playerExamQuery({ kind: 'course', ownerId: '3001', sectionId: '3206', itemId: undefined }).queryKey, given)
    asked(<ExamStage learner={{ ...learner, avatarUrl: null }} stop={stop} subject={subject} tell={() => undefined} />, client)
  }

  it('takes what did not get through: from this browser, and as a file', async () => {
    await keep(kept('a1', 1, { endsIn: -HOUR, place }))
    showStage(exam)
    expect(await screen.findByText('断网没有交上的答案：提交答案文件')).toBeTruthy()
    expect(await screen.findByRole('button', { name: '交给考试组织单位' })).toBeTruthy()
  })

  it('shows what did not get through also when it was handed in before its time, from another device', async () => {
    await keep(kept('a1', 1, { endsIn: HOUR, place }))
    showStage(exam)
    expect(await screen.findByRole('button', { name: '交给考试组织单位' })).toBeTruthy()
  })

  it('takes no file where the platform takes none', async () => {
    await keep(kept('a1', 1, { endsIn: -HOUR, place }))
    showStage({ ...exam, aheadMs: null })
    expect(await screen.findByRole('button', { name: '交给考试组织单位' })).toBeTruthy()
    expect(screen.queryByText('断网没有交上的答案：提交答案文件')).toBeNull()
  })

  it.each(['passed', 'failed', 'inProgress'] as const)('that is over (%s) says how often it was answered', (state) => {
    showStage({ ...exam, state, isExhausted: state === 'inProgress', attemptsUsed: 2 })
    expect(screen.getByText('已作答 2 次，不能再次作答')).toBeTruthy()
    expect(screen.queryByRole('link', { name: '开始考试' })).toBeNull()
  })

  it('goes on with the attempt that runs, and begins no other', () => {
    showStage({ ...exam, attempts: [{ ...attempt, id: '88103', state: 'running', score: null, outcome: null }] })
    expect(screen.getByRole('link', { name: '继续作答' }).getAttribute('href')).toContain('instanceId=88103')
  })

  it('says nothing of it before there is an attempt that ended', async () => {
    showStage({ ...exam, attempts: [] })
    await looked()
    expect(screen.queryByText('断网没有交上的答案：提交答案文件')).toBeNull()
    expect(screen.queryByText('有答案没有送达服务器')).toBeNull()
  })
})
