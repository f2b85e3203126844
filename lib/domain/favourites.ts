/** A course or plan that may be in the learner's collection. */
export type FavouriteTarget = { kind: 'course' | 'plan'; id: string }
