'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { Suspense, useEffect } from 'react'
import { restorePlace } from '@/lib/i18n/kept-place'

const PATIENCE_MS = 5000

/**
 * Parts of an address that make another view of the same page, whose heading gets the focus; filters and pages of a list do not. Nor does
 * `drawId`, which an exercise writes into its own address once it is drawn.
 */
const telling = ['id', 'tab', 'thisId', 'message', 'instanceId', 'courseId', 'planId']

/** The view that this document showed last, whatever frame its page had; null before the first. */
let shown: string | null = null

/** Puts the focus on the page's heading, which stands above the content where a page has no room for it; false while there is none. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1, header h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

function ViewFocus() {
  const path = usePathname()
  const query = useSearchParams()
  const view = [path, ...telling.map((name) => query.get(name))].join('&')

  useEffect(() => {
    const first = shown === null || shown === view
    shown = view
    // Whoever turns the tabs of a page stays on them.
    if (first || document.activeElement?.closest('.tabs') || focusHeading()) return
    const left = document.activeElement
    const watcher = new MutationObserver(() => {
      // Who has gone on in the meantime is not called back.
      if (document.activeElement !== left || focusHeading()) watcher.disconnect()
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    const patience = setTimeout(() => watcher.disconnect(), PATIENCE_MS)
    return () => {
      watcher.disconnect()
      clearTimeout(patience)
    }
  }, [view])
  return null
}

/** After a change of route or view the focus goes to the new page's heading, as soon as it is there. */
export function RouteFocus() {
  useEffect(() => restorePlace(), [])
  return <Suspense><ViewFocus /></Suspense>
}
