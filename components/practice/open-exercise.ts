import type { DrawFrom } from '@/lib/domain/practice'

/** The exercise that was left last, for who comes back by another way than its address. */
export type OpenExercise = { drawId: string; what: DrawFrom; subjectName: string; done: number; total: number }

/** Where the browser keeps it. */
export const openExerciseKey = (learnerId: string) => `practice:${learnerId}:open`
