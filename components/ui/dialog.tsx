'use client'

import { X } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react'
import { turnTab } from '@/components/ui/focus-ring'
import { Icon } from '@/components/ui/icon'
import { isComposing } from '@/components/ui/is-composing'
import { letToastsOutOf, takeToastsInto } from '@/components/ui/toast-layer'

export type DialogProps = {
  open: boolean
  /** Esc, the scrim and the close button. */
  onClose: () => void
  /** Names of the platform as `PlatformText`. */
  title: ReactNode
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

/** Shows it above everything, with the focus on what the dialog names, else on its first field, else on its title. */
function enter(dialog: HTMLDialogElement) {
  dialog.showModal()
  takeToastsInto(dialog)
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('.body :is(input, select, textarea)') ?? dialog.querySelector<HTMLElement>('h2')
  first?.focus()
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
    if (dialog) enter(dialog)
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) giveFocusBack(before)
    }
  }, [])

  // While the dialog is still in the page: what it takes with it is gone.
  useLayoutEffect(() => {
    const dialog = box.current
    return () => {
      if (dialog) letToastsOutOf(dialog)
    }
  }, [])

  const cancel = (event: SyntheticEvent) => {
    if (event.target !== box.current) return
    event.preventDefault()
    onClose()
  }
  // Chromium asks once and closes on the next Esc or Back without asking; but only its owner ends a dialog.
  const stayOpen = () => {
    if (box.current && !box.current.open) enter(box.current)
  }
  const press = (event: MouseEvent) => {
    if (question || event.target !== box.current) return
    // The dialog's scroll bar is the dialog itself, as is the scrim.
    const { left, right, top, bottom } = box.current.getBoundingClientRect()
    if (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom) onClose()
  }
  const key = (event: KeyboardEvent) => {
    turnTab(box.current, event)
    // Only in a question, which has no list or menu of its own that Esc would close first.
    if (!question || event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
    event.preventDefault()
    onClose()
  }
  const className = ['dialog', wide && 'dialog-wide', sheet && 'dialog-sheet'].filter(Boolean).join(' ')
  return (
    <dialog ref={box} className={className} role={question ? 'alertdialog' : undefined} aria-labelledby={`${id}-title`} aria-describedby={question && children ? `${id}-body` : undefined} onCancel={cancel} onClose={stayOpen} onMouseDown={press} onKeyDown={key}>
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
