import { useEffect } from 'react'
import { showReport } from '@/components/study/reward-box'
import type { PlayerSubject, Stop } from '@/lib/domain/player'
import { leavePlanExam } from '@/lib/queries/study'

/** Reports an exam that is an item of a plan when the player goes on from it: what it brought shows at once. */
export function usePlanExam({ kind, id }: Pick<PlayerSubject, 'kind' | 'id'>, stop: Stop | null) {
  const itemId = kind === 'plan' && stop?.item.kind === 'exam' ? stop.item.id : null
  useEffect(() => {
    if (!itemId) return
    // The plan's exams report by their hand-in too: a failure here loses nothing.
    return () => void leavePlanExam({ planId: id, itemId }).then(showReport, () => undefined)
  }, [id, itemId])
}
