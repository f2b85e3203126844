'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Has the page read again once, header and all, where the header shows a learner as they were before. */
export function HeaderBehind() {
  const router = useRouter()
  // Once, whatever comes of it: a platform may give a picture another address each time.
  useEffect(() => router.refresh(), [router])
  return null
}
