import type { PlayerPlace } from '@/lib/domain/enrolment'
import { mayPass } from '@/lib/domain/errors'
import { goesOnAfterEnd } from '@/lib/domain/player-exam'
import { bff, BffError } from './bff'
import type { OpenedExam } from './exams'

/** Whether an exam of a plan that has ended, its own or one of a section, goes on: its paper still runs, or a result of its simulation waits. Nothing does where the platform says no: some open no exam after the end. */
export async function examGoesOn({ planId, itemId, sectionId }: PlayerPlace): Promise<boolean> {
  const opened = await bff.post<OpenedExam>('exams/player', { kind: 'plan', ownerId: planId, itemId, sectionId }).catch((error: unknown) => {
    if (error instanceof BffError && !mayPass(error.code)) return null
    throw error
  })
  return opened !== null && goesOnAfterEnd(opened)
}
