import type { EnrolmentTarget, Opening } from '@/lib/domain/enrolment'
import { bff } from './bff'

/** Begins a course or plan; where the player opens. */
export const startLearning = ({ kind, id }: EnrolmentTarget) => bff.post<Opening>('enrolment/start', { kind, id })

/** Where the player opens a course or plan that was begun. */
export const resumeLearning = ({ kind, id }: EnrolmentTarget) => bff.get<Opening>('enrolment/resume', { kind, id })
