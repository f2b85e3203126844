'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { hasRewards, watchRewards } from '@/components/study/reward-sign'

const RewardDisplay = lazy(() => import('@/components/study/reward-display'))

/** Where points and certificates of the last report appear; once per layout, so that they also come after leaving the player. */
export function Rewards() {
  const has = useSyncExternalStore(watchRewards, hasRewards, () => false)
  return has && <Suspense><RewardDisplay /></Suspense>
}
