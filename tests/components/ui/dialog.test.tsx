// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { show } from '../../support/render'

function Opener({ onClose = () => {}, question = false }: { onClose?: () => void; question?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>open</button>
      <Dialog open={open} onClose={() => { setOpen(false); onClose() }} title="隐私政策" question={question}>
        <input aria-label="昵称" />
      </Dialog>
    </>
  )
}

function openDialog(props: Parameters<typeof Opener>[0] = {}) {
  show(<Opener {...props} />)
  const opener = screen.getByText('open')
  opener.focus()
  fireEvent.click(opener)
  return opener
}

describe('dialog', () => {
  it('is named by its title and gives the focus to its first field', () => {
    openDialog()
    expect(screen.getByRole('dialog', { name: '隐私政策' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('昵称'))
  })

  it('closes on Esc and gives the focus back', () => {
    const onClose = vi.fn()
    const opener = openDialog({ onClose })
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })

  it('that nobody ended is shown again when the browser closes it, with the focus where it began, and gives the focus back as ever', () => {
    const { rerender } = show(<button>before</button>)
    screen.getByText('before').focus()
    const stays = (open: boolean) => <><button>before</button><Dialog open={open} onClose={() => undefined} title="重新登录" question><input aria-label="账号" readOnly /><input aria-label="密码" data-autofocus /></Dialog></>
    rerender(stays(true))
    const dialog = screen.getByRole<HTMLDialogElement>('alertdialog')
    // What Chromium does on the second Esc or Back: no question, and the focus back on the page.
    dialog.close()
    screen.getByText('before').focus()
    fireEvent(dialog, new Event('close'))
    expect(dialog.open).toBe(true)
    expect(document.activeElement).toBe(screen.getByLabelText('密码'))
    rerender(stays(false))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByText('before'))
  })

  it('as a question keeps Esc from the browser, closes on it once, and leaves it to an input method', () => {
    const onClose = vi.fn()
    const opener = openDialog({ onClose, question: true })
    const escape = (more: KeyboardEventInit = {}) => fireEvent.keyDown(document.activeElement!, { key: 'Escape', ...more })
    expect(escape({ isComposing: true })).toBe(true)
    expect(onClose).not.toHaveBeenCalled()
    expect(escape()).toBe(false)
    expect(onClose).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(opener)
    cleanup()
    openDialog({ onClose })
    expect(escape()).toBe(true)
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('keeps the Tab key inside', () => {
    openDialog()
    const [close, field] = [screen.getByRole('button', { name: '关闭' }), screen.getByLabelText('昵称')]
    const tab = (shiftKey = false) => fireEvent.keyDown(document.activeElement!, { key: 'Tab', shiftKey })
    tab()
    expect(document.activeElement).toBe(close)
    expect(tab()).toBe(true)
    tab(true)
    expect(document.activeElement).toBe(field)
    screen.getByRole('heading').focus()
    tab(true)
    expect(document.activeElement).toBe(field)
  })

  it('closes by its button and by the scrim, not by its own scroll bar', () => {
    openDialog()
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByText('open'))
    const dialog = screen.getByRole('dialog')
    vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(400, 100, 480, 600))
    fireEvent.mouseDown(screen.getByLabelText('昵称'), { clientX: 500, clientY: 200 })
    fireEvent.mouseDown(dialog, { clientX: 876, clientY: 400 })
    expect(screen.getByRole('dialog')).toBe(dialog)
    fireEvent.mouseDown(dialog, { clientX: 890, clientY: 400 })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('as a question does not close by the scrim and has no close button', () => {
    openDialog({ question: true })
    fireEvent.mouseDown(screen.getByRole('alertdialog'))
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '关闭' })).toBeNull()
  })
})

describe('confirm dialog', () => {
  it('answers once while busy, and puts the focus on the safe answer of a final act', () => {
    const onConfirm = vi.fn()
    const { rerender } = show(<ConfirmDialog open danger title="确定注销并退出系统吗？" onConfirm={onConfirm} onCancel={() => {}} />)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '取消' }))
    fireEvent.click(screen.getByRole('button', { name: '确定' }))
    rerender(<ConfirmDialog open busy busyLabel="正在退出" danger title="确定注销并退出系统吗？" onConfirm={onConfirm} onCancel={() => {}} />)
    fireEvent.click(screen.getByRole('button', { name: '正在退出' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('stays while its act is under way, and can be left when that is over', () => {
    const onCancel = vi.fn()
    const question = (busy: boolean) => <ConfirmDialog open busy={busy} busyLabel="正在提交" title="评价提交后不能修改" onConfirm={() => {}} onCancel={onCancel} />
    const leave = () => {
      fireEvent.click(screen.getByRole('button', { name: '取消' }))
      fireEvent.keyDown(screen.getByRole('heading'), { key: 'Escape' })
      fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }))
    }
    const { rerender } = show(question(true))
    leave()
    expect(onCancel).not.toHaveBeenCalled()
    rerender(question(false))
    leave()
    expect(onCancel).toHaveBeenCalledTimes(3)
  })
})
