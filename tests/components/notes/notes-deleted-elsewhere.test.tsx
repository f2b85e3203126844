// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Notes from '@/components/notes/notes'
import { Providers } from '@/components/shell/providers'
import { StageMoment } from '@/components/study/stage-moment'
import { serveToasts } from '@/components/ui/notify'
import type { NewNotePlace, Note } from '@/lib/domain/notes'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined }) }))

const place: NewNotePlace = { kind: 'course', ownerId: '3001', chapterId: '3101', sectionId: '3201', resourceId: '7001', noteKind: 'video' }
const note: Note = { id: '9', text: '跨步电压：双脚并拢跳出', writtenAt: '2026-03-01T09:00:00+08:00', moment: 190, kind: null, resourceId: null }
const kept = 'study:1:note:course-3001//3201:9'
const gone = '正在修改的笔记已在其他窗口或设备上删除，您写的内容已放入新笔记的输入框'

/** What the platform has, what it answers to a new note and to a change of a note, and what was sent. */
let notes: Note[] = []
let status = { POST: 200, PUT: 404 }
let sent: [method: string, fields: unknown][] = []
let said: string[] = []
let stop = () => {}
const answer = (code: number) => Response.json(code === 200 ? null : { error: { code: code === 404 ? 'missing' : 'timeout' } }, { status: code })
beforeEach(() => {
  localStorage.clear()
  notes = [note]
  status = { POST: 200, PUT: 404 }
  sent = []
  said = []
  stop = serveToasts(({ text }) => said.push(text))
  vi.stubGlobal('fetch', async (_url: string, { method = '', body }: RequestInit) => {
    if (method === 'GET') return Response.json(notes)
    sent.push([method, body ? JSON.parse(String(body)) : null])
    return answer(method === 'POST' || method === 'PUT' ? status[method] : 200)
  })
})
afterEach(() => stop())

const open = () => show(<Providers><Notes learnerId="1" listed={place} place={place} placeKey="course-3001//3201" moment={new StageMoment()} /></Providers>)
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '添加笔记' })
const editor = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: '修改笔记' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function change(text: string) {
  fireEvent.click(await screen.findByRole('button', { name: /^修改笔记/ }))
  fireEvent.change(editor()!, { target: { value: text } })
}
async function remove() {
  fireEvent.click(await screen.findByRole('button', { name: /^删除笔记/ }))
  notes = []
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '删除' }))
  await screen.findByText('在下方记下第一条笔记')
}

describe('what a note was being changed to when it was deleted elsewhere', () => {
  it('becomes a new note at the same moment, which is kept, when it is saved', async () => {
    const { unmount } = open()
    await change('单脚跳出')
    notes = []
    screen.getByRole('button', { name: '保存' }).focus()
    press('保存')
    await waitFor(() => expect(field().value).toBe('单脚跳出'))
    expect([editor(), document.activeElement === field(), said]).toEqual([null, true, [gone]])
    unmount()
    open()
    await screen.findByText('在下方记下第一条笔记')
    expect([field().value, said]).toEqual(['单脚跳出', [gone]])
    press('添加笔记')
    await waitFor(() => expect(field().value).toBe(''))
    expect(sent.at(-1)).toEqual(['POST', expect.objectContaining({ text: '单脚跳出', moment: 190 })])
  })

  it.each([['stays behind another that was not sent', 504, '停电\n\n单脚跳出'], ['stays when another was sent', 200, '单脚跳出']])('%s', async (_what, code, left) => {
    open()
    await change('单脚跳出')
    notes = []
    status.POST = code
    fireEvent.change(field(), { target: { value: '停电' } })
    press('添加笔记')
    await waitFor(() => expect([field().value, editor()]).toEqual([left, null]))
    expect(said).toContain(gone)
  })

  it('keeps its own moment where it comes behind one that is on its way', async () => {
    open()
    await change('单脚跳出')
    const [answered, arrived] = [fetch, Promise.withResolvers<null>()]
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (init.method === 'POST' && sent.every(([method]) => method !== 'POST')) await arrived.promise
      return answered(url, init)
    })
    fireEvent.change(field(), { target: { value: '停电' } })
    press('添加笔记')
    notes = []
    press('保存')
    await waitFor(() => expect(field().value).toBe('停电\n\n单脚跳出'))
    arrived.resolve(null)
    await waitFor(() => expect(field().value).toBe('单脚跳出'))
    press('添加笔记')
    await waitFor(() => expect(sent.at(-1)).toEqual(['POST', expect.objectContaining({ text: '单脚跳出', moment: 190 })]))
  })

  it('is a new note after a reload too, without taking the focus', async () => {
    const { unmount } = open()
    await change('单脚跳出')
    notes = []
    unmount()
    open()
    await waitFor(() => expect(field().value).toBe('单脚跳出'))
    expect([document.activeElement, said]).toEqual([document.body, [gone]])
  })

  it('has no moment where that is one of another video', async () => {
    notes = [{ ...note, resourceId: '7009' }]
    open()
    await change('单脚跳出')
    notes = []
    press('保存')
    await waitFor(() => expect(field().value).toBe('单脚跳出'))
    press('添加笔记')
    await waitFor(() => expect(sent.at(-1)).toEqual(['POST', expect.objectContaining({ moment: null })]))
  })

  it('stays with the window that writes it, while a window that deletes its own words with the note keeps none', async () => {
    const { unmount } = open()
    await change('单脚跳出')
    const own = localStorage.getItem(kept)!
    await remove()
    expect([localStorage.getItem(kept), field().value]).toEqual([null, ''])
    unmount()
    notes = [note]
    open()
    await screen.findByRole('list')
    localStorage.setItem(kept, own)
    await remove()
    expect([localStorage.getItem(kept), field().value]).toEqual([own, ''])
  })

  it('stays in place where the note is listed all the same', async () => {
    open()
    await change('单脚跳出')
    press('保存')
    await screen.findByText('笔记没有保存成功，内容仍保留，请重试')
    expect([editor()?.value, field().value, said]).toEqual(['单脚跳出', '', []])
  })
})

describe('what is written on while a change is on its way', () => {
  it('stays in the field, as the next change', async () => {
    status.PUT = 200
    open()
    await change('单脚跳出')
    press('保存')
    fireEvent.change(editor()!, { target: { value: '单脚跳出，不要跨步' } })
    notes = [{ ...note, text: '单脚跳出' }]
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).textContent).toBe('保存'))
    expect([sent, editor()?.value]).toEqual([[['PUT', expect.objectContaining({ text: '单脚跳出' })]], '单脚跳出，不要跨步'])
    press('保存')
    await waitFor(() => expect(sent.at(-1)).toEqual(['PUT', expect.objectContaining({ text: '单脚跳出，不要跨步' })]))
    await waitFor(() => expect(editor()).toBeNull())
  })
})
