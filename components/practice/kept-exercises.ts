import type { Kept } from '@/components/study/kept'
import type { JudgedAnswer, PracticeDraw } from '@/lib/domain/practice'
import { withoutPasted } from '@/lib/domain/rich-text'

/** Options chosen of questions, by the question's id. */
export type Choices = Record<string, string[]>

/** What the browser keeps of an exercise: all of it where the platform keeps no draws, else only the time. */
export type KeptExercise = { draw: PracticeDraw; answers: JudgedAnswer[]; seconds: number; index: number; chosen: Choices; /** In milliseconds; none of one that an older version kept. */ keptAt?: number }

/** Whole exercises are large, and those that nobody ends would fill the browser's storage, which everything else needs too. */
const MOST_KEPT = 5
const MOST_CHARS = 500_000

/** Keeps an exercise, one full of pasted pictures only once it has ended, and without them: it would take the room of what must not be lost, as minutes and absences. */
export function keepExercise(kept: Kept, key: string, exercise: KeptExercise): void {
  const text = JSON.stringify(exercise)
  if (text.length <= MOST_CHARS) kept.write(key, text)
  else if (exercise.draw.isEnded) kept.write(key, JSON.stringify(exercise, (_, value: unknown) => (typeof value === 'string' ? withoutPasted(value) : value)))
}

function keptAtOf(kept: Kept, key: string): number {
  try {
    return Number((JSON.parse(kept.read(key) ?? 'null') as KeptExercise | null)?.keptAt ?? 0)
  } catch {
    return 0
  }
}

/** Keeps of all unfinished exercises under a prefix only those that were kept last. */
export function dropOldExercises(kept: Kept, prefix: string): void {
  const keys = kept.keysUnder(prefix)
  if (keys.length <= MOST_KEPT) return
  const newestFirst = keys.map((key) => ({ key, at: keptAtOf(kept, key) })).toSorted((a, b) => b.at - a.at)
  for (const { key } of newestFirst.slice(MOST_KEPT)) kept.remove(key)
}
