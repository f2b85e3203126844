'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Renderings that were shown before: one that shows again came out of the browser's memory. */
const shown = new Set<number>()
/** How the pages that are there now are read again. */
const readers = new Set<() => void>()
/** Something was written while no such page was there: the next one may have been read before that. */
let isBehind = false

/** A page that was left has written something only now: the page that followed it, which may have been read before that, is read again. */
export function readAgain(): void {
  isBehind = readers.size === 0
  for (const read of readers) read()
}

/** Reads a page again when it comes back by the back button, and when what was done on the page before is written, so that progress made elsewhere shows without a reload. */
export function FreshOnReturn({ renderedAt }: { /** Milliseconds since 1970, of this rendering. */ renderedAt: number }) {
  const router = useRouter()
  useEffect(() => {
    const read = () => router.refresh()
    if (isBehind || shown.has(renderedAt)) read()
    isBehind = false
    shown.add(renderedAt)
    readers.add(read)
    return () => void readers.delete(read)
  }, [renderedAt, router])
  return null
}
