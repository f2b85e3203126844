'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useSyncExternalStore, useTransition } from 'react'

type Way = Parameters<ReturnType<typeof useRouter>['push']>

/** Ways elsewhere that no pressed link tells of. */
let ways = 0
const watchers = new Set<() => void>()

function count(by: 1 | -1) {
  ways += by
  watchers.forEach((told) => told())
}

function watch(told: () => void) {
  watchers.add(told)
  return () => void watchers.delete(told)
}

/** Whether somebody is led on by script, for the bar on top (`RouteProgress`). */
export const useWayOn = () => useSyncExternalStore(watch, () => ways > 0, () => false)

/** Shows the bar on top while this is so. */
export function useRouteBar(isUnderWay: boolean) {
  useEffect(() => {
    if (!isUnderWay) return
    count(1)
    return () => count(-1)
  }, [isUnderWay])
}

/** Leads on by script, with the bar on top until the next page is there. */
export function usePush() {
  const router = useRouter()
  const [leaving, leave] = useTransition()
  useRouteBar(leaving)
  const push = useCallback((...way: Way) => leave(() => router.push(...way)), [router])
  return { push, leaving }
}
