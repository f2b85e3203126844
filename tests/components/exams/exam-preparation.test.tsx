// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MemoryStore } from '@/components/attempts/attempt-store'
import { ExamPreparation } from '@/components/exams/exam-preparation'
import { Providers } from '@/components/shell/providers'
import { chosen, newJournal } from '@/lib/domain/attempts-journal'
import type { ExamDetail } from '@/lib/domain/exams'
import { show } from '../../support/render'
import { ExamServer, questions } from '../attempts/exam-server'

// Two exams under one address, whose query alone tells them apart: the page stays and is given the other one.

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, refresh: () => undefined }) }))
const store = new MemoryStore()
vi.mock('@/components/attempts/attempt-store', async (original) => ({ ...(await original<typeof import('@/components/attempts/attempt-store')>()), openAttemptStore: () => Promise.resolve(store) }))

const now = Date.parse('2026-03-05T10:00:00+08:00')
const learner = { id: '1', name: '李明', account: 'liming' }
const theory: ExamDetail = {
  id: '8001', kind: 'theory', title: '低压电工理论考试', subjectName: '', companyName: '', paperId: '8201', sectionId: null, totalScore: 100, passScore: 60, questionCount: 4, practicalGroupCount: 0,
  answerMinutes: 45, extraTimeFactor: 1, attemptsAllowed: null, attemptsUsed: 1, matters: null, startsAt: null, endsAt: null, status: 'available', switches: null, simulation: null, reportedRequestId: null,
  attempts: [{ id: '9', answerId: '10', number: 1, score: 40, state: 'finished', outcome: 'failed', startedAt: null, finishedAt: null, practical: null }],
}
const other: ExamDetail = { ...theory, id: '8002', paperId: '8202', title: '高处作业理论考试' }
const simulation: ExamDetail = { ...theory, id: '8006', kind: 'simulation', paperId: '8206', title: '低压电工仿真考试', simulation: { requestId: 'r1', ticket: null }, attempts: [] }
const page = (exam: ExamDetail, aheadMs: number | null = 0) => <Providers><ExamPreparation exam={exam} simulationUrl={exam.simulation && 'https://simulation.example/'} now={{ serverNow: now, aheadMs, loginEndsAt: now + 24 * 3_600_000 }} learner={learner} /></Providers>

/** Where a result was looked for, and under which launch. */
const looks: [examId: string, requestId: string][] = []
beforeEach(() => {
  looks.length = 0
  vi.spyOn(Date, 'now').mockReturnValue(now)
  vi.stubGlobal('open', () => ({ closed: false, location: { replace: () => undefined }, close: () => undefined }))
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (path.includes('clock')) return Promise.resolve(Response.json({ now }))
    if (path.includes('launch')) return Promise.resolve(Response.json({ requestId: 'r2', address: 'https://simulation.example/?testRequestId=r2' }))
    if (path.includes('attempts/files')) return Promise.resolve(Response.json([]))
    const { place, requestId } = JSON.parse(String(init.body)) as { place: { examId: string }; requestId: string }
    looks.push([place.examId, requestId])
    return Promise.resolve(Response.json({ handedIn: false }))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each([['a theory exam', theory, []], ['another simulation', { ...simulation, id: '8007', paperId: '8207', simulation: { requestId: 'r7', ticket: null } }, [['8007', 'r7']]]] as const)('a simulation that is open reports nothing to %s that is shown meanwhile', async (_, shown, expected) => {
  const { rerender } = show(page(simulation))
  await waitFor(() => expect(looks).toEqual([['8006', 'r1']]))
  fireEvent.click(screen.getByRole('button', { name: '开始考试' }))
  expect(await screen.findByText(/仿真考试已在新窗口打开/)).toBeTruthy()
  looks.length = 0
  rerender(page(shown))
  expect(screen.queryByText(/仿真考试已在新窗口打开/)).toBeNull()
  await waitFor(() => expect(looks).toEqual(expected))
  await act(async () => void window.dispatchEvent(new Event('focus')))
  expect(looks.filter(([, requestId]) => requestId === 'r2')).toEqual([])
})

/** Keeps one answer of an attempt of this exam that did not get through. */
async function keepOf(exam: ExamDetail): Promise<void> {
  const standing = new ExamServer(() => now).standing()
  const attempt = {
    place: { origin: 'standalone' as const, examId: exam.id, paperId: exam.paperId }, ref: { attemptId: 'a1', answerId: 'a1' }, title: exam.title, questions, answers: {}, extraTimeFactor: 1,
    standing: { ...standing, clock: { ...standing.clock, deadline: now - 120_000, lateUntil: now - 60_000 } },
  }
  await store.keepPaper('1', attempt, 0)
  await store.keepJournal('1', 'a1', chosen(newJournal({}, 0), 'q1', ['11'], 'operation-1'), null)
}

it('answers that were kept of an exam are not offered under another', async () => {
  await keepOf(theory)
  const { rerender } = show(page(theory))
  expect(await screen.findByRole('heading', { name: '有答案没有送达服务器' })).toBeTruthy()
  rerender(page(other))
  expect(screen.queryByRole('heading', { name: '有答案没有送达服务器' })).toBeNull()
  rerender(page(theory))
  expect(await screen.findByRole('heading', { name: '有答案没有送达服务器' })).toBeTruthy()
})

it('a file of answers that was chosen for an exam is not handed in under another', async () => {
  const { rerender } = show(page(theory))
  const open = () => fireEvent.click(screen.getByText('断网没有交上的答案：提交答案文件'))
  open()
  fireEvent.change(await screen.findByLabelText('选择答案文件', { selector: 'input' }), { target: { files: [new File(['no answers'], 'x.json')] } })
  expect(await screen.findByRole('alert')).toBeTruthy()
  rerender(page(other))
  expect(screen.queryByRole('alert')).toBeNull()
  open()
  expect(await screen.findByLabelText('选择答案文件', { selector: 'input' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a file of answers is asked for only where the platform takes some', () => {
  const { rerender } = show(page(theory))
  expect(screen.getByText('断网没有交上的答案：提交答案文件')).toBeTruthy()
  rerender(page(theory, null))
  expect(screen.queryByText('断网没有交上的答案：提交答案文件')).toBeNull()
})

it('the last attempt that may be under way is listed as one that is, whatever its score', () => {
  const listed = { ...theory.attempts[0]!, score: 0, outcome: 'failed' as const, isUnsure: true as const, mayRun: true as const }
  const { rerender } = show(page({ ...theory, attemptsAllowed: 1, attemptsUsed: 1, status: 'available', attempts: [listed] }))
  const rowSays = () => screen.getByText(`第 ${listed.number} 次`).closest('li')!.textContent
  expect(rowSays()).toMatch(/–.*作答中/)
  rerender(page({ ...theory, attemptsAllowed: 2, attemptsUsed: 1, status: 'available', attempts: [listed] }))
  expect(rowSays()).toMatch(/0 分.*未通过/)
})
