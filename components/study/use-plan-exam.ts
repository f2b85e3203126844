import { useEffect, useEffectEvent } from 'react'
import { showReport } from '@/components/study/reward-box'
import { freshId } from '@/lib/domain/fresh-id'
import { studyPlaceOf, type PlayerSubject, type Stop } from '@/lib/domain/player'
import type { Visit } from '@/lib/domain/study'
import { leavePlanExam } from '@/lib/queries/study'

/** An exam that is an item of a plan: it is where the learner is from now on, and when the player goes on from it what it brought shows at once. */
export function usePlanExam(subject: Pick<PlayerSubject, 'kind' | 'id'>, stop: Stop | null, begin: (visit: Visit, name: string) => Promise<void>) {
  const { kind, id } = subject
  const itemId = kind === 'plan' && stop?.item.kind === 'exam' && !stop.locked ? stop.item.id : null
  const enter = useEffectEvent(() => {
    if (stop) void begin({ id: freshId(), place: studyPlaceOf(subject, stop), kind: 'exam', countedMs: 0, startedAt: Date.now() }, stop.name)
  })
  useEffect(() => {
    if (!itemId) return
    enter()
    // The plan's exams report by their hand-in too: a failure here loses nothing.
    return () => void leavePlanExam({ planId: id, itemId }).then(showReport, () => undefined)
  }, [id, itemId])
}
