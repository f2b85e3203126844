'use client'

import { useLayoutEffect } from 'react'

/**
 * For pages that only the browser draws (not found, failed), where the head's script does not run: they get the theme that was chosen.
 * It stands in the root layout and imports nothing, so that no page pays for more than these lines.
 */
export function KeptTheme() {
  useLayoutEffect(() => {
    const kept = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1]
    if (kept) document.documentElement.dataset.theme = kept
  }, [])
  return null
}
