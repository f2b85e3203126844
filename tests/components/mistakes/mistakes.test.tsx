// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signBook } from '@/components/mistakes/book-signs'
import { MistakeBook } from '@/components/mistakes/mistake-book'
import { MistakeDialog } from '@/components/mistakes/mistake-dialog'
import { MistakeList } from '@/components/mistakes/mistake-list'
import { Providers } from '@/components/shell/providers'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import type { BookView, Mistake } from '@/lib/domain/mistakes'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { show } from '../../support/render'

// In the page the list comes with its tab; here it is there.
vi.mock('@/components/account/centre-parts', () => import('@/components/mistakes/mistake-list'))

const refresh = vi.fn()
vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh, push: () => undefined }) }))

const mistake = (id: string, more: Partial<Mistake> = {}): Mistake => ({
  id, source: 'theory', questionId: `q${id}`, kind: 'single', content: `<p>Question ${id}</p>` as SafeHtml, attemptId: '5', answerId: '6', chosenIds: ['a'], subjectName: '低压电工', wrongAt: '2026-03-01T09:00:00+08:00',
  review: { streak: 0, mayLeave: false, dueAt: null, grade: null, choices: [] }, origin: { kind: 'exam', id: '8001', name: '低压电工理论考试', sectionId: null, sectionName: null, planId: null, itemId: null }, ...more,
})
const nextInPractice = '2026-03-11T09:00:00+08:00'
const now = Date.parse('2026-03-05T09:00:00+08:00')
const items = [
  mistake('1'),
  mistake('2', { review: { streak: 3, mayLeave: true, dueAt: '2026-03-09T09:00:00+08:00', grade: 'good', choices: [] }, origin: { kind: 'course', id: '3001', name: '低压电工作业安全', sectionId: '3206', sectionName: '章节测验', planId: null, itemId: null } }),
  mistake('3', { origin: { kind: 'subject', id: '7', name: '低压电工', sectionId: null, sectionName: null, planId: null, itemId: null } }),
]
const view: BookView = { source: 'theory', subjectId: null, kind: 'all', sort: 'newest', isDue: false, page: 2, size: 10 }

const sent: unknown[] = []
const toasts: ToastOrder[] = []
let answer = (inBook: boolean): Response => Response.json({ inBook, mistakeId: inBook ? '1' : null })
let stop = () => {}
beforeEach(() => {
  for (const list of [sent, toasts]) list.length = 0
  refresh.mockClear()
  answer = (inBook) => Response.json({ inBook, mistakeId: inBook ? '1' : null })
  stop = serveToasts((order) => toasts.push(order))
  vi.stubGlobal('ResizeObserver', class { observe() {} disconnect() {} })
  vi.stubGlobal('fetch', vi.fn((_url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as { inBook: boolean }
    sent.push(body)
    return Promise.resolve(answer(body.inBook))
  }))
})
afterEach(() => stop())

function book(changes: Partial<BookView> = {}, given = items, hasBank = true) {
  return (
    <Providers>
      <main>
        <MistakeBook
          view={{ ...view, ...changes }} mistakes={{ value: { items: given, total: given.length, page: 1, size: 10 } }} subjects={[{ id: '7', title: '低压电工', count: 3, dueCount: 2 }]}
          counts={{ total: 5, due: 2, bySource: { theory: { total: 3, due: 2, nextDueAt: null }, simulation: { total: 0, due: 0, nextDueAt: null }, practice: { total: 2, due: 0, nextDueAt: nextInPractice } } }} hasBank={hasBank} now={now}
        />
      </main>
    </Providers>
  )
}
const open = (...given: Parameters<typeof book>) => show(book(...given))
const rows = () => within(screen.getByRole('list', { name: '错题列表' })).queryAllByRole('listitem').map((row) => /Question \d/.exec(row.textContent)?.[0])
const remove = (at: number) => fireEvent.click(screen.getAllByRole('button', { name: '移除错题' })[at]!)
const linksOf = (name: string) => Object.fromEntries(within(screen.getByRole('navigation', { name })).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]))

