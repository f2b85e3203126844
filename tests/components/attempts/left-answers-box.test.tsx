// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LeftAnswersBox } from '@/components/attempts/left-answers-box'
import type { AnswerFile, FiledAnswers } from '@/lib/domain/answer-file'
import type { OpenedAttempt } from '@/lib/domain/attempts'
import { chosen, newJournal } from '@/lib/domain/attempts-journal'
import type { Locale } from '@/lib/domain/locale'
import { show } from '../../support/render'
import { ExamServer, place, questions } from './exam-server'

afterEach(() => vi.unstubAllGlobals())

const attempt: OpenedAttempt = { place, ref: { attemptId: '5', answerId: '6' }, title: '低压电工理论考试', questions, answers: {}, standing: new ExamServer(() => 0).standing(), extraTimeFactor: 1 }
const left = { attempt, journal: chosen(chosen(newJournal({ q2: ['20'] }, 1), 'q3', ['31', '33'], 'operation-1'), 'q2', [], 'operation-2') }

function showBox(locale: Locale = 'zh', onDone?: () => void, of = left) {
  show(<QueryClientProvider client={new QueryClient()}><LeftAnswersBox left={of} why="late" learner={{ id: '1', name: '李明', account: 'liming' }} {...(onDone ? { onDone } : {})} /></QueryClientProvider>, locale)
}
const filed: FiledAnswers = { number: 'A1-0011223344556677', attemptId: '5', receivedAt: '2026-03-10T02:50:00.000Z', late: 2, arrived: 1, unfit: 0 }
const door = (...answers: (() => Promise<Response>)[]) => {
  const asked = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(() => (answers.shift() ?? (() => Promise.reject(new TypeError('Failed to fetch'))))())
  vi.stubGlobal('fetch', asked)
  return asked
}

