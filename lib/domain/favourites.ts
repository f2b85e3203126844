import type { EnrolmentKind } from './enrolment'

/** A course or plan that may be in the learner's collection. */
export type FavouriteTarget = { kind: EnrolmentKind; id: string }
