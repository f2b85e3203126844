import type { Kept } from '@/components/study/kept'
import type { DrawFrom } from '@/lib/domain/practice'

/** The exercise that was left last, for who comes back by another way than its address. */
export type OpenExercise = { drawId: string; what: DrawFrom; subjectName: string; done: number; total: number }

/** Where the browser keeps it. */
export const openExerciseKey = (learnerId: string) => `practice:${learnerId}:open`
/** Where the browser keeps the exercise that ended last, if the platform keeps none. */
export const endedExerciseKey = (learnerId: string) => `practice:${learnerId}:ended`

/** What is kept under a key; null for nothing, or for what cannot be read. */
export function readKept<Value>(kept: Kept, key: string): Value | null {
  try {
    return JSON.parse(kept.read(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}
