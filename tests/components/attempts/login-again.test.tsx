// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AttemptSession } from '@/components/attempts/attempt-session'
import { MemoryStore } from '@/components/attempts/attempt-store'
import { LoginAgain } from '@/components/attempts/login-again'
import { kept } from '@/components/study/kept'
import { chosen, newJournal } from '@/lib/domain/attempts-journal'
import { show } from '../../support/render'
import { ExamServer, place, questions } from './exam-server'

const door = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => vi.stubGlobal('fetch', door))
afterEach(() => vi.unstubAllGlobals())

describe('the login over a paper', () => {
  it('puts the focus on the password that is missing or wrong, and ties the words to it', async () => {
    const session = new AttemptSession({
      learnerId: '1', place, store: new MemoryStore(), kept, doors: new ExamServer(() => Date.now()).doors(), attemptId: null,
      tab: () => ({ claim: () => undefined, handedIn: () => undefined, close: () => undefined }),
      onOpened: () => undefined, onHandedIn: () => undefined, onRefused: () => undefined,
    })
    show(<LoginAgain session={session} learner={{ id: '1', name: '李明', account: '+8613800138000' }} />)
    const password = screen.getByLabelText<HTMLInputElement>('密码')
    const said = () => document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent
    const logIn = () => {
      const button = screen.getByRole('button', { name: '登录' })
      button.focus()
      fireEvent.click(button)
    }
    logIn()
    expect([document.activeElement, said()]).toEqual([password, '账号或密码输入错误'])
    door.mockResolvedValue(Response.json({ loggedIn: false, notice: '用户名或密码错误' }))
    fireEvent.change(password, { target: { value: 'wrong' } })
    logIn()
    await waitFor(() => expect([document.activeElement, said()]).toEqual([password, '用户名或密码错误']))
    // The account goes as the platform spells it, though it reads like a phone.
    expect(JSON.parse(String(door.mock.calls[0]![1].body))).toEqual({ account: '+8613800138000', password: 'wrong', consent: true, isFromPlatform: true })
    session.close()
  })

  it('names the learner in the language of the name', () => {
    const session = new AttemptSession({
      learnerId: '1', place, store: new MemoryStore(), kept, doors: new ExamServer(() => Date.now()).doors(), attemptId: null,
      tab: () => ({ claim: () => undefined, handedIn: () => undefined, close: () => undefined }),
      onOpened: () => undefined, onHandedIn: () => undefined, onRefused: () => undefined,
    })
    show(<LoginAgain session={session} learner={{ id: '1', name: '李明', account: 'liming' }} />, 'en')
    expect([screen.getByText('李明').lang, screen.getByText('李明').parentElement!.textContent]).toEqual(['zh-Hans', expect.stringContaining('as 李明 (liming) to')])
    session.close()
  })

  it('has a way out for who cannot log in any more, and what was not taken with it', () => {
    const server = new ExamServer(() => Date.now())
    const session = new AttemptSession({
      learnerId: '1', place, store: new MemoryStore(), kept, doors: server.doors(), attemptId: null,
      tab: () => ({ claim: () => undefined, handedIn: () => undefined, close: () => undefined }),
      onOpened: () => undefined, onHandedIn: () => undefined, onRefused: () => undefined,
    })
    const attempt = { place, ref: { attemptId: 'a1', answerId: 'b1' }, title: '考试', questions, answers: {}, answerSeqs: {}, standing: server.standing(), extraTimeFactor: 1, fileKey: null }
    session.set({ left: { attempt, journal: chosen(newJournal({}, 0), 'q1', ['10'], 'operation-1') } })
    const over = (canReset: boolean) => <QueryClientProvider client={new QueryClient()}><LoginAgain session={session} learner={{ id: '1', name: '李明', account: 'liming', canReset }} /></QueryClientProvider>
    const { unmount } = show(over(true))
    expect(screen.getByRole('link', { name: '离开试卷' }).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: '忘记密码' }).getAttribute('target')).toBe('_blank')
    expect(screen.getByRole('button', { name: '下载答案文件' })).toBeTruthy()
    unmount()
    // Where the tenant lets nobody set a new password, it is no way.
    show(over(false))
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['离开试卷'])
    session.close()
  })
})
