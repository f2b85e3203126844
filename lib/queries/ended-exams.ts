import type { PlayerPlace } from '@/lib/domain/enrolment'
import { goesOnAfterEnd } from '@/lib/domain/player-exam'
import { bff } from './bff'
import type { OpenedExam } from './exams'

/** Whether an exam of a plan that has ended, its own or one of a section, goes on: its paper still runs, or a result of its simulation waits. */
export const examGoesOn = async ({ planId, itemId, sectionId }: PlayerPlace): Promise<boolean> =>
  goesOnAfterEnd(await bff.post<OpenedExam>('exams/player', { kind: 'plan', ownerId: planId, itemId, sectionId }))
