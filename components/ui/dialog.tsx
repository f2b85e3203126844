'use client'

import { X } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react'
import { turnTab } from '@/components/ui/focus-ring'
import { Icon } from '@/components/ui/icon'

export type DialogProps = {
  open: boolean
  /** Esc, the scrim and the close button. */
  onClose: () => void
  title: string
  children?: ReactNode
  /** Buttons, right below; cancel first. `data-autofocus` on any control gives it the focus. */
  actions?: ReactNode
  /** A question (no close button, scrim does not close) or, the default, anything else. */
  question?: boolean
  wide?: boolean
  /** On phones from below: for lists such as the answer sheet. */
  sheet?: boolean
}

/** An entry of a menu that the dialog has closed cannot have the focus: its menu's button gets it. */
function giveFocusBack(before: HTMLElement) {
  before.focus()
  const menu = before.closest('[popover]')
  if (document.activeElement !== before && menu) document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)?.focus()
}

/** A modal: the focus stays inside, Esc closes, and the focus goes back to where it was. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ onClose, title, children, actions, question = false, wide = false, sheet = false }: DialogProps) {
  const t = useTranslations('ui.dialog')
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const dialog = box.current
    const before = document.activeElement
    // The page below stands still and keeps its width while the scroll bar is away.
    const page = document.documentElement
    page.style.setProperty('--scrollbar', `${window.innerWidth - page.clientWidth}px`)
    dialog?.showModal()
    const first = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector<HTMLElement>('.body :is(input, select, textarea)')
    ;(first ?? dialog?.querySelector<HTMLElement>('h2'))?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) giveFocusBack(before)
    }
  }, [])

  const cancel = (event: SyntheticEvent) => {
    if (event.target !== box.current) return
    event.preventDefault()
    onClose()
  }
  const press = (event: MouseEvent) => {
    if (!question && event.target === box.current) onClose()
  }
  const keep = (event: KeyboardEvent) => void turnTab(box.current, event)
  const className = ['dialog', wide && 'dialog-wide', sheet && 'dialog-sheet'].filter(Boolean).join(' ')
  return (
    <dialog ref={box} className={className} role={question ? 'alertdialog' : undefined} aria-labelledby={`${id}-title`} aria-describedby={question && children ? `${id}-body` : undefined} onCancel={cancel} onMouseDown={press} onKeyDown={keep}>
      <div className="in">
        <div className="head">
          <h2 className="h3" id={`${id}-title`} tabIndex={-1}>{title}</h2>
          {!question && <button type="button" className="iconbtn" aria-label={t('close')} onClick={onClose}><Icon of={X} className="i" /></button>}
        </div>
        {children && <div className="body" id={`${id}-body`}>{children}</div>}
        {actions && <div className="actions">{actions}</div>}
      </div>
    </dialog>
  )
}
