'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Renderings that were shown before: one that shows again came out of the browser's memory. */
const shown = new Set<number>()

/** Reads a page again when it comes back by the back button, so that progress made elsewhere shows without a reload. */
export function FreshOnReturn({ renderedAt }: { /** Milliseconds since 1970, of this rendering. */ renderedAt: number }) {
  const router = useRouter()
  useEffect(() => {
    if (shown.has(renderedAt)) router.refresh()
    else shown.add(renderedAt)
  }, [renderedAt, router])
  return null
}