it('counts each tab and subject, says what is due and how a question leaves, and names where each came from', () => {
  open()
  expect(Object.keys(linksOf('错题类型'))).toEqual(['理论错题3', '仿真错题0', '练习错题2'])
  expect(Object.keys(linksOf('科目'))).toEqual(['全部', '低压电工 3'])
  expect(screen.getByText('今日待复习 2 题')).toBeTruthy()
  expect(screen.getByText(/连续答对 3 次/, { selector: 'p' })).toBeTruthy()
  expect(screen.getAllByText('今日复习')).toHaveLength(2)
  expect(screen.getByText('可以移出')).toBeTruthy()
  expect(['低压电工理论考试', '低压电工作业安全 · 章节测验', '低压电工'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
    expect.stringMatching(/^\/TestDetil\?.*8001/), expect.stringMatching(/^\/StudyDetil\?.*3206/), '/BrushExercises?subject=7',
  ])
})

it('leads to a plan’s exam where it stands in the plan', () => {
  const origin = { kind: 'exam' as const, id: '8005', name: '班组长安全考核', sectionId: null, sectionName: null }
  open({}, [mistake('1', { origin: { ...origin, planId: '5001', itemId: '5104' } }), mistake('2', { origin: { ...origin, planId: '5001', itemId: null } })])
  expect(screen.getAllByRole('link', { name: origin.name }).map((link) => link.getAttribute('href'))).toEqual(['/StudyDetil?planId=5001&itemId=5104', '/TestDetil?id=8005'])
})

it('has a row of subjects that begins with all, whatever is in the tab, and shows the chosen one', () => {
  const subjectsOf = (changes: Partial<BookView>, mistakes: Parameters<typeof MistakeBook>[0]['mistakes']) => {
    const { unmount } = show(<Providers><MistakeBook view={{ ...view, ...changes }} mistakes={mistakes} subjects={[]} counts={null} hasBank now={now} /></Providers>)
    const found = within(screen.getByRole('navigation', { name: '科目' })).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])
    unmount()
    return found
  }
  const none = { value: { items: [], total: 0, page: 1, size: 10 } }
  expect(subjectsOf({}, none)).toEqual([['全部', 'true']])
  expect(subjectsOf({ source: 'simulation' }, { error: 'failed' })).toEqual([['全部', 'true']])
  expect(subjectsOf({ subjectId: '9' }, none)).toEqual([['全部', null], ['所选科目', 'true']])
  expect(subjectsOf({ subjectId: '9' }, { value: { items, total: 3, page: 1, size: 10 } })).toEqual([['全部', null], ['低压电工', 'true']])
})

it('has as many pages as the platform cuts, each is asked for as it was, and where one cannot be read others may be smaller', () => {
  show(<Providers><MistakeBook view={{ ...view, page: 1, size: 100 }} mistakes={{ value: { items, total: 130, page: 1, size: 50 } }} subjects={[]} counts={null} hasBank now={now} /></Providers>)
  expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toMatch(/\?(?=.*page=3)(?=.*size=100)/)
  expect(screen.getByLabelText<HTMLSelectElement>('每页条数').value).toContain('size=100')
  cleanup()
  show(<Providers><MistakeBook view={{ ...view, size: 100 }} mistakes={{ error: 'failed' }} subjects={[]} counts={null} hasBank now={now} /></Providers>)
  expect(screen.getByLabelText<HTMLSelectElement>('每页条数').value).toContain('size=100')
})

it('says of a page without questions that others have some, and leads to the first', () => {
  show(<Providers><MistakeBook view={{ ...view, page: 2 }} mistakes={{ value: { items: [], total: 11, page: 2, size: 10 } }} subjects={[]} counts={null} hasBank now={now} /></Providers>)
  expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).not.toContain('page=')
  expect(screen.getByRole('navigation', { name: '分页' })).toBeTruthy()
})

it('begins at page 1 with each change, and has no type where there is none', () => {
  open({ kind: 'single', subjectId: '7' })
  for (const href of Object.values({ ...linksOf('科目'), ...linksOf('题型'), ...linksOf('排序'), ...linksOf('错题类型') })) expect(href).not.toContain('page=')
  expect(linksOf('题型')['多选题']).toContain('kind=multiple')
  expect(linksOf('排序')['正序']).toContain('sort=oldest')
  expect(screen.getByRole('link', { name: '练习这些题（3）' }).getAttribute('href')).toBe('/ToBrushQuestions?book=1&source=theory&subjectId=7&kind=single&randomCount=3')
})

