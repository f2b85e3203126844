'use client'

import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { toast, Toaster as Sonner } from 'sonner'
import { Icon } from '@/components/ui/icon'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import { raiseToasts, serveToastLayer } from '@/components/ui/toast-layer'

const icons = { success: CircleCheck, error: CircleX, warning: TriangleAlert, info: Info }
const LEAST_MS = 5000
/** What can still be done about it takes longer to reach, and more so by keyboard. */
const ACTION_MS = 15_000
const wide = () => window.matchMedia('(min-width: 960px)')

function useWide() {
  const subscribe = (changed: () => void) => {
    const query = wide()
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }
  return useSyncExternalStore(subscribe, () => wide().matches, () => true)
}

/** Shows a toast, or lets one that is there (`id`) stay as long as this. */
function put(order: ToastOrder, duration: number, id?: string | number) {
  toast.custom((own) => <Toast id={own} order={order} />, { ...(id === undefined ? {} : { id }), duration, unstyled: true })
}

function Toast({ id, order }: { id: string | number; order: ToastOrder }) {
  const t = useTranslations('ui.toast')
  const box = useRef<HTMLDivElement>(null)
  const isGone = useRef(false)
  const { kind, text, icon, action } = order
  const close = () => {
    isGone.current = true
    toast.dismiss(id)
  }
  const act = () => {
    close()
    action?.onPress()
  }
  // It does not go from under the keyboard, of which the row around it is a stop; one that is going, pressed or swiped away, is not called back by the focus that it loses.
  useEffect(() => {
    const row = box.current?.closest('li')
    const stay = (duration: number) => ({ relatedTarget }: FocusEvent) => {
      if (!isGone.current && row?.dataset.removed !== 'true' && !row?.contains(relatedTarget as Node | null)) put(order, duration, id)
    }
    const [come, leave] = [stay(Infinity), stay(LEAST_MS)]
    row?.addEventListener('focusin', come)
    row?.addEventListener('focusout', leave)
    return () => {
      row?.removeEventListener('focusin', come)
      row?.removeEventListener('focusout', leave)
    }
  }, [id, order])
  return (
    <div className={`toast toast-${kind}`} role="status" ref={box}>
      {icon ?? <Icon of={icons[kind]} className="i mark" />}
      <span className="words">{text}</span>
      {action && <button type="button" className="btn btn-ghost" onClick={act}>{action.label}</button>}
      <button type="button" className="iconbtn" aria-label={t('close')} onClick={close}><Icon of={X} className="i i-16" /></button>
    </div>
  )
}

/** Outside React's tree, so that it moves into a dialog and out again with the toasts in it. */
function newLayer(): HTMLElement {
  const layer = document.createElement('div')
  layer.className = 'toasts'
  layer.setAttribute('popover', 'manual')
  return layer
}

/** Toasts: bottom centre above dock and tab bar, from 960 top right; they stay while a pointer or the focus rests on them. */
export default function Toasts() {
  const t = useTranslations('ui.toast')
  const [layer] = useState(newLayer)
  const isWide = useWide()

  useEffect(() => {
    const remove = serveToastLayer(layer)
    const leave = serveToasts((order) => {
      raiseToasts()
      put(order, Math.max(order.action ? ACTION_MS : LEAST_MS, order.duration ?? 0))
    })
    return () => {
      leave()
      remove()
    }
  }, [layer])

  return createPortal(
    <Sonner
      position={isWide ? 'top-right' : 'bottom-center'}
      offset={{ top: 'calc(var(--header-h) + 16px)', right: 24, bottom: 'calc(var(--dock-h, 0px) + 16px + env(safe-area-inset-bottom))' }}
      mobileOffset={{ left: 16, right: 16, bottom: 'calc(var(--dock-h, 0px) + 12px + env(safe-area-inset-bottom))' }}
      containerAriaLabel={t('region')}
      gap={8}
      visibleToasts={6}
      expand
    />,
    layer,
  )
}
