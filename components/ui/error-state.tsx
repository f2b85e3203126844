'use client'

import { RefreshCw, TriangleAlert } from 'lucide'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useLayoutEffect, useRef, useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

type Props = {
  /** What failed, in people's words. */
  title: string
  /** What still works; 页面其他部分可以继续使用。 unless said otherwise. */
  text?: string
  /** What Retry does; without it the page is read again. */
  onRetry?: () => void
  retrying?: boolean
}

/** The parts of a page that something is in, from the innermost. */
function partsAround(box: HTMLElement): HTMLElement[] {
  const around = (from: Element | null | undefined): HTMLElement[] => {
    const part = from?.closest<HTMLElement>('section, dialog, [role="tabpanel"]')
    return part ? [part, ...around(part.parentElement)] : []
  }
  return around(box)
}

/** Where the focus goes: to the name of the innermost part that is still there or has come in its place, or of the page. */
function nameOf(parts: HTMLElement[]): HTMLElement | null {
  for (const part of parts) {
    if (part.isConnected && part.matches('[role="tabpanel"]')) return part
    const heading = (part.isConnected ? part.querySelector<HTMLElement>('h1, h2, h3') : null) ?? document.getElementById(part.getAttribute('aria-labelledby') ?? '')
    if (heading) return heading
  }
  return document.querySelector<HTMLElement>('main h1, header h1')
}

/** A part that failed, inside its own panel; the rest of the page keeps working. */
export function ErrorState({ title, text, onRetry, retrying = false }: Props) {
  const t = useTranslations('ui.error')
  const router = useRouter()
  const [reading, read] = useTransition()
  const box = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  const retry = () => {
    isPressed.current = true
    if (onRetry) onRetry()
    else read(() => router.refresh())
  }
  // Retry goes with the error that it has mended.
  useLayoutEffect(() => {
    const mine = box.current
    return () => {
      if (!mine || !isPressed.current || !mine.contains(document.activeElement)) return
      const parts = partsAround(mine)
      queueMicrotask(() => {
        const name = document.activeElement === document.body ? nameOf(parts) : null
        if (!name) return
        if (name.tabIndex < 0) name.tabIndex = -1
        name.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <div className="errbox" role="alert" ref={box}>
      <Icon of={TriangleAlert} className="i" />
      <p className="h3">{title}</p>
      <p className="muted">{text ?? t('text')}</p>
      <Button icon={<Icon of={RefreshCw} className="i" />} busy={retrying || reading} busyLabel={t('retrying')} onClick={retry}>{t('retry')}</Button>
    </div>
  )
}
