'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { pageIsOf } from '@/lib/queries/page-learner'
import { isExamPath, routes } from '@/lib/routes'

const CHANNEL = 'session'
/** What windows of one browser tell each other: the session has ended, or whose it is. */
type Told = 'ended' | { learnerId: string }

const openChannel = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL))

/** What this window hears by, which does not hear what it says itself: who ends the session here leads away in their own way. */
let ears: BroadcastChannel | null = null

let hasEnded = false
/** Whether this page is left because its learner's session was ended, here or in another window: then nothing is kept for coming back. */
export const sessionHasEnded = () => hasEnded

/** Tells the other windows of this browser that there is no session any more. */
export function tellSessionEnded(): void {
  hasEnded = true
  const channel = ears ?? openChannel()
  channel?.postMessage('ended' satisfies Told)
  if (channel !== ears) channel?.close()
}

/**
 * Leads away when another window has ended the session, or logged in as somebody else, so that nothing of the learner stays on a screen; calls of
 * a page that is not away yet say whose it is, and are not taken for another's. An exam stays: its answers are kept until its learner is
 * back, and its doors ask whose paper it is.
 */
export function SessionWatch({ learnerId = null }: { /** Whose page this is; pages for everybody are nobody's. */ learnerId?: string | null }) {
  const stays = isExamPath(usePathname())
  useEffect(() => {
    if (stays) return
    pageIsOf(learnerId)
    hasEnded = false
    const channel = openChannel()
    ears = channel
    if (learnerId !== null) channel?.postMessage({ learnerId } satisfies Told)
    if (channel) {
      channel.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data === 'ended') {
          hasEnded = true
          location.assign(routes.login())
        } else if (learnerId !== null && data.learnerId !== learnerId) location.assign(routes.home())
      }
    }
    return () => {
      pageIsOf(null)
      ears = null
      channel?.close()
    }
  }, [learnerId, stays])
  return null
}
