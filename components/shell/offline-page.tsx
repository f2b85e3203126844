'use client'

import { useEffect } from 'react'

/** Has the browser keep the page that is shown without a connection; on public pages only. */
export function OfflinePage() {
  useEffect(() => {
    // Without it the visit is the same but for that page.
    void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  }, [])
  return null
}
