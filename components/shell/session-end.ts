'use client'

import { useEffect } from 'react'
import { routes } from '@/lib/routes'

const CHANNEL = 'session'
const ENDED = 'ended'

/** Tells the other windows of this browser that there is no session any more. */
export function tellSessionEnded(): void {
  if (!('BroadcastChannel' in window)) return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(ENDED)
  channel.close()
}

/** Leads to the login when another window has logged out, so that nothing of the learner stays on a screen. */
export function useSessionEnd(): void {
  useEffect(() => {
    if (!('BroadcastChannel' in window)) return
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === ENDED) location.assign(routes.login())
    }
    return () => channel.close()
  }, [])
}
