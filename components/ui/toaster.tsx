'use client'

import { lazy, Suspense, useEffect, useState } from 'react'

const Toasts = lazy(() => import('@/components/ui/toasts'))

/** Where toasts appear; once per page, in the root layout. The library comes when the page is at rest. */
export function Toaster() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1))
    const cancel = window.cancelIdleCallback ?? clearTimeout
    const handle = idle(() => setReady(true), { timeout: 2000 })
    return () => cancel(handle)
  }, [])
  return ready ? <Suspense><Toasts /></Suspense> : null
}
