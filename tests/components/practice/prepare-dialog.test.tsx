// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ExerciseCentre } from '@/components/practice/exercise-centre'
import { PrepareDialog } from '@/components/practice/prepare-dialog'
import { Providers } from '@/components/shell/providers'
import { show } from '../../support/render'

const went: string[] = []
/** The page stays until the next one is there. */
let arrival: Promise<null> | null = null
const leave = vi.fn()
function Page({ next }: { next: Promise<null> | null }) {
  return next && use(next)
}
function Router() {
  const [next, setNext] = useState<Promise<null> | null>(null)
  leave.mockImplementation(() => setNext(arrival))
  return <Suspense><Page next={next} /></Suspense>
}
vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: (href: string) => { went.push(href); leave() }, replace: (href: string) => went.push(href), refresh: () => undefined }) }))

const allGroups = [{ id: '1', title: '难度', labels: [{ id: '11', title: '基础' }, { id: '12', title: '提高' }] }, { id: '2', title: '工种', labels: [{ id: '21', title: '高压' }] }]
let available: number | null = 120
let groups = allGroups
/** Whether the subject can be read, once that is known. */
let subject = Promise.resolve(true)
/** The labels whose questions were counted. */
const counted: (string | null)[] = []

beforeEach(() => {
  available = 120
  subject = Promise.resolve(true)
  arrival = null
  leave.mockReset()
  groups = allGroups
  for (const list of [counted, went]) list.length = 0
  vi.stubGlobal('fetch', vi.fn(async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    if (pathname.endsWith('/subject')) return (await subject) ? Response.json({ id: '7', title: '低压电工', groups }) : Response.json({ error: { code: 'invalid' } }, { status: 500 })
    counted.push(searchParams.get('labels'))
    return available === null ? Response.json({ error: { code: 'invalid' } }, { status: 500 }) : Response.json({ count: available })
  }))
})

