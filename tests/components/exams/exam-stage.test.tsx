// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import ExamStage from '@/components/exams/exam-stage'
import { Providers } from '@/components/shell/providers'
import { serveToasts } from '@/components/ui/notify'
import { EndedPlanExam } from '@/components/study/ended-plan-exam'
import { stopsOf, type PlayerItem, type PlayerSubject } from '@/lib/domain/player'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), useSearchParams: () => new URLSearchParams(), usePathname: () => '/StudyDetil' }))
vi.mock('@/components/shell/bell', () => ({ Bell: () => null }))
vi.mock('@/components/study/player-menu', () => ({ PlayerMenu: () => null }))

const asked: string[] = []
function answer(exam: object): void {
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json(path === '/api/exams/player' ? exam : path === '/api/exams/clock' ? { now: Date.now() } : { handedIn: false })
  })
}
afterEach(() => vi.unstubAllGlobals())

const subject: PlayerSubject = {
  kind: 'plan', id: '5001', name: '新员工入职培训', coverUrl: null, teacherName: '', companyName: '', rating: 0, hours: 2, credits: 1, progressPercent: 0, learnedHours: 0, state: 'inProgress', permission: 'allowed', window: 'open',
}
const item: PlayerItem = { id: '5104', kind: 'exam', targetId: '8001', name: '入职理论考试', state: 'inProgress', chapters: [] }
const stop = stopsOf({ subject, items: [item] })[0]!
const learner = { id: '820001', name: '李明', account: 'liming', avatarUrl: null }
const exam = {
  id: '8001', name: '入职理论考试', kind: 'theory', paperId: '1', questionCount: 10, answerMinutes: 15, attemptsUsed: 1, attemptsAllowed: 3, passScore: 60, totalScore: 100, bestScore: null, state: 'inProgress', isExhausted: false,
  simulation: null, simulationUrl: null, reportedRequestId: null, sectionId: null, switches: null, attempts: [],
  startsAt: null, endsAt: null, extraTimeFactor: 1, aheadMs: 0, serverNow: Date.now(), loginEndsAt: Date.now() + 24 * 3_600_000,
}

it.each([
  ['is not open now', null, '现在不能开始这场考试'],
  ['has no service here', { requestId: '77', ticket: null }, '尚未配置仿真系统，请联系管理人员'],
])('a simulation exam that %s says so', async (_which, simulation, words) => {
  answer({ ...exam, kind: 'simulation', simulation })
  show(<Providers><ExamStage learner={learner} stop={stop} subject={subject} tell={() => undefined} /></Providers>)
  expect(await screen.findByText(words, undefined, { timeout: 10_000 })).toBeTruthy()
})

it.each([['simulation', '还有 2 次机会，打开不扣次数，每提交一次成绩用掉 1 次', false], ['theory', '还有 2 次机会，开始即用掉 1 次', true]])('what a %s exam uses of the attempts and of the device is said as it is', async (kind, words, keepsAnswers) => {
  answer({ ...exam, kind, simulation: kind === 'simulation' ? { requestId: '77', ticket: null } : null, simulationUrl: 'https://simulation.example/?requestId=77' })
  show(<Providers><ExamStage learner={learner} stop={stop} subject={subject} tell={() => undefined} /></Providers>)
  expect(await screen.findByText(words, undefined, { timeout: 10_000 })).toBeTruthy()
  expect(screen.queryByText('本机存储') !== null).toBe(keepsAnswers)
})

