'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { noteSession, sessionLine, type Told } from '@/components/shell/session-line'
import { pageIsOf } from '@/lib/queries/page-learner'
import { isExamPath, routes } from '@/lib/routes'

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
    noteSession(false)
    const heard = ({ data }: MessageEvent<Told>) => {
      if (data === 'ended') {
        noteSession(true)
        location.assign(routes.login())
      } else if (learnerId !== null && data.learnerId !== learnerId) location.assign(routes.home())
    }
    const line = sessionLine()
    if (learnerId !== null) line?.postMessage({ learnerId } satisfies Told)
    line?.addEventListener('message', heard)
    return () => {
      pageIsOf(null)
      line?.removeEventListener('message', heard)
    }
  }, [learnerId, stays])
  return null
}