it('says when the first question of the tab is due, and what is due later today', () => {
  open({ source: 'practice' }, [mistake('1', { source: 'practice', review: { streak: 0, mayLeave: false, dueAt: '2026-03-05T23:59:59+08:00', grade: null, choices: [] } })])
  expect(screen.getByText(/下一次复习.*11/)).toBeTruthy()
  expect(screen.getByText('今日复习')).toBeTruthy()
  cleanup()
  open({ source: 'simulation' }, [mistake('1', { source: 'simulation', review: { streak: 0, mayLeave: false, dueAt: '2026-03-06T00:00:00+08:00', grade: null, choices: [] } })])
  expect(screen.queryByText(/下一次复习/)).toBeNull()
  expect(screen.queryByText('今日复习')).toBeNull()
})

it('says at once that nothing was taken out without a network', async () => {
  onlineManager.setOnline(false)
  try {
    vi.stubGlobal('fetch', vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))))
    open()
    remove(0)
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(rows()).toEqual(['Question 1', 'Question 2', 'Question 3'])
  } finally {
    onlineManager.setOnline(true)
  }
})

it.each([['simulation', '操作结果未得分'], ['theory', '我的答案未作答']] as const)('an unanswered question of %s says %s', async (source, text) => {
  const question = { ...mistake('1'), options: [], score: 0, chosenIds: [], correctIds: [], isRight: false, inBook: true, isWithheld: false, mistakeId: '1', analysis: null, accuracyPercent: null, shares: [{ letter: 'A', herePercent: 0, everPercent: 0 }] }
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(Response.json(question))))
  show(<Providers><MistakeDialog mistake={mistake('1', { source })} onClose={() => undefined} /></Providers>)
  expect((await screen.findByText(text.slice(0, 4))).parentElement!.textContent).toBe(text)
  expect(screen.queryByText('选项分布')).toBeNull()
})

it('a question of a simulation that was answered by an option says which', async () => {
  const options = [{ id: '1', content: '断开' as SafeHtml }, { id: '2', content: '合上' as SafeHtml }]
  const question = { ...mistake('1'), options, score: 0, chosenIds: ['2'], correctIds: ['1'], isRight: false, inBook: true, isWithheld: false, mistakeId: '1', analysis: null, accuracyPercent: null, shares: [] }
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(Response.json(question))))
  show(<Providers><MistakeDialog mistake={mistake('1', { source: 'simulation' })} onClose={() => undefined} /></Providers>)
  expect((await screen.findByText('我的答案', { selector: 'dt' })).parentElement!.textContent).toBe('我的答案B')
  expect(screen.queryByText('操作结果')).toBeNull()
})

it.each([['theory', 1], ['practice', 0]] as const)('the detail of a mistake of %s draws %i charts of an exam', async (source, charts) => {
  const question = { ...mistake('1'), options: [], score: 0, chosenIds: [], correctIds: [], isRight: false, inBook: true, isWithheld: false, mistakeId: '1', analysis: null, accuracyPercent: 40, shares: [{ letter: 'A', herePercent: 30, everPercent: 40 }] }
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(Response.json(question))))
  show(<Providers><MistakeDialog mistake={mistake('1', { source })} onClose={() => undefined} /></Providers>)
  expect(await screen.findByText('40%', { selector: 'dd' })).toBeTruthy()
  expect(screen.queryAllByRole('heading', { name: '选项分布', hidden: true })).toHaveLength(charts)
})

it('a question that the platform does not show now comes with the reason', async () => {
  const words = '该题目在您正在作答的试卷中，交卷后才能查看'
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(Response.json({ error: { code: 'rejected', message: words } }, { status: 422 }))))
  show(<Providers><MistakeDialog mistake={mistake('1')} onClose={() => undefined} /></Providers>)
  expect(await screen.findByText(words)).toBeTruthy()
})

it('simulation errors have no type', () => {
  open({ source: 'simulation' })
  expect(screen.queryByRole('navigation', { name: '题型' })).toBeNull()
})

it('takes out at once, gives back by undo, and lets the counts follow', async () => {
  open()
  remove(0)
  await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['移除错题成功']))
  expect(rows()).toEqual(['Question 2', 'Question 3'])
  expect(refresh).toHaveBeenCalledTimes(1)
  toasts[0]!.action!.onPress()
  await waitFor(() => expect(rows()).toEqual(['Question 1', 'Question 2', 'Question 3']))
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(2))
  expect(sent).toMatchObject([{ inBook: false, target: { source: 'theory', questionId: 'q1', attemptId: '5', answerId: '6', mistakeId: '1' } }, { inBook: true, target: { chosenIds: ['a'] } }])
})

