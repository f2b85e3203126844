import type { StudyCardFacts } from './cards'
import type { EnrolmentKind } from './enrolment'

/** A course or plan that may be in the learner's collection. */
export type FavouriteTarget = { kind: EnrolmentKind; id: string }

/** What the collection is divided into, in this order. */
export const collectionKinds = ['course', 'plan'] as const satisfies EnrolmentKind[]

/** A course or plan in the collection. */
export type Collected = Pick<StudyCardFacts, 'id' | 'name' | 'cover' | 'hours' | 'credits' | 'joinCount' | 'rating'>
