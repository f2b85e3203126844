'use client'

import dynamic from 'next/dynamic'
import { useSyncExternalStore } from 'react'
import { isStripOn, onVisited } from '@/components/shell/visited'

const VisitedStrip = dynamic(() => import('./visited-strip').then((file) => file.VisitedStrip), { ssr: false })

/** Whether the strip of visited pages is switched on; on the server it never is. */
export function useStripOn(): boolean {
  return useSyncExternalStore(onVisited, isStripOn, () => false)
}

/** The strip, for learners who want it; for everybody else nothing is loaded. */
export function VisitedGate({ owner }: { owner: string }) {
  return useStripOn() ? <VisitedStrip owner={owner} /> : null
}
