import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { showNewFigures } from '@/components/study/new-figures'
import { showReport } from '@/components/study/reward-box'
import { freshId } from '@/lib/domain/fresh-id'
import { studyPlaceOf, type PlayerSubject, type Stop } from '@/lib/domain/player'
import type { Visit } from '@/lib/domain/study'
import { leavePlanExam } from '@/lib/queries/study'

/** The ways out of the exam and back into it; of nothing where the stage has none. */
type Ways = {
  /** Says that it is left, once; resolves when the platform has answered, or has failed to. */
  leave: () => Promise<void>
  /** It was left, and the learner is there still, or again. */
  stay: () => void
}

/**
 * An exam that is an item of a plan: it is where the learner is from now on, and when it is left, also with the page, that is said, so that
 * what it brought shows at once. Ways out that can wait say it first and wait for the answer, which the page that follows shows.
 */
export function usePlanExam(subject: Pick<PlayerSubject, 'kind' | 'id'>, stop: Stop | null, begin: (visit: Visit, name: string) => Promise<void>): Ways {
  const client = useQueryClient()
  const { kind, id } = subject
  const itemId = kind === 'plan' && stop?.item.kind === 'exam' && !stop.locked ? stop.item.id : null
  const enter = useEffectEvent(() => {
    if (stop) void begin({ id: freshId(), place: studyPlaceOf(subject, stop), kind: 'exam', countedMs: 0, startedAt: Date.now() }, stop.name)
  })
  const ways = useRef<Ways>(null)
  useEffect(() => {
    if (!itemId) return
    enter()
    let isHere = true
    const leave = async () => {
      if (!isHere) return
      isHere = false
      // The plan's exams report by their hand-in too: a failure here loses nothing.
      await leavePlanExam({ planId: id, itemId }).then((report) => {
        showReport(report)
        showNewFigures(client, { kind: 'plan', id })
      }).catch(() => undefined)
    }
    const stay = () => {
      if (isHere) return
      isHere = true
      enter()
    }
    const pageHides = () => void leave()
    const pageShows = (event: PageTransitionEvent) => {
      if (event.persisted) stay()
    }
    ways.current = { leave, stay }
    // A tab that is closed, or an address that is typed: the document goes, and no effect is cleaned up.
    window.addEventListener('pagehide', pageHides)
    window.addEventListener('pageshow', pageShows)
    return () => {
      ways.current = null
      window.removeEventListener('pagehide', pageHides)
      window.removeEventListener('pageshow', pageShows)
      void leave()
    }
  }, [client, id, itemId])
  return { leave: async () => ways.current?.leave(), stay: () => ways.current?.stay() }
}
