'use client'

import dynamic from 'next/dynamic'
import { useSyncExternalStore } from 'react'
import { isStripOn, onVisited } from '@/components/shell/visited'

/** Its place, kept only where the head's script has found it switched on (shell.css). */
const Place = () => <div className="strip-place" />
const VisitedStrip = dynamic(() => import('./visited-strip').then((file) => file.VisitedStrip), { ssr: false, loading: Place })

/** Whether the strip of visited pages is switched on; null where nobody knows yet, as on the server. */
const useSwitch = () => useSyncExternalStore<boolean | null>(onVisited, isStripOn, () => null)

/** Whether the strip of visited pages is switched on; on the server it never is. */
export function useStripOn(): boolean {
  return useSwitch() ?? false
}

/** The strip, for learners who want it; for everybody else nothing is loaded. */
export function VisitedGate({ owner }: { owner: string }) {
  const on = useSwitch()
  if (on === null) return <Place />
  return on ? <VisitedStrip owner={owner} /> : null
}
