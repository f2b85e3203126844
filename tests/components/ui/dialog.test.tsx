// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
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

  it('closes by its button and by the scrim', () => {
    openDialog()
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByText('open'))
    fireEvent.mouseDown(screen.getByLabelText('昵称'))
    fireEvent.mouseDown(screen.getByRole('dialog'))
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
    rerender(<ConfirmDialog open busy danger title="确定注销并退出系统吗？" onConfirm={onConfirm} onCancel={() => {}} />)
    fireEvent.click(screen.getByRole('button', { name: '确定' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})
