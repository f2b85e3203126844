import type { Unlocked } from '@/lib/domain/enrolment'
import { bff } from './bff'

/** Unlocks a section by the learner's record of it. */
export const unlockSection = (sectionRecordId: string) => bff.post<Unlocked>('catalogue/unlock', { sectionRecordId })