it('the address of another subject prepares that one, and one without a subject none', async () => {
  const subjects = [['7', '低压电工'], ['8', '高处作业']].map(([id, title]) => ({ id: id!, title: title!, singleCount: 60, multipleCount: 40, judgementCount: 20, total: 120 }))
  const page = (openId: string | null) => <Providers><ExerciseCentre path={[]} rows={{ value: [] }} subjects={{ value: subjects }} openId={openId} /></Providers>
  const { rerender } = show(page('7'))
  expect(await screen.findByRole('dialog', { name: '低压电工' })).toBeTruthy()
  rerender(page('8'))
  expect(await screen.findByRole('dialog', { name: '高处作业' })).toBeTruthy()
  rerender(page(null))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('where there are no subjects in a category the way leads to all of them, and where there are none at all nowhere', () => {
  const page = (path: string[]) => <Providers><ExerciseCentre path={path} rows={{ value: [] }} subjects={{ value: [] }} openId={null} /></Providers>
  const { rerender } = show(page(['3']))
  expect(screen.getByText('这个分类下还没有科目')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/BrushExercises')
  rerender(page([]))
  expect(screen.getByText('练习中心还没有科目')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('says once that it could not be loaded', () => {
  const failed = { error: 'failed' } as const
  const page = (subjects: Parameters<typeof ExerciseCentre>[0]['subjects']) => <Providers><ExerciseCentre path={[]} rows={failed} subjects={subjects} openId={null} /></Providers>
  const { rerender } = show(page(failed))
  expect(screen.getAllByRole('button', { name: '重试' })).toHaveLength(1)
  rerender(page({ value: [] }))
  expect(screen.getByText('练习中心还没有科目')).toBeTruthy()
})

describe('the preparation dialog', () => {
  const begin = () => show(<Providers><Router /><PrepareDialog subject={{ id: '7', title: '低压电工', singleCount: 60, multipleCount: 40, judgementCount: 20, total: 120 }} onClose={() => undefined} /></Providers>)
  const open = async () => {
    begin()
    await screen.findByText('难度')
  }
  const radio = (count: number) => screen.getByRole<HTMLInputElement>('radio', { name: `${count} 题`, hidden: true })
  const ok = () => screen.getByRole<HTMLButtonElement>('button', { name: '确定', hidden: true })
  const confirm = () => fireEvent.click(ok())

  it('wants a count where there are 30 or more, and sends it with the labels', async () => {
    await open()
    confirm()
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('请选择题数')
    fireEvent.click(radio(100))
    expect(screen.queryByRole('alert', { hidden: true })).toBeNull()
    available = 60
    fireEvent.change(screen.getByLabelText('难度'), { target: { value: '12' } })
    await waitFor(() => expect(radio(100).disabled).toBe(true))
    expect([radio(30).disabled, radio(50).disabled, radio(100).checked]).toEqual([false, false, false])
    expect(counted).toEqual(['', '1:12'])
    fireEvent.click(radio(50))
    confirm()
    expect(went).toEqual([`/ToBrushQuestions?${new URLSearchParams({ subjectId: '7', subjectName: '低压电工', randomCount: '50', tagOneId: '1', tagOneValueId: '12' })}`])
  })

  it('leads to the counts when none is chosen, and says there what is wrong', async () => {
    available = 60
    await open()
    await screen.findByText('可练习 60 题')
    ok().focus()
    confirm()
    expect(document.activeElement).toBe(radio(30))
    const counts = screen.getByRole('radiogroup', { name: '题数', hidden: true })
    expect(document.getElementById(counts.getAttribute('aria-describedby')!)?.textContent).toBe('请选择题数')
    fireEvent.click(radio(50))
    expect(counts.hasAttribute('aria-describedby')).toBe(false)
  })

  it('numbers a label by its group, whatever is left on all before it', async () => {
    available = 12
    await open()
    fireEvent.change(screen.getByLabelText('工种'), { target: { value: '21' } })
    await waitFor(() => expect(counted).toEqual(['', ',2:21']))
    await waitFor(() => expect(ok().disabled || ok().getAttribute('aria-busy') === 'true').toBe(false))
    confirm()
    expect(went).toEqual([`/ToBrushQuestions?${new URLSearchParams({ subjectId: '7', subjectName: '低压电工', randomCount: '12', tagTwoId: '2', tagTwoValueId: '21' })}`])
  })

  it('says that the exercise is opened until it is there', async () => {
    available = 12
    await open()
    await screen.findByText('不足 30 题，将练习全部 12 题')
    const next = Promise.withResolvers<null>()
    arrival = next.promise
    await act(async () => confirm())
    const busy = screen.getByRole('button', { name: '正在打开', hidden: true })
    fireEvent.click(busy)
    expect(went).toHaveLength(1)
    await act(async () => next.resolve(null))
    expect(ok()).toBe(busy)
  })

  it('waits for the subject, asks for it again where it could not be read, and begins nothing before', async () => {
    const read = Promise.withResolvers<boolean>()
    subject = read.promise
    begin()
    await waitFor(() => expect(counted).toHaveLength(1))
    const button = await screen.findByRole('button', { name: '正在计算题数', hidden: true })
    fireEvent.click(button)
    read.resolve(false)
    expect(await screen.findByText('科目加载失败')).toBeTruthy()
    subject = Promise.resolve(true)
    await waitFor(() => expect(ok()).toBe(button))
    confirm()
    await screen.findByText('难度')
    expect(screen.queryByText('请选择题数')).toBeNull()
    confirm()
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('请选择题数')
    expect(went).toEqual([])
  })

  it('says when the questions could not be counted, and counts again', async () => {
    available = null
    await open()
    expect(await screen.findByText('题数统计失败，请重试')).toBeTruthy()
    expect(screen.getByRole('button', { name: '重试', hidden: true })).toBeTruthy()
    available = 12
    confirm()
    expect(await screen.findByText('可练习 12 题')).toBeTruthy()
    expect(went).toEqual([])
  })

  it('takes all of fewer than 30, and nothing of none', async () => {
    available = 12
    await open()
    expect(await screen.findByText('不足 30 题，将练习全部 12 题')).toBeTruthy()
    expect(screen.queryAllByRole('radio', { hidden: true })).toHaveLength(0)
    available = 0
    fireEvent.change(screen.getByLabelText('工种'), { target: { value: '21' } })
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toBe('当前题库无题请选择其他标签')
    expect(ok().disabled).toBe(true)
    expect(document.getElementById(ok().getAttribute('aria-describedby')!)).toBe(screen.getByRole('alert', { hidden: true }))
    confirm()
    expect(went).toEqual([])
    available = 12
    fireEvent.change(screen.getByLabelText('工种'), { target: { value: '' } })
    await waitFor(() => expect(screen.queryByRole('alert', { hidden: true })).toBeNull())
    confirm()
    expect(went[0]).toContain('randomCount=12')
  })

  it('of a subject without questions says that beside the sentence for a count of nothing', async () => {
    available = 0
    groups = []
    show(<Providers><PrepareDialog subject={{ id: '7', title: '低压电工', singleCount: 0, multipleCount: 0, judgementCount: 0, total: 0 }} onClose={() => undefined} /></Providers>)
    const why = await screen.findByRole('alert', { hidden: true })
    expect([...why.children].map(({ textContent }) => textContent)).toEqual(['当前题库无题请选择其他标签', '该科目还没有题目'])
    expect(ok().disabled).toBe(true)
    expect(document.getElementById(ok().getAttribute('aria-describedby')!)).toBe(why)
  })
})
