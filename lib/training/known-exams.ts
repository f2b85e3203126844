import 'server-only'
import { keepBounded } from '@/lib/domain/bounded-map'
import type { ExamKind } from '@/lib/domain/exams'
import type { Learner } from '@/lib/domain/learner'

type Known = { title: string; until: number }

/** Time enough to read what is said before an exam; what kind it is hardly ever changes. */
const KEPT_MS = 10 * 60_000
const MAX_KEPT = 5_000

// The page that shows an exam and the door that begins it are bundled apart; they share what is known through globalThis.
const shared = globalThis as { trainhallTheory?: Map<string, Known> }
const theory = (shared.trainhallTheory ??= new Map())

const keyOf = ({ tenantId, locale }: Learner, examId: string) => `${tenantId}:${locale}:${examId}`

/** Remembers for a while that an exam is a theory exam, with its title; of any other kind nothing. */
export function noteExam(learner: Learner, { examId, kind, title }: { examId: string; kind: ExamKind; title: string }): void {
  const key = keyOf(learner, examId)
  theory.delete(key)
  if (kind === 'theory') keepBounded(theory, key, { title, until: Date.now() + KEPT_MS }, MAX_KEPT)
}

/** The title of an exam that is known to be a theory exam; null where that must be asked. */
export function theoryTitle(learner: Learner, examId: string): string | null {
  const known = theory.get(keyOf(learner, examId))
  return known && known.until > Date.now() ? known.title : null
}

/** Forgets every exam, for tests. */
export const forgetExams = () => theory.clear()
