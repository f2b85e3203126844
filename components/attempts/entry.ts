import { placeKey, type ExamPlace } from '@/lib/domain/attempts'

/** What this tab remembers of a learner's exam: the attempt it was in, and whether that is handed in. Whoever logs in here next has their own. */
type Entry = { attemptId: string; isHandedIn: boolean }

const EXAM_PATH = '/ToTestIng'
/** A learner's exam: whose it is, and where it is taken. */
type Sitting = { learnerId: string; place: ExamPlace }
const keyOf = ({ learnerId, place }: Sitting) => `exam:${learnerId}:${placeKey(place)}`

function read(sitting: Sitting): Entry | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(sitting)) ?? 'null') as Entry | null
  } catch {
    return null
  }
}

/** The attempt that this entry of the history was in: going back or forward brings it again, opening the exam anew does not. */
function attemptHere(sitting: Sitting): string | null {
  const known = (history.state as Record<string, unknown> | null)?.[keyOf(sitting)]
  return typeof known === 'string' ? known : null
}

/** Kept while a learner looks back at an attempt: who, of which exam, and on which page. */
const LOOKING_BACK = 'exam:looking-back'

type LookingBack = { learnerId: string; examId: string; path: string }

/** The learner looks at what came of an attempt of this exam, on this page. */
export function noteLookingBack({ learnerId, examId }: { learnerId: string; examId: string }): void {
  try {
    sessionStorage.setItem(LOOKING_BACK, JSON.stringify({ learnerId, examId, path: location.pathname } satisfies LookingBack))
  } catch {
    // Without storage the guard knows only what the history says.
  }
}

/** The learner is on a page: on any but the one where they look back, and the exam itself, they do so no more. */
export function noteElsewhere(): void {
  if (location.pathname.endsWith(EXAM_PATH) || lookingBack()?.path === location.pathname) return
  try {
    sessionStorage.removeItem(LOOKING_BACK)
  } catch {
    // Nothing was kept either.
  }
}

function lookingBack(): LookingBack | null {
  try {
    return JSON.parse(sessionStorage.getItem(LOOKING_BACK) ?? 'null') as LookingBack | null
  } catch {
    return null
  }
}

let isFirst = true

/**
 * How the learner came to the exam: on purpose, or by reloading or going back or forward, which never begins another attempt. Coming back
 * to an exam that was handed in from here, or straight from its result or its answers, leads away from it (the guard of spec 2 §2).
 */
export function entryOf(sitting: Sitting): { attemptId: string | null; isBehind: boolean } {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isOwn = isFirst && navigation !== undefined && new URL(navigation.name).pathname === location.pathname
  isFirst = false
  const entry = read(sitting)
  // How the document was loaded says nothing of the ways within it; that is what the history is asked for.
  const attemptId = attemptHere(sitting) ?? (isOwn && navigation.type !== 'navigate' ? entry?.attemptId ?? null : null)
  const back = lookingBack()
  const isBehind = (back?.learnerId === sitting.learnerId && back.examId === sitting.place.examId) || (attemptId !== null && entry?.attemptId === attemptId && entry.isHandedIn)
  return { attemptId: isBehind ? null : attemptId, isBehind }
}

/** The learner is in this attempt now, or has handed it in. */
export function noteEntry(sitting: Sitting, entry: Entry): void {
  // The router keeps its own there.
  history.replaceState({ ...(history.state as object | null), [keyOf(sitting)]: entry.attemptId }, '')
  try {
    sessionStorage.setItem(keyOf(sitting), JSON.stringify(entry))
  } catch {
    // Without storage going back begins by asking the server, which knows the attempt that runs.
  }
}
