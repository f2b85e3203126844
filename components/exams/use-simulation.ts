'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { showReport } from '@/components/study/reward-box'
import { notify } from '@/components/ui/notify'
import type { ExamPlace } from '@/lib/domain/attempts'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import { returnFromSimulation, type SimulationReturn } from '@/lib/queries/exams'

type Given = {
  place: ExamPlace
  /** The launch that this page shows; null for an exam that is no simulation. */
  requestId: string | null
  url: string | null
  kind?: EnrolmentKind
  /** A result was handed in. */
  onHandedIn: () => void
}

/** Opens the simulation of an exam in a window of its own, and hands in its newest result when the learner comes back (spec 2 §4). */
export function useSimulation({ place, requestId, url, kind, onHandedIn }: Given) {
  const t = useTranslations('exams.start')
  const [opened, setOpened] = useState<string | null>(null)
  // What was opened is what reports, even when the page has shown a new launch since.
  const request = opened ?? requestId
  const asked = useRef(false)
  const reported = useRef<string | null>(null)
  const handIn = () => returnFromSimulation({ place, requestId: request ?? '', kind }).finally(() => {
    asked.current = false
  })
  const onSuccess = (answer: SimulationReturn, byHand: boolean) => {
    if (!answer.handedIn) return void (byHand && notify.info(t('nothingNew')))
    // The two events of one return, or two soon after each other, are answered alike.
    if (reported.current === request) return
    reported.current = request
    notify.success(t('handedIn', { score: answer.score }))
    showReport(answer.report)
    setOpened(null)
    onHandedIn()
  }
  const fetching = useMutation({ mutationFn: handIn, onSuccess: (answer) => onSuccess(answer, true) })
  // Nobody asked for a look, so nobody is told that it failed; the next one may succeed.
  const looking = useMutation({ mutationFn: handIn, onSuccess: (answer) => onSuccess(answer, false), meta: { silent: true } })
  const isBusy = fetching.isPending || looking.isPending
  // The next event may come before anything is drawn.
  const ask = (mutate: () => void) => {
    if (asked.current) return
    asked.current = true
    mutate()
  }
  const { mutate } = looking
  const look = useEffectEvent(() => {
    if (request !== null && document.visibilityState === 'visible') ask(mutate)
  })
  useEffect(() => {
    // Also on arrival: the page may have been closed while the simulation was open.
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [])
  return {
    isOpened: opened !== null,
    isFetching: isBusy,
    open: () => {
      if (!url || !requestId) return
      window.open(url, '_blank', 'noopener')
      setOpened(requestId)
    },
    fetch: () => ask(fetching.mutate),
  }
}
