'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { openApart, type OpenedWindow } from '@/components/simulation/open-apart'
import { showReport } from '@/components/study/reward-box'
import { notify } from '@/components/ui/notify'
import type { ExamPlace } from '@/lib/domain/attempts'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { ExamDetail } from '@/lib/domain/exams'
import { BffError } from '@/lib/queries/bff'
import { launchSimulationExam, returnFromSimulation, type SimulationReturn } from '@/lib/queries/exams'

type Given = {
  place: ExamPlace
  exam: Pick<ExamDetail, 'simulation' | 'reportedRequestId' | 'attempts'>
  kind?: EnrolmentKind
  /** The exam stands otherwise than this page shows it, or may: a result was handed in, here or perhaps elsewhere, it was refused, or it cannot be started any more. */
  onChanged: () => void
}
/** A look for the result of a launch, and after how many windows it was begun. */
type Look = { requestId: string; windows: number }

/** Opens the simulation of an exam in a window of its own, and hands in its newest result when the learner comes back (spec 2 §4). */
export function useSimulation({ place, exam, kind, onChanged }: Given) {
  const t = useTranslations('exams.start')
  const wordsOf = useWordsOfError()
  const [opened, setOpened] = useState<string | null>(null)
  // What was opened is what reports, even when the page has shown a new launch since.
  const request = opened ?? exam.simulation?.requestId ?? exam.reportedRequestId
  const windows = useRef(0)
  const running = useRef<Promise<unknown> | null>(null)
  const reported = useRef<string | null>(null)
  const hasFailed = useRef(false)
  /** The launch whose result was refused last. */
  const refused = useRef<string | null>(null)
  const handedIn = exam.attempts.filter(({ state }) => state !== 'running').length
  /** So many attempts were handed in by what this page knows. One more was handed in elsewhere, or by a look whose answer was lost. */
  const [known, setKnown] = useState(0)
  const handIn = (look: Look) => returnFromSimulation({ place, requestId: look.requestId, kind })
  const onSuccess = (answer: SimulationReturn, look: Look, byHand: boolean) => {
    const mayBeLost = hasFailed.current
    hasFailed.current = false
    if (!answer.handedIn) {
      if (byHand) notify.info(t('nothingNew'))
      if (byHand || mayBeLost) onChanged()
      return
    }
    // The two events of one return, or two soon after each other, are answered alike.
    if (reported.current === answer.attemptId) return
    reported.current = answer.attemptId
    setKnown((known) => Math.max(known, handedIn) + 1)
    notify.success(t('handedIn', { score: answer.score }))
    showReport(answer.report)
    // A window that was opened meanwhile is still to report.
    if (look.windows === windows.current) setOpened(null)
    onChanged()
  }
  // What is refused has come too late, or is one too many: the page has shown an exam that stood otherwise. Of each launch a look says so once.
  const onError = (error: Error, { requestId }: Look, byHand: boolean) => {
    if (!(error instanceof BffError) || error.code !== 'rejected' || (!byHand && refused.current === requestId)) return
    refused.current = requestId
    if (!byHand) notify.error(wordsOf(error))
    onChanged()
  }
  const fetching = useMutation({ mutationFn: handIn, onSuccess: (answer, look) => onSuccess(answer, look, true), onError: (error, look) => onError(error, look, true) })
  // Nobody asked for a look, so nobody is told that it failed; the next one may succeed.
  const looking = useMutation({ mutationFn: handIn, onSuccess: (answer, look) => onSuccess(answer, look, false), onError: (error, look) => onError(error, look, false), meta: { silent: true } })
  const opening = useMutation({
    // The launch that this page was drawn with may be too old to report, or used already. What the window before has reported comes first: it
    // may take the last attempt, and where an exam keeps one launch, handing in deletes that. The press itself may have brought the window back.
    mutationFn: async (apart: OpenedWindow) => {
      await running.current
      return apart.closed ? undefined : launchSimulationExam({ place, kind })
    },
    onSuccess: (launched, apart) => {
      // Whoever closed the window while it waited wants none.
      if (launched === undefined) return
      if (!launched) {
        apart.close()
        notify.error(t('notNow'))
        return onChanged()
      }
      apart.go(launched.address)
      windows.current += 1
      setKnown((known) => Math.max(known, handedIn))
      setOpened(launched.requestId)
    },
    onError: (_, apart) => apart.close(),
  })
  // The next event may come before anything is drawn. That a look failed is said by the mutation, or by nobody.
  const ask = (begin: (look: Look) => Promise<unknown>) => {
    if (running.current || request === null) return
    const end = () => {
      running.current = null
    }
    running.current = begin({ requestId: request, windows: windows.current }).then(end, () => {
      hasFailed.current = true
      end()
    })
  }
  const { mutateAsync } = looking
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') ask(mutateAsync)
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
    isOpened: opened !== null && handedIn <= known,
    isFetching: fetching.isPending || looking.isPending,
    isOpening: opening.isPending,
    open: () => {
      const apart = openApart()
      if (apart) opening.mutate(apart)
      else notify.warning(t('blocked'))
    },
    fetch: () => ask(fetching.mutateAsync),
  }
}
