// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AttemptSession } from '@/components/attempts/attempt-session'
import { MemoryStore } from '@/components/attempts/attempt-store'
import { Paper } from '@/components/attempts/paper'
import { kept } from '@/components/study/kept'
import { serveToasts } from '@/components/ui/notify'
import type { OpenedAttempt } from '@/lib/domain/attempts'
import type { Locale } from '@/lib/domain/locale'
import { show } from '../../support/render'
import { layOutSheets } from '../../support/sheets'
import { widthsOf } from '../../support/widths'
import { ExamServer, place } from './exam-server'

vi.mock('next/navigation', () => ({ useRouter: () => ({ replace: () => undefined, refresh: () => undefined }), useSearchParams: () => new URLSearchParams(), usePathname: () => '/ToTestIng' }))

class DurableStore extends MemoryStore {
  override readonly isDurable: boolean = true
}

const sessions: AttemptSession[] = []
const toasts: string[] = []
let stopToasts = () => undefined as void
afterEach(() => {
  for (const session of sessions.splice(0)) session.close()
  stopToasts()
  toasts.length = 0
})

async function showPaper({ locale = 'zh' as Locale, server = new ExamServer(() => Date.now()), isDurable = true, origin = place.origin, learnerId = '1' } = {}) {
  stopToasts = serveToasts(({ text }) => toasts.push(text))
  window.scrollTo = () => undefined
  const session = new AttemptSession({
    learnerId, place, store: isDurable ? new DurableStore() : new MemoryStore(), kept, doors: server.doors(), attemptId: null,
    tab: () => ({ claim: () => undefined, handedIn: () => undefined, close: () => undefined }),
    onOpened: () => undefined, onHandedIn: () => undefined, onRefused: () => undefined,
  })
  sessions.push(session)
  await session.open()
  show(<Paper session={session} attempt={{ ...(session.get().attempt as OpenedAttempt), place: { ...place, origin } }} learner={{ id: learnerId, name: '李明', account: 'liming' }} name="低压电工理论考试" isDurable={isDurable} />, locale)
  return { session, server }
}
const cell = (name: string) => within(screen.getByRole('complementary')).getByRole('button', { name })
const press = (key: string) => fireEvent.keyDown(document.body, { key })

