import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { showNewFigures } from '@/components/study/new-figures'
import { showReport } from '@/components/study/reward-box'
import { freshId } from '@/lib/domain/fresh-id'
import { studyPlaceOf, type PlayerSubject, type Stop } from '@/lib/domain/player'
import type { Visit } from '@/lib/domain/study'
import { leavePlanExam } from '@/lib/queries/study'

/** An exam that is an item of a plan: it is where the learner is from now on, and when it is left, also with the page, that is said, so that what it brought shows at once. */
export function usePlanExam(subject: Pick<PlayerSubject, 'kind' | 'id'>, stop: Stop | null, begin: (visit: Visit, name: string) => Promise<void>) {
  const client = useQueryClient()
  const { kind, id } = subject
  const itemId = kind === 'plan' && stop?.item.kind === 'exam' && !stop.locked ? stop.item.id : null
  const enter = useEffectEvent(() => {
    if (stop) void begin({ id: freshId(), place: studyPlaceOf(subject, stop), kind: 'exam', countedMs: 0, startedAt: Date.now() }, stop.name)
  })
  useEffect(() => {
    if (!itemId) return
    enter()
    let isHere = true
    const leave = () => {
      if (!isHere) return
      isHere = false
      // The plan's exams report by their hand-in too: a failure here loses nothing.
      void leavePlanExam({ planId: id, itemId }).then((report) => {
        showReport(report)
        showNewFigures(client, { kind: 'plan', id })
      }, () => undefined)
    }
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      isHere = true
      enter()
    }
    // The way back to the plan loads its page afresh: the document goes, and no effect is cleaned up.
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
      leave()
    }
  }, [client, id, itemId])
}
