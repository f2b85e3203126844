import { goesOnAfterEnd } from '@/lib/domain/player-exam'
import { bff } from './bff'
import type { OpenedExam } from './exams'

/** Whether an exam of a plan that has ended goes on: its paper still runs, or a result of its simulation waits. */
export const examGoesOn = async ({ planId, itemId }: { planId: string; itemId: string }): Promise<boolean> =>
  goesOnAfterEnd(await bff.post<OpenedExam>('exams/player', { kind: 'plan', ownerId: planId, itemId }))
