'use client'

import { useLayoutEffect } from 'react'

/**
 * Ends what the head's script began, and gives pages that only the browser draws (not found, failed), where that script does not run, the
 * theme that was chosen. It stands in the root layout and imports nothing, so that no page pays for more than these lines.
 */
export function PageBegun() {
  useLayoutEffect(() => {
    const kept = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1]
    if (kept) document.documentElement.dataset.theme = kept
    ;(window as { begun?: () => void }).begun?.()
  }, [])
  return null
}