it('moves the focus on when what had it is taken out: to the next, the one before, and at last to the heading', async () => {
  open()
  const row = () => document.activeElement?.closest('li')?.textContent?.match(/Question \d/)?.[0]
  remove(1)
  await waitFor(() => expect(row()).toBe('Question 3'))
  expect(document.activeElement?.textContent).toBe('移除错题')
  remove(1)
  await waitFor(() => expect(row()).toBe('Question 1'))
  remove(0)
  await waitFor(() => expect(rows()).toEqual([]))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

it('moves the focus on when the question was taken out in its dialog, and back to its button when it was not', async () => {
  open()
  const look = () => {
    const button = screen.getAllByRole('button', { name: '查看' })[0]!
    button.focus()
    fireEvent.click(button)
    return button
  }
  const close = () => fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  const button = look()
  await screen.findByRole('dialog')
  close()
  await waitFor(() => expect(document.activeElement).toBe(button))
  look()
  signBook({ source: 'theory', questionId: 'q1', mark: { inBook: false, mistakeId: null } })
  await waitFor(() => expect(rows()).toEqual(['Question 2', 'Question 3']))
  close()
  await waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('Question 2'))
})

describe('a question taken out in its dialog, of which the list comes without it before that is closed,', () => {
  const takenOut = async (at: number, left: Mistake[]) => {
    vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(Response.json({ error: { code: 'failed' } }, { status: 500 }))))
    const { rerender } = open()
    const button = screen.getAllByRole('button', { name: '查看' })[at]!
    button.focus()
    fireEvent.click(button)
    await screen.findByRole('dialog')
    signBook({ source: 'theory', questionId: `q${at + 1}`, mark: { inBook: false, mistakeId: null } })
    rerender(book({}, left))
    return screen.getByRole('dialog')
  }
  const close = () => fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  const row = () => document.activeElement?.closest('li')?.textContent?.match(/Question \d/)?.[0]

  it.each([[1, 'Question 3'], [2, 'Question 2']] as const)('leaves the focus to its neighbour (%i)', async (at, neighbour) => {
    await takenOut(at, items.filter((_, place) => place !== at))
    close()
    await waitFor(() => expect(row()).toBe(neighbour))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stays open though it was the last, and leaves the focus to the heading', async () => {
    const dialog = await takenOut(0, [])
    expect(dialog.isConnected).toBe(true)
    expect(screen.getByText('空空如也')).toBeTruthy()
    close()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })
})

it('comes back when the platform could not be told', async () => {
  answer = () => Response.json({ error: { code: 'failed' } }, { status: 502 })
  open()
  remove(1)
  await waitFor(() => expect(rows()).toEqual(['Question 1', 'Question 2', 'Question 3']))
  expect(refresh).not.toHaveBeenCalled()
})

it('shows a question that a later list has again', async () => {
  const list = (given: Mistake[]) => <Providers><MistakeList items={given} hasBank now={now} /></Providers>
  const { rerender } = show(list(items))
  remove(0)
  await waitFor(() => expect(rows()).toEqual(['Question 2', 'Question 3']))
  rerender(list(items.slice(1)))
  rerender(list([...items]))
  expect(rows()).toEqual(['Question 1', 'Question 2', 'Question 3'])
})

it('follows what another place or window does', async () => {
  open()
  signBook({ source: 'theory', questionId: 'q3', mark: { inBook: false, mistakeId: null } })
  await waitFor(() => expect(rows()).toEqual(['Question 1', 'Question 2']))
  const elsewhere = new BroadcastChannel('mistakes')
  elsewhere.postMessage({ from: 'there', sign: { source: 'theory', questionId: 'q2', mark: { inBook: false, mistakeId: null } } })
  await waitFor(() => expect(rows()).toEqual(['Question 1']))
  elsewhere.postMessage({ from: 'there', sign: { source: 'practice', questionId: 'new', mark: { inBook: true, mistakeId: '50' } } })
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(3))
  elsewhere.close()
})

it('without anything says what would be here', () => {
  open({}, [])
  expect(screen.getByText('空空如也')).toBeTruthy()
})

it('without an exercise centre leads to the book instead', () => {
  open({}, [items[2]!], false)
  expect(screen.getByRole('link', { name: '低压电工' }).getAttribute('href')).toBe('/MyStudy?tab=mistakes&source=practice&subject=7')
})
