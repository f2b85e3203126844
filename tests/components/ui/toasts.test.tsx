// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Dialog } from '@/components/ui/dialog'
import { toast } from 'sonner'
import { notify } from '@/components/ui/notify'
import Toasts from '@/components/ui/toasts'
import { show } from '../../support/render'

describe('toasts', () => {
  it('show what was said before they were there, each once, as a status', async () => {
    notify.error('上一小节未通过，无法解锁章节')
    show(<Toasts />)
    await waitFor(() => expect(screen.getByText('上一小节未通过，无法解锁章节').closest('[role="status"]')).not.toBeNull())
    act(() => notify.success('收藏成功'))
    await waitFor(() => expect(screen.getByText('收藏成功')).toBeTruthy())
    expect(screen.getAllByText('上一小节未通过，无法解锁章节')).toHaveLength(1)
  })

  it('are shown six at a time, for five seconds unless longer is asked for, or something can be done about it', async () => {
    const given = vi.spyOn(toast, 'custom')
    show(<Toasts />)
    const words = ['一', '二', '三', '四', '五', '六']
    act(() => words.forEach((word, at) => notify.error(word, at === 5 ? { duration: 9000 } : {})))
    await waitFor(() => expect(screen.getByText('一').closest('li')!.dataset.visible).toBe('true'))
    expect(words.map((word) => screen.getByText(word).closest('li')!.dataset.visible)).toEqual(words.map(() => 'true'))
    act(() => notify.success('七', { action: { label: '再来', onPress: () => undefined } }))
    expect(given.mock.calls.map(([, options]) => options?.duration)).toEqual([5000, 5000, 5000, 5000, 5000, 9000, 15_000])
    given.mockRestore()
  })

  it('undo once and go', async () => {
    const onPress = vi.fn()
    show(<Toasts />)
    act(() => notify.info('删除笔记成功', { action: { label: '撤销', onPress } }))
    await waitFor(() => expect(screen.getByText('撤销')).toBeTruthy())
    fireEvent.click(screen.getByText('撤销'))
    expect(onPress).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByText('删除笔记成功')).toBeNull())
  })

  it('do not go from under the keyboard, and once pressed are not called back by it', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
    const undo = () => screen.queryByRole('button', { name: '撤销', hidden: true })
    show(<><button type="button">elsewhere</button><Toasts /></>)
    const say = () => {
      act(() => notify.info('取消收藏成功', { action: { label: '撤销', onPress: () => undefined } }))
      pass(100)
    }
    say()
    // The row around it is a stop of its own.
    act(() => undo()!.closest('li')!.focus())
    pass(60_000)
    act(() => undo()!.focus())
    pass(60_000)
    expect(document.activeElement).toBe(undo())
    act(() => screen.getByRole('button', { name: 'elsewhere' }).focus())
    pass(4_000)
    expect(undo()).not.toBeNull()
    for (let turn = 0; turn < 5; turn += 1) pass(400)
    expect(undo()).toBeNull()
    say()
    act(() => undo()!.focus())
    act(() => undo()!.click())
    act(() => screen.getByRole('button', { name: 'elsewhere' }).focus())
    for (let turn = 0; turn < 5; turn += 1) pass(200)
    expect(undo()).toBeNull()
  })

  it('once swiped away are not called back by the focus that the press has brought them', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
    show(<Toasts />)
    act(() => notify.info('已移动'))
    pass(100)
    const row = screen.getByText('已移动').closest('li')!
    // jsdom does not capture pointers.
    row.setPointerCapture = () => {}
    fireEvent.pointerDown(row, { pointerId: 1, button: 0, clientX: 0, clientY: 0 })
    act(() => row.focus())
    for (const clientY of [20, 120]) fireEvent.pointerMove(row, { pointerId: 1, clientX: 0, clientY })
    fireEvent.pointerUp(row, { pointerId: 1 })
    // Browsers say that what is focused loses the focus as it is taken out, jsdom does not.
    const takeOut = Node.prototype.removeChild
    const takenOut = vi.spyOn(Node.prototype, 'removeChild').mockImplementation(function <T extends Node>(this: Node, child: T): T {
      if (child.contains(row)) row.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
      return takeOut.call(this, child) as T
    })
    onTestFinished(() => takenOut.mockRestore())
    for (let turn = 0; turn < 5; turn += 1) pass(200)
    expect(screen.queryByText('已移动')).toBeNull()
  })

  it('stand in the topmost modal dialog, outside of which nothing is heard or pressed, and go on where it was left', async () => {
    const onClose = vi.fn()
    const page = (outer: boolean, inner: boolean) => (
      <>
        <Toasts />
        <Dialog open={outer} title="修改密码" onClose={onClose}><input aria-label="原密码" /></Dialog>
        <Dialog open={inner} title="放弃修改？" question onClose={() => {}} />
      </>
    )
    const { rerender } = show(page(false, false))
    act(() => notify.info('已保存'))
    const before = await screen.findByText('已保存')
    rerender(page(true, false))
    const dialog = screen.getByRole('dialog', { name: '修改密码' })
    act(() => notify.warning('修改失败'))
    const said = await within(dialog).findByText('修改失败')
    const status = (toast: HTMLElement) => toast.closest('[role="status"]')!
    // It moved with the others, and what was said outside is not said again.
    expect(dialog.contains(before)).toBe(true)
    expect([before, said].map((toast) => status(toast).getAttribute('aria-live'))).toEqual(['off', null])
    rerender(page(true, true))
    expect(screen.getByRole('alertdialog').contains(said)).toBe(true)
    rerender(page(true, false))
    expect(dialog.contains(said)).toBe(true)
    rerender(page(false, false))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(said.isConnected).toBe(true)
    expect(status(said).getAttribute('aria-live')).toBe('off')
    fireEvent.click(within(said.closest('li')!).getByRole('button', { name: '关闭提示' }))
    await waitFor(() => expect(screen.queryByText('修改失败')).toBeNull())
    expect(onClose).not.toHaveBeenCalled()
  })

  it('are on top again when the dialog they stand in is shown anew', () => {
    show(<><Toasts /><Dialog open title="重新登录" question onClose={() => {}} /></>)
    const dialog = screen.getByRole<HTMLDialogElement>('alertdialog')
    const layer = dialog.querySelector<HTMLElement>('.toasts')!
    const raised = vi.spyOn(layer, 'showPopover')
    dialog.close()
    fireEvent(dialog, new Event('close'))
    expect(raised).toHaveBeenCalledOnce()
    expect(layer.parentNode).toBe(dialog)
  })

  it.each([['again where a menu is open, which came on top of them', true], ['where they are, where none is', false]])('are shown %s', async (_where, isOpen) => {
    // jsdom knows neither what fills the screen nor what is open.
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: null })
    show(<><Toasts /><div className="menu" /></>)
    const layer = document.querySelector<HTMLElement>('.toasts')!
    const menu = document.querySelector('.menu')
    vi.spyOn(layer, 'matches').mockReturnValue(true)
    const find = document.querySelector.bind(document)
    const found = vi.spyOn(document, 'querySelector').mockImplementation((selector: string) => (selector === '.menu:popover-open' ? (isOpen ? menu : null) : find(selector)))
    const raised = vi.spyOn(layer, 'showPopover')
    act(() => notify.warning('距离考试结束还有 5 分钟'))
    await screen.findByText('距离考试结束还有 5 分钟')
    expect(raised).toHaveBeenCalledTimes(isOpen ? 1 : 0)
    found.mockRestore()
    Reflect.deleteProperty(document, 'fullscreenElement')
  })

  it('wait for a menu that is just closing, while no browser shows them', async () => {
    const raised = vi.spyOn(HTMLElement.prototype, 'showPopover').mockImplementationOnce(() => {
      throw new DOMException('during another show operation', 'InvalidStateError')
    })
    show(<Toasts />)
    await vi.waitFor(() => expect(raised).toHaveBeenCalledTimes(2), { timeout: 10_000 })
    raised.mockRestore()
  })
})