describe('the open paper', () => {
  it('shows the question with its options, the sheet in groups, and the clock', async () => {
    const { session } = await showPaper()
    session.tick()
    expect(screen.getByRole('heading', { level: 1, name: '低压电工理论考试' })).toBeTruthy()
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent)).toEqual(['Aoption 1a', 'Boption 1b', 'Coption 1c', 'Doption 1d'])
    expect(within(screen.getByRole('complementary')).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['单选题 2 题 · 4 分', '多选题 1 题 · 2 分', '判断题 1 题 · 2 分'])
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^00:4[45]:\d\d$/))
  })

  it('hides the clock for who hid it, and not for who takes an exam on the same device afterwards', async () => {
    await showPaper()
    fireEvent.click(screen.getByRole('button', { name: '隐藏计时' }))
    cleanup()
    await showPaper({ learnerId: '2' })
    expect(screen.getByRole('timer')).toBeTruthy()
    cleanup()
    await showPaper()
    expect(screen.queryByRole('timer')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '显示计时' }))
  })

  it('is answered by pointer, letters and digits, and marked by M', async () => {
    await showPaper()
    fireEvent.click(screen.getAllByRole('radio')[2]!)
    expect(cell('第 1 题，已答，当前')).toBeTruthy()
    press('m')
    expect(cell('第 1 题，已答，已标记，当前')).toBeTruthy()
    press('ArrowRight')
    press('b')
    expect(cell('第 2 题，已答，当前')).toBeTruthy()
    press('ArrowRight')
    press('1')
    press('3')
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
    press('1')
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
  })

  it('keeps the focus at the question when an arrow leaves the one that had it, and elsewhere when it was elsewhere', async () => {
    await showPaper()
    const heading = (number: number) => screen.getByRole('heading', { level: 2, name: `第 ${number} 题，共 4 题` })
    const arrow = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
    screen.getAllByRole('radio')[1]!.focus()
    arrow('ArrowRight')
    await waitFor(() => expect(document.activeElement).toBe(heading(2)))
    arrow('ArrowRight')
    await waitFor(() => expect(document.activeElement).toBe(heading(3)))
    const next = screen.getByRole('button', { name: '下一题' })
    next.focus()
    arrow('ArrowLeft')
    expect(heading(2)).toBeTruthy()
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(document.activeElement).toBe(next)
  })

  it('scrolls a wide table of a question by the arrows, and goes to no other one', async () => {
    await showPaper()
    const table = document.createElement('div')
    table.setAttribute('role', 'group')
    table.tabIndex = 0
    screen.getByText('Question 1').after(widthsOf(table, { own: 300, content: 301 }))
    expect(fireEvent.keyDown(table, { key: 'ArrowRight' })).toBe(true)
    expect(screen.getByText('Question 1')).toBeTruthy()
    expect(fireEvent.keyDown(widthsOf(table, { own: 300, content: 300 }), { key: 'ArrowRight' })).toBe(false)
    expect(screen.queryByText('Question 1')).toBeNull()
  })

  it('lets letter keys be turned off, and on again', async () => {
    await showPaper()
    fireEvent.click(await screen.findByRole('button', { name: '关闭字母快捷键' }))
    press('b')
    press('m')
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    press('ArrowRight')
    expect(cell('第 2 题，未答，当前')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '开启字母快捷键' }))
    press('b')
    expect(cell('第 2 题，已答，当前')).toBeTruthy()
  })

  it('stays at its question when the paper was changed meanwhile', async () => {
    const { session } = await showPaper()
    press('ArrowRight')
    await waitFor(() => expect(screen.getByText('option 2a')).toBeTruthy())
    cleanup()
    const attempt = session.get().attempt!
    show(<Paper session={session} attempt={{ ...attempt, questions: attempt.questions.slice(1) }} learner={{ id: '1', name: '李明', account: 'liming' }} name="低压电工理论考试" isDurable />)
    expect(screen.getByText('option 2a')).toBeTruthy()
    press('ArrowRight')
    await waitFor(() => expect(screen.getByText('option 3a')).toBeTruthy())
  })

  it('keeps the cell of the current question in sight, beside the paper and in the sheet that is opened, and lets whoever scrolls it', async () => {
    await showPaper()
    layOutSheets()
    press('ArrowRight')
    press('ArrowRight')
    const beside = screen.getByRole('complementary')
    await waitFor(() => expect(beside.scrollTop).toBe(35))
    beside.scrollTop = 0
    press('b')
    fireEvent.click(screen.getByRole('button', { name: '答题卡 1/4' }))
    await waitFor(() => expect(screen.getByRole('dialog', { name: '答题卡' }).scrollTop).toBe(35))
    expect(beside.scrollTop).toBe(0)
  })

  it('says at both ends that there is no further', async () => {
    await showPaper()
    press('ArrowLeft')
    fireEvent.click(cell('第 4 题，未答'))
    fireEvent.click(screen.getByRole('button', { name: '下一题' }))
    expect(toasts).toEqual(['已经是第一题了', '已经是最后一题了'])
  })

  it('shows a statement as right and wrong, in the page\'s language', async () => {
    await showPaper({ locale: 'en' })
    fireEvent.click(cell('Question 4, unanswered'))
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent)).toEqual(['ATrue', 'BFalse'])
  })

  it('says what is saved, and where', async () => {
    const { server } = await showPaper()
    const line = () => document.querySelector('[data-save]')!
    server.fault = 'down'
    fireEvent.click(screen.getAllByRole('radio')[0]!)
    await waitFor(() => expect(line().textContent).toMatch(/^已离线，可继续作答至 \d\d:\d\d，答案已保存在本机$/))
    server.fault = 'none'
    await waitFor(() => expect(line().textContent).toMatch(/^已保存 \d\d:\d\d:\d\d$/), { timeout: 5_000 })
  })

  it('names no time to an offline learner where nobody tells one', async () => {
    const server = new ExamServer(() => Date.now())
    const timed = server.standing.bind(server)
    server.standing = () => ({ ...timed(), clock: { serverNow: Date.now(), deadline: null, lateUntil: null } })
    await showPaper({ server })
    server.fault = 'down'
    fireEvent.click(screen.getAllByRole('radio')[0]!)
    await vi.waitFor(() => expect(document.querySelector('[data-save]')!.textContent).toBe('已离线，可继续作答，答案已保存在本机'), { timeout: 5_000 })
  })

  it('warns when the browser keeps nothing', async () => {
    const { server } = await showPaper({ isDurable: false })
    expect(screen.getByRole('alert').textContent).toContain('浏览器不允许保存数据')
    server.fault = 'down'
    fireEvent.click(screen.getAllByRole('radio')[0]!)
    await waitFor(() => expect(document.querySelector('[data-save]')!.textContent).toBe('未保存，请勿关闭本页'))
  })

  it('asks twice before it is handed in, and once when the question is answered', async () => {
    const { server } = await showPaper()
    fireEvent.click(screen.getByRole('button', { name: '交卷' }))
    const ask = screen.getByRole('alertdialog', { name: '您当前题目未作答，是否交卷？' })
    fireEvent.click(within(ask).getByRole('button', { name: '取消' }))
    expect(toasts).toEqual(['取消交卷'])
    fireEvent.click(screen.getAllByRole('radio')[0]!)
    fireEvent.click(screen.getByRole('button', { name: '交卷' }))
    const review = await screen.findByRole('alertdialog', { name: '交卷前检查' })
    expect(review.textContent).toContain('还有 3 道题未作答：')
    const sure = within(review).getByRole('button', { name: '确认交卷' })
    fireEvent.click(sure)
    fireEvent.click(sure)
    await waitFor(() => expect(server.log).toEqual(['handed in by learner']), { timeout: 5_000 })
    expect(server.handIns).toHaveLength(1)
    await waitFor(() => expect(screen.getByRole('alertdialog', { name: '已交卷' }).textContent).toContain('交卷凭证号 R-1'))
  })

  it('from the review leads to a question, which takes the hand-in back', async () => {
    await showPaper()
    fireEvent.click(screen.getAllByRole('radio')[0]!)
    fireEvent.click(screen.getByRole('button', { name: '交卷' }))
    fireEvent.click(within(await screen.findByRole('alertdialog', { name: '交卷前检查' })).getByRole('button', { name: '跳到第 3 题' }))
    expect(screen.getByText('3 / 4')).toBeTruthy()
    expect(toasts).toEqual(['取消交卷'])
  })

  it.each([['cancels the question', '取消'], ['goes on from the review', '继续作答']])('gives the focus back to who %s', async (_how, word) => {
    await showPaper()
    const handIn = screen.getByRole('button', { name: '交卷' })
    handIn.focus()
    fireEvent.click(handIn)
    const ask = within(screen.getByRole('alertdialog', { name: '您当前题目未作答，是否交卷？' }))
    if (word === '继续作答') {
      fireEvent.click(ask.getByRole('button', { name: '交卷' }))
      expect(handIn.matches(':enabled')).toBe(true)
      fireEvent.click(within(await screen.findByRole('alertdialog', { name: '交卷前检查' })).getByRole('button', { name: word }))
    } else fireEvent.click(ask.getByRole('button', { name: word }))
    expect(document.activeElement).toBe(handIn)
  })

  it('is read only while another window writes, and can be taken back', async () => {
    const { session } = await showPaper()
    session.get().sync!.stop('elsewhere')
    await waitFor(() => expect(screen.getAllByRole<HTMLInputElement>('radio').every(({ disabled }) => disabled)).toBe(true))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '交卷' }).disabled).toBe(true)
    const take = screen.getByRole('button', { name: '在此继续作答' })
    take.focus()
    fireEvent.click(take)
    expect(screen.getByRole('button', { name: '正在切换' })).toBe(take)
    await waitFor(() => expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ disabled }) => disabled)).toBe(false))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: /第 1 题/ }))
  })

  it.each([['standalone', true], ['section', false], ['planExam', false]] as const)('shows the screen switches where they are counted: %s', async (origin, isShown) => {
    const server = new ExamServer(() => Date.now())
    server.switches = { rule: 'both', countAllowed: 3, countUsed: 1, secondsAllowed: 60, secondsUsed: 0, exhausted: null }
    await showPaper({ server, origin })
    expect(within(screen.getByRole('complementary')).queryByText('已用 1 / 3 次') !== null).toBe(isShown)
    expect(within(screen.getByRole('complementary')).queryByRole('heading', { name: '切屏' }) !== null).toBe(isShown)
  })

  it('says that an absence counted, why, and what is left; one that did not count is a word only', async () => {
    const server = new ExamServer(() => Date.now())
    server.switches = { rule: 'both', countAllowed: 3, countUsed: 0, secondsAllowed: 60, secondsUsed: 0, exhausted: null }
    const { session } = await showPaper({ server })
    void session.wasAway({ cause: 'hidden', counts: true, seconds: 12, lastedSeconds: 12 })
    const warning = await screen.findByRole('alertdialog', { name: '切屏提醒' })
    expect(warning.textContent).toContain('您离开了考试页面 12 秒（切换到其他页面或程序）。')
    expect(warning.textContent).toContain('还可切屏 2 次。 还可离开 48 秒。')
    fireEvent.click(within(warning).getByRole('button', { name: '知道了' }))
    void session.wasAway({ cause: 'screenOff', counts: false, seconds: 0, lastedSeconds: 90 })
    await waitFor(() => expect(toasts).toEqual(['本次离开不计入切屏：屏幕关闭']))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each([
    [{ by: 'time' }, '答题时间已到，3秒后自动交卷'],
    [{ by: 'switches', exhausted: 'count' }, '您的切屏次数已经用尽，3s后即将自动交卷'],
    [{ by: 'switches', exhausted: 'time' }, '您的切屏时间已经用尽，3s后即将自动交卷'],
    [{ by: 'switches', exhausted: 'either' }, '您的切屏次数或时间已经用尽，3s后即将自动交卷'],
  ] as const)('about to be handed in by %j says so', async (notice, words) => {
    const { session } = await showPaper()
    session.set({ notice })
    expect(await screen.findByRole('alertdialog', { name: words })).toBeTruthy()
    expect(screen.getAllByRole<HTMLInputElement>('radio', { hidden: true }).every(({ disabled }) => disabled)).toBe(true)
  })
})
