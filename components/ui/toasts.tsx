'use client'

import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { toast, Toaster as Sonner } from 'sonner'
import { Icon } from '@/components/ui/icon'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import { raiseToasts, serveToastLayer } from '@/components/ui/toast-layer'

const icons = { success: CircleCheck, error: CircleX, warning: TriangleAlert, info: Info }
const LEAST_MS = 5000
const wide = () => window.matchMedia('(min-width: 960px)')

function useWide() {
  const subscribe = (changed: () => void) => {
    const query = wide()
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }
  return useSyncExternalStore(subscribe, () => wide().matches, () => true)
}

function Toast({ id, kind, text, icon, action }: ToastOrder & { id: string | number }) {
  const t = useTranslations('ui.toast')
  const act = () => {
    toast.dismiss(id)
    action?.onPress()
  }
  return (
    <div className={`toast toast-${kind}`} role="status">
      {icon ?? <Icon of={icons[kind]} className="i mark" />}
      <span className="words">{text}</span>
      {action && <button type="button" className="btn btn-ghost" onClick={act}>{action.label}</button>}
      <button type="button" className="iconbtn" aria-label={t('close')} onClick={() => toast.dismiss(id)}><Icon of={X} className="i i-16" /></button>
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

/** Toasts: bottom centre above dock and tab bar, from 960 top right; they stay while a pointer rests on them. */
export default function Toasts() {
  const t = useTranslations('ui.toast')
  const [layer] = useState(newLayer)
  const isWide = useWide()

  useEffect(() => {
    const remove = serveToastLayer(layer)
    const leave = serveToasts((order) => {
      raiseToasts()
      toast.custom((id) => <Toast id={id} {...order} />, { duration: Math.max(LEAST_MS, order.duration ?? LEAST_MS), unstyled: true })
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
