// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Notes from '@/components/notes/notes'
import { Providers } from '@/components/shell/providers'
import { StageMoment } from '@/components/study/stage-moment'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import type { Locale } from '@/lib/domain/locale'
import type { NewNotePlace, Note } from '@/lib/domain/notes'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined }) }))

const door = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>()
const toasts: ToastOrder[] = []
let stop = () => {}
let notes: Note[] = []
beforeEach(() => {
  localStorage.clear()
  notes = [{ id: '9', text: '跨步电压：双脚并拢跳出', writtenAt: '2026-03-01T09:00:00+08:00', moment: 190, kind: null, resourceId: null }]
  stop = serveToasts((order) => toasts.push(order))
  door.mockImplementation((_url, init) => Promise.resolve(Response.json(init?.method === 'GET' ? notes : null)))
  vi.stubGlobal('fetch', door)
})
afterEach(() => {
  stop()
  toasts.length = 0
  door.mockReset()
})

const place: NewNotePlace = { kind: 'course', ownerId: '3001', chapterId: '3101', sectionId: '3201', resourceId: '7001', noteKind: 'video' }
const writes = () => door.mock.calls.filter(([, init]) => init?.method !== 'GET').map(([url, init]) => [init?.method, url, init?.body ? JSON.parse(String(init.body)) : null])

function open(moment = new StageMoment(), locale?: Locale) {
  const shown = show(<Providers><Notes learnerId="1" listed={place} place={place} placeKey="course-3001//3201" moment={moment} /></Providers>, locale)
  return { moment, unmount: shown.unmount }
}
const operationId: unknown = expect.stringMatching(/^\w{32}$/)
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '添加笔记' })

