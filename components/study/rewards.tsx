'use client'

import { lazy, Suspense, useCallback, useSyncExternalStore } from 'react'
import { hasRewards, ownRewards, watchRewards } from '@/components/study/reward-sign'

const RewardDisplay = lazy(() => import('@/components/study/reward-display'))

/** Where points and certificates of the last report appear; once per layout, so that they also come after leaving the player. */
export function Rewards({ learnerId }: { learnerId: string }) {
  const watch = useCallback((changed: () => void) => {
    ownRewards(learnerId)
    return watchRewards(changed)
  }, [learnerId])
  const has = useSyncExternalStore(watch, hasRewards, () => false)
  return has && <Suspense><RewardDisplay /></Suspense>
}