it('an exam of a plan that has ended goes on alone, and no visit is begun', async () => {
  answer({ ...exam, attempts: [{ id: '7', answerId: '8', number: 1, state: 'running', score: null, outcome: null, startedAt: null, submittedAt: null, usedMs: null, practical: null }] })
  show(<Providers><EndedPlanExam learner={learner} stop={stop} subject={{ ...subject, window: 'ended' }} /></Providers>)
  expect((await screen.findByRole('link', { name: '继续作答' }, { timeout: 10_000 })).getAttribute('href')).toContain('instanceId=7')
  expect(screen.getByText('第 1 次作答正在进行，这是最后一次机会')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回计划' }).getAttribute('href')).toBe('/PlanDetil?id=5001')
  expect(asked.filter((path) => path !== '/api/exams/clock')).toEqual(['/api/exams/player'])
})

it('a paper that is listed with a score of 0 while it is written is the last chance, where the platform says so though it names no limit, and has not failed', async () => {
  answer({ ...exam, isExhausted: true, attemptsAllowed: null, attempts: [{ id: '7', answerId: '8', number: 1, state: 'finished', isUnsure: true, mayRun: true, score: 0, outcome: 'failed', startedAt: null, finishedAt: null, practical: null }] })
  show(<Providers><ExamStage learner={learner} stop={stop} subject={subject} tell={() => undefined} /></Providers>)
  expect(await screen.findByText('第 1 次作答正在进行，这是最后一次机会', undefined, { timeout: 10_000 })).toBeTruthy()
  expect([screen.getByText('已用 1 次').tagName, screen.queryByText(/不限/)]).toEqual(['DD', null])
  const row = screen.getByText('第 1 次').closest('li')!
  expect(row.textContent).toMatch(/–.*作答中/)
  expect(within(row).queryByRole('button')).toBeNull()
})

it('of a plan that has ended no other attempt is begun, though some are left', async () => {
  answer(exam)
  show(<Providers><EndedPlanExam learner={learner} stop={stop} subject={{ ...subject, window: 'ended' }} /></Providers>)
  expect(await screen.findByText('现在不能开始这场考试', undefined, { timeout: 10_000 })).toBeTruthy()
  expect([screen.queryByRole('link', { name: '开始考试' }), screen.queryByText('15 分钟内完成 10 题')]).toEqual([null, null])
})

describe('before a paper of a plan', () => {
  const inMinutes = (minutes: number) => Date.now() + minutes * 60_000
  const iso = (minutes: number) => new Date(inMinutes(minutes)).toISOString()
  const opened = async (more: object) => {
    answer({ ...exam, serverNow: Date.now(), ...more })
    show(<Providers><ExamStage learner={learner} stop={stop} subject={subject} tell={() => undefined} /></Providers>)
    return screen.findByRole('link', { name: /开始考试|继续作答/ }, { timeout: 10_000 })
  }

  it('extra time, the end of the exam, this device and a login that is short are told as before an exam by itself', async () => {
    await opened({ extraTimeFactor: 1.5, endsAt: iso(10), loginEndsAt: inMinutes(5) })
    expect(screen.getByText('含为您延长的时间')).toBeTruthy()
    expect(screen.getByText(/^考试将于 .* 结束，届时自动交卷$/)).toBeTruthy()
    expect(screen.getByText(/到期，可能早于考试结束/)).toBeTruthy()
    expect(await screen.findByText('与服务器一致', undefined, { timeout: 10_000 })).toBeTruthy()
  })

  it('what a platform does not tell is not said', async () => {
    await opened({ aheadMs: null, answerMinutes: 0 })
    expect(screen.queryByText(/分钟/)).toBeNull()
    expect([screen.queryByText('含为您延长的时间'), screen.queryByText(/届时自动交卷/), screen.queryByText(/到期/)]).toEqual([null, null, null])
  })

  it('a start of one that has not begun says so here, and leads nowhere', async () => {
    const toasts: string[] = []
    onTestFinished(serveToasts(({ text }) => toasts.push(text)))
    const start = await opened({ startsAt: iso(30) })
    expect(screen.getByText(/^考试将于 .* 开始$/)).toBeTruthy()
    expect(fireEvent.click(start)).toBe(false)
    expect(toasts).toEqual(['考试未开始或考试已结束'])
  })

  it('one that is over says when, and offers no start', async () => {
    answer({ ...exam, serverNow: Date.now(), endsAt: iso(-30) })
    show(<Providers><ExamStage learner={learner} stop={stop} subject={subject} tell={() => undefined} /></Providers>)
    expect(await screen.findByText(/^考试已于 .* 结束$/, undefined, { timeout: 10_000 })).toBeTruthy()
    expect(screen.getByText('现在不能开始这场考试')).toBeTruthy()
    expect([screen.queryByRole('link', { name: '开始考试' }), screen.queryByText('15 分钟内完成 10 题'), screen.queryByRole('button', { name: '重新检查' })]).toEqual([null, null, null])
    expect(asked).not.toContain('/api/exams/clock')
  })

  it('one that is opened again waits for the clock of that moment', async () => {
    answer({ ...exam, startsAt: iso(30) })
    const stage = <ExamStage learner={learner} stop={stop} subject={subject} tell={() => undefined} />
    const { rerender } = show(<Providers>{stage}</Providers>)
    await screen.findByText(/^考试将于 .* 开始$/, undefined, { timeout: 10_000 })
    rerender(<Providers>{null}</Providers>)
    // What nobody looks at any more is given up at the next turn.
    await new Promise((done) => setTimeout(done, 50))
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    rerender(<Providers>{stage}</Providers>)
    expect([screen.queryByText(/^考试将于 .* 开始$/), screen.queryByRole('link', { name: '开始考试' })]).toEqual([null, null])
  })

  it('what is under way goes on, whatever the clock says', async () => {
    const toasts: string[] = []
    onTestFinished(serveToasts(({ text }) => toasts.push(text)))
    const start = await opened({ endsAt: iso(-1), attempts: [{ id: '7', answerId: '8', number: 1, state: 'running', score: null, outcome: null, startedAt: null, finishedAt: null, practical: null }] })
    fireEvent.click(start)
    expect([toasts, screen.queryByText(/^考试已于/)]).toEqual([[], null])
  })
})
