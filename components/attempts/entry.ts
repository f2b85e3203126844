import { placeKey, type ExamPlace } from '@/lib/domain/attempts'

/** What this tab remembers of an exam: the attempt it was in, and whether that is handed in. */
type Entry = { attemptId: string; isHandedIn: boolean }

const keyOf = (place: ExamPlace) => `exam:${placeKey(place)}`

function read(place: ExamPlace): Entry | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null') as Entry | null
  } catch {
    return null
  }
}

let isFirst = true

/**
 * How the learner came to the exam: on purpose, or by reloading or going back, which never begins another attempt. Coming back to an
 * exam that was handed in from here leads away from it (the guard of spec 2 §2).
 */
export function entryOf(place: ExamPlace): { attemptId: string | null; isBehind: boolean } {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isOwn = isFirst && navigation !== undefined && new URL(navigation.name).pathname === location.pathname
  isFirst = false
  const entry = isOwn && navigation.type !== 'navigate' ? read(place) : null
  return { attemptId: entry && !entry.isHandedIn ? entry.attemptId : null, isBehind: entry?.isHandedIn ?? false }
}

/** The learner is in this attempt now, or has handed it in. */
export function noteEntry(place: ExamPlace, entry: Entry): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(entry))
  } catch {
    // Without storage going back begins by asking the server, which knows the attempt that runs.
  }
}