describe('answers that did not arrive', () => {
  it('are named with what was chosen, and with what to do', () => {
    showBox()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['第 2 题：已清空', '第 3 题：BD'])
    expect(screen.getByText(/^请把这些答案交给考试组织单位/)).toBeTruthy()
  })

  it.each([['zh', ['一道已不在试卷中的题目', '第 1 题：选项已不在试卷中', '第 2 题：已清空']], ['en', ['A question that is no longer on the paper', 'Question 1: an option that is no longer there', 'Question 2: cleared']], ['ja', ['試験からなくなった問題', '第1問：なくなった選択肢', '第2問：取り消し']]] as const)('are named for what they are where the paper was changed meanwhile (%s)', (locale, words) => {
    const changed = chosen(chosen(chosen(newJournal({ q2: ['20'] }, 1), 'q9', ['91'], 'operation-1'), 'q1', ['1999'], 'operation-2'), 'q2', [], 'operation-3')
    showBox(locale, undefined, { attempt, journal: changed })
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(words)
  })

  it('are for a file alone where the platform takes none', () => {
    showBox('zh', undefined, { ...left, attempt: { ...attempt, standing: { ...attempt.standing, epoch: null } } })
    expect(screen.getByText('请下载答案文件，连同情况说明尽快交给考试组织单位。')).toBeTruthy()
    expect([screen.queryByText(/^请把这些答案交给考试组织单位/), screen.queryByRole('button', { name: '交给考试组织单位' })]).toEqual([null, null])
  })

  it('are scrolled by keyboard where they are many', () => {
    showBox()
    const list = screen.getByRole('list', { name: '有答案没有送达服务器' })
    list.focus()
    expect(document.activeElement).toBe(list)
  })

  it('are handed in, once they get through, and the same ones when they are sent again', async () => {
    const asked = door(() => Promise.reject(new TypeError('Failed to fetch')), () => Promise.resolve(Response.json({ filed })))
    const onDone = vi.fn()
    showBox('zh', onDone)
    fireEvent.click(screen.getByRole('button', { name: '交给考试组织单位' }))
    expect((await screen.findByRole('alert')).textContent).toContain('没有送达，请稍后重试')
    fireEvent.click(screen.getByRole('button', { name: '交给考试组织单位' }))
    const word = await screen.findByRole('status')
    expect(word.textContent).toMatch(/已收到，编号 A1-0011223344556677。\s*2 个答案标记为迟到。\s*1 个答案其实已经保存。/)
    const [first, second] = asked.mock.calls.map(([, init]) => init?.body)
    expect(second).toBe(first)
    fireEvent.click(screen.getByRole('button', { name: '知道了，继续' }))
    expect(onDone).toHaveBeenCalledOnce()
  })

  it('are refused in the words of the page', async () => {
    door(() => Promise.resolve(Response.json({ error: { code: 'rejected', message: '考试仍在接收答案，请回到考试页面继续' } }, { status: 409 })))
    showBox('en')
    fireEvent.click(screen.getByRole('button', { name: 'Submit to the organiser' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The exam still takes answers')
  })

  it('lead to the login where the page may be left, and stay in a running exam', async () => {
    const expired = () => Promise.resolve(Response.json({ error: { code: 'expired' } }, { status: 401 }))
    door(expired, expired)
    const leadAway = vi.fn(() => true)
    const client = new QueryClient()
    const box = (leads?: typeof leadAway) => <QueryClientProvider client={client}><LeftAnswersBox left={left} why="earlier" learner={{ id: '1', name: '李明', account: 'liming' }} {...(leads ? { leadAway: leads } : {})} /></QueryClientProvider>
    const { unmount } = show(box(leadAway))
    fireEvent.click(screen.getByRole('button', { name: '交给考试组织单位' }))
    await waitFor(() => expect(leadAway).toHaveBeenCalledWith(expect.objectContaining({ code: 'expired' })))
    expect(screen.queryByRole('alert')).toBeNull()
    unmount()
    show(box())
    fireEvent.click(screen.getByRole('button', { name: '交给考试组织单位' }))
    expect((await screen.findByRole('alert')).textContent).toContain('没有送达，请稍后重试')
  })

  it('can only be downloaded where the platform takes no such files', async () => {
    door(() => Promise.resolve(Response.json({ filed: null })))
    showBox('ja')
    fireEvent.click(screen.getByRole('button', { name: '実施者に提出する' }))
    expect((await screen.findByRole('status')).textContent).toContain('解答ファイルを受け付けていません')
    expect(screen.queryByRole('button', { name: '実施者に提出する' })).toBeNull()
    expect(screen.getByRole('button', { name: '解答ファイルをダウンロード' })).toBeTruthy()
  })

  it('are deleted only after a question, while they are nowhere else', () => {
    const onDone = vi.fn()
    showBox('zh', onDone)
    const remove = () => fireEvent.click(screen.getByRole('button', { name: '删除这些答案' }))
    remove()
    const question = () => within(screen.getByRole('alertdialog', { name: '确定删除这些答案吗？' }))
    fireEvent.click(question().getByRole('button', { name: '取消' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(onDone).not.toHaveBeenCalled()
    remove()
    fireEvent.click(question().getByRole('button', { name: '删除这些答案' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(onDone).toHaveBeenCalledOnce()
  })

  it('are downloaded as a file, and only then called saved', async () => {
    const blobs: Blob[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`, revokeObjectURL: () => undefined }))
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const onDone = vi.fn()
    showBox('en', onDone)
    expect(screen.getByRole('button', { name: 'Delete these answers' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Download answer file' }))
    await waitFor(() => expect(names).toEqual(['answers-not-received-5.json']))
    const file = JSON.parse(await blobs[0]!.text()) as AnswerFile
    const { answers } = JSON.parse(file.content!) as { answers: { number: number; letters: string }[] }
    expect(answers.map(({ number, letters }) => [number, letters])).toEqual([[2, ''], [3, 'BD']])
    fireEvent.click(screen.getByRole('button', { name: 'Saved, continue' }))
    expect(onDone).toHaveBeenCalledOnce()
  })
})