describe('notes', () => {
  it('lead back to their moment', async () => {
    const jump = vi.fn()
    const { moment } = open()
    expect(await screen.findByText('03:10')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '回到 03:10' }), 'nothing is there to go to').toBeNull()
    act(() => void moment.serve('second', jump))
    fireEvent.click(await screen.findByRole('button', { name: '回到 03:10' }))
    expect(jump).toHaveBeenCalledWith(190)
  })

  it('of what the section had before say their moment as it was, and lead nowhere', async () => {
    notes = [{ ...notes[0]!, kind: 'document', moment: 7 }, { ...notes[0]!, id: '8', text: '验电', kind: 'video' }, { ...notes[0]!, id: '7', text: '挂牌', kind: 'video', moment: 30, resourceId: '7009' }]
    const { moment } = open()
    act(() => void moment.serve('second', () => undefined))
    expect(await screen.findByText('第 7 页')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^回到/ }).map((button) => button.textContent)).toEqual(['03:10'])
  })

  it('are added with the moment at which they were begun', async () => {
    const { moment } = open()
    await screen.findByRole('list')
    act(() => {
      moment.serve('second', () => undefined)
      moment.note(204.7)
    })
    expect(field().placeholder).toBe('在 03:24 处记一笔')
    fireEvent.change(field(), { target: { value: '停电' } })
    act(() => moment.note(300))
    fireEvent.change(field(), { target: { value: '停电、验电' } })
    expect(screen.getByText('5 / 200')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '添加笔记' }))
    await waitFor(() => expect(field().value).toBe(''))
    expect(writes()).toEqual([['POST', '/api/notes/item', { ...place, text: '停电、验电', moment: 204, operationId }]])
    expect(door.mock.calls.flatMap(([url]) => (url.includes('list') ? [url] : []))).toEqual(Array(2).fill('/api/notes/list?kind=course&ownerId=3001&chapterId=3101&sectionId=3201&resourceId=7001&noteKind=video'))
  })

  it.each([['zh', '在第 5 页记一笔', '记在第 5 页'], ['en', 'Write a note on page 5', 'On page 5'], ['ja', '5ページにノートを書く', '5ページ']] as const)('of a document are written on a page, in %s', async (locale, invitation, where) => {
    const { moment } = open(new StageMoment(), locale)
    const written = await screen.findByRole<HTMLTextAreaElement>('textbox')
    act(() => {
      moment.serve('page', () => undefined)
      moment.note(5)
    })
    expect(written.placeholder).toBe(invitation)
    fireEvent.change(written, { target: { value: '停电' } })
    expect(screen.getByText(where)).toBeTruthy()
  })

  it('keep what is written on while one is on its way, as the next one', async () => {
    open()
    await screen.findByRole('list')
    const reply = Promise.withResolvers<Response>()
    door.mockImplementation((_url, init) => (init?.method === 'GET' ? Promise.resolve(Response.json(notes)) : reply.promise))
    fireEvent.change(field(), { target: { value: '停电' } })
    fireEvent.click(screen.getByRole('button', { name: '添加笔记' }))
    await waitFor(() => expect(writes()).toHaveLength(1))
    fireEvent.change(field(), { target: { value: '停电 验电' } })
    reply.resolve(Response.json(null))
    await waitFor(() => expect(field().value).toBe('验电'))
  })

  it('stay open while Esc drops a candidate of an input method, and close by the next', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: /^修改笔记：/ }))
    const editor = screen.getByRole('textbox', { name: '修改笔记' })
    fireEvent.keyDown(editor, { key: 'Escape', isComposing: true })
    fireEvent.keyDown(editor, { key: 'Escape', keyCode: 229 })
    expect(screen.getByRole('textbox', { name: '修改笔记' })).toBeTruthy()
    fireEvent.keyDown(editor, { key: 'Escape' })
    expect(screen.queryByRole('textbox', { name: '修改笔记' })).toBeNull()
  })

  it('that say nothing, or too much, are not sent', async () => {
    open()
    await screen.findByRole('list')
    fireEvent.click(screen.getByRole('button', { name: '添加笔记' }))
    expect(screen.getByRole('alert').textContent).toBe('添加笔记不能为空')
    expect(toasts).toEqual([expect.objectContaining({ kind: 'warning', text: '添加笔记不能为空' })])
    expect(document.activeElement).toBe(field())
    fireEvent.change(field(), { target: { value: '字'.repeat(201) } })
    field().blur()
    fireEvent.click(screen.getByRole('button', { name: '添加笔记' }))
    expect(document.activeElement).toBe(field())
    expect(screen.getByRole('alert').textContent).toBe('笔记内容不能超过 200 字')
    expect(writes()).toEqual([])
    fireEvent.change(field(), { target: { value: `${'字'.repeat(200)}\n ` } })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('200 / 200')).toBeTruthy()
  })

  it('being changed are counted without what is blank around them', async () => {
    open()
    await screen.findByRole('list')
    fireEvent.click(screen.getAllByRole('button', { name: /^修改笔记/ })[0]!)
    const editor = screen.getByRole('textbox', { name: '修改笔记' })
    fireEvent.change(editor, { target: { value: ` ${'字'.repeat(200)}\n` } })
    expect([screen.queryByRole('alert'), editor.getAttribute('aria-invalid')]).toEqual([null, null])
    fireEvent.change(editor, { target: { value: '字'.repeat(201) } })
    expect(screen.getByRole('alert').textContent).toBe('笔记内容不能超过 200 字')
    const save = screen.getByRole('button', { name: '保存' })
    save.focus()
    fireEvent.click(save)
    expect(document.activeElement).toBe(editor)
  })

  it('keep their draft over a reload, and when they could not be sent', async () => {
    const { unmount } = open()
    await screen.findByRole('list')
    fireEvent.change(field(), { target: { value: '写了一半' } })
    unmount()
    open()
    await screen.findByRole('list')
    expect(field().value).toBe('写了一半')
    door.mockImplementation(() => Promise.resolve(Response.json({ error: { code: 'failed' } }, { status: 502 })))
    fireEvent.click(screen.getByRole('button', { name: '添加笔记' }))
    await screen.findByText('笔记没有保存成功，内容仍保留，请重试')
    expect(field().value).toBe('写了一半')
  })

  it('leave what another window is writing when one is sent, or given up', async () => {
    const kept = 'study:1:draft:course-3001//3201'
    const { unmount } = open()
    await screen.findByRole('list')
    fireEvent.change(field(), { target: { value: '停电' } })
    const others = localStorage.getItem(kept)!.replace('停电', '验电')
    localStorage.setItem(kept, others)
    fireEvent.click(screen.getByRole('button', { name: '添加笔记' }))
    expect(localStorage.getItem(kept), 'while it is on its way').toBe(others)
    await waitFor(() => expect(field().value).toBe(''))
    fireEvent.change(field(), { target: { value: '挂牌' } })
    localStorage.setItem(kept, others)
    fireEvent.change(field(), { target: { value: '' } })
    unmount()
    open()
    await screen.findByRole('list')
    expect(field().value).toBe('验电')
  })

  it('sent again without an answer, also after a reload, are the same note; other words are another', async () => {
    const ids = () => writes().map(([, , fields]) => (fields as { operationId: string }).operationId)
    const fails = () => door.mockImplementation((_url, init) => Promise.resolve(init?.method === 'GET' ? Response.json(notes) : Response.json({ error: { code: 'timeout' } }, { status: 504 })))
    const press = () => fireEvent.click(screen.getByRole('button', { name: '添加笔记' }))
    const { unmount } = open()
    await screen.findByRole('list')
    fails()
    fireEvent.change(field(), { target: { value: '停电' } })
    press()
    await screen.findByText('笔记没有保存成功，内容仍保留，请重试')
    unmount()
    open()
    await screen.findByRole('list')
    press()
    await screen.findByText('笔记没有保存成功，内容仍保留，请重试')
    fireEvent.change(field(), { target: { value: '停电、验电' } })
    press()
    await waitFor(() => expect(ids()).toHaveLength(3))
    expect(ids()[1]).toBe(ids()[0])
    expect(ids()[2]).not.toBe(ids()[0])
  })

  it('are changed in place', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: /^修改笔记/ }))
    fireEvent.change(screen.getByRole('textbox', { name: '修改笔记' }), { target: { value: '单脚跳出' } })
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: '修改笔记' })).toBeNull())
    expect(writes()).toEqual([['PUT', '/api/notes/item', { ...place, id: '9', text: '单脚跳出', moment: 190, operationId }]])
  })

  it('being changed are so still after a reload, and until they are saved or left as they were', async () => {
    const editor = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: '修改笔记' })
    const reload = async (shown: { unmount: () => void }) => {
      shown.unmount()
      const again = open()
      await screen.findByRole('list')
      return again
    }
    let shown = open()
    fireEvent.click(await screen.findByRole('button', { name: /^修改笔记/ }))
    fireEvent.change(editor()!, { target: { value: '单脚跳出' } })
    door.mockImplementation((_url, init) => Promise.resolve(init?.method === 'GET' ? Response.json(notes) : Response.json({ error: { code: 'failed' } }, { status: 502 })))
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('笔记没有保存成功，内容仍保留，请重试')
    shown = await reload(shown)
    expect(editor()?.value).toBe('单脚跳出')
    expect(document.activeElement).not.toBe(editor())
    fireEvent.click(screen.getByRole('button', { name: '取消' }))
    shown = await reload(shown)
    expect(editor()).toBeNull()

    door.mockImplementation((_url, init) => Promise.resolve(Response.json(init?.method === 'GET' ? notes : null)))
    fireEvent.click(screen.getByRole('button', { name: /^修改笔记/ }))
    fireEvent.change(editor()!, { target: { value: '单脚跳出' } })
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(editor()).toBeNull())
    // The list as it was: what is kept of a note that was saved must not come again.
    await reload(shown)
    expect(editor()).toBeNull()
  })

  it('are deleted after a question', async () => {
    open()
    const button = await screen.findByRole('button', { name: /^删除笔记/ })
    button.focus()
    fireEvent.click(button)
    const question = within(screen.getByRole('alertdialog'))
    expect(writes()).toEqual([])
    // As in browsers, nothing behind an open question takes the focus.
    const focus = HTMLElement.prototype.focus
    vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function behind(this: HTMLElement, ...how) {
      if (!document.querySelector('dialog[open]') || this.closest('dialog')) focus.apply(this, how)
    })
    notes = []
    fireEvent.click(question.getByRole('button', { name: '删除' }))
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
    expect(writes()).toEqual([['DELETE', '/api/notes/item?id=9', null]])
    expect(toasts).toEqual([expect.objectContaining({ kind: 'success', text: '删除笔记成功' })])
    await waitFor(() => expect(document.activeElement).toBe(field()))
    vi.restoreAllMocks()
  })

  it('stand in the question in their own language', async () => {
    open(undefined, 'en')
    fireEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
    expect(within(screen.getByRole('alertdialog')).getByText('跨步电压：双脚并拢跳出').lang).toBe('zh-Hans')
  })

  it('that could not be deleted are still asked about, with the reason in the question', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: /^删除笔记/ }))
    door.mockImplementation((_url, init) => Promise.resolve(init?.method === 'GET' ? Response.json(notes) : Response.json({ error: { code: 'timeout' } }, { status: 504 })))
    const question = within(screen.getByRole('alertdialog'))
    fireEvent.click(question.getByRole('button', { name: '删除' }))
    expect((await question.findByRole('alert')).textContent).toBe('网络请求超时')
    fireEvent.click(question.getByRole('button', { name: '取消' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^删除笔记/ }))
    expect(within(screen.getByRole('alertdialog')).queryByRole('alert')).toBeNull()
  })

  it('remember their moment in the browser where the platform does not', async () => {
    const { moment, unmount } = open()
    await screen.findByRole('list')
    act(() => {
      moment.serve('second', () => undefined)
      moment.note(65)
    })
    fireEvent.change(field(), { target: { value: '安全距离' } })
    fireEvent.click(screen.getByRole('button', { name: '添加笔记' }))
    await waitFor(() => expect(field().value).toBe(''))
    unmount()
    notes = [{ id: '10', text: '安全距离', writtenAt: null, moment: null, kind: null, resourceId: null }]
    const again = open()
    act(() => void again.moment.serve('second', () => undefined))
    expect(await screen.findByRole('button', { name: '回到 01:05' })).toBeTruthy()
  })
})
