'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { restorePlace } from '@/lib/i18n/switch-language'

const PATIENCE_MS = 5000

/** The path that this document showed last, whatever frame its page had; null before the first. */
let shown: string | null = null

/** Puts the focus on the page's heading, which stands above the content where a page has no room for it; false while there is none. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1, header h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/** After a change of route the focus goes to the new page's heading, as soon as it is there. */
export function RouteFocus() {
  const path = usePathname()

  useEffect(() => restorePlace(), [])
  useEffect(() => {
    const first = shown === null || shown === path
    shown = path
    if (first || focusHeading()) return
    const left = document.activeElement
    const watcher = new MutationObserver(() => {
      // Who has gone on in the meantime is not called back.
      if (document.activeElement !== left || focusHeading()) watcher.disconnect()
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    const patience = window.setTimeout(() => watcher.disconnect(), PATIENCE_MS)
    return () => {
      watcher.disconnect()
      window.clearTimeout(patience)
    }
  }, [path])
  return null
}
