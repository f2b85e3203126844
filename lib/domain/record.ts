import type { Profile } from './account'
import { localDay, type Certificate } from './certificates'
import type { CardState } from './cards'
import type { EnrolmentKind, EnrolmentTarget } from './enrolment'
import type { Attempt, ExamKind } from './exams'
import type { LedgerEntry } from './ledger'
import type { LearningSummary } from './levels'
import type { ReceiptBook } from './receipts'

/** A note in the record; the section is named where the platform tells it. */
export type RecordNote = { text: string; writtenAt: string | null; sectionId: string | null; sectionName: string | null; moment: number | null }

/** A course or plan in the record, with the minutes that counted and those that did not; null where the platform keeps no ledger, or gives no notes. */
export type RecordItem = { kind: EnrolmentKind; id: string; name: string; companyName: string; state: CardState; progressPercent: number; hours: number; credits: number; ledger: LedgerEntry[] | null; notes: RecordNote[] | null }

/** An exam in the record; receipts prove what was answered and when, where the platform issues them. */
export type RecordExam = { id: string; title: string; kind: ExamKind; /** The course or plan in which it was taken; none of one by itself. */ of?: EnrolmentTarget & { name: string }; attempts: (Omit<Attempt, 'lateMs' | 'mayRun'> & { receipts: ReceiptBook | null })[] }

/** Everything a learner may take along. `format` changes when a field goes or means something else; fields may come. */
export type LearnerRecord = {
  format: 'trainhall-learner-record/1'
  /** ISO 8601. */
  takenAt: string
  platform: { title: string; domain: string }
  learner: Omit<Profile, 'avatarUrl'>
  summary: LearningSummary | null
  courses: RecordItem[]
  plans: RecordItem[]
  exams: RecordExam[]
  certificates: Certificate[]
  /** Only where the platform did not say all of the exams of courses and plans. */
  examsMissing?: true
  /** Only where receipts are missing because the file would be too large. */
  receiptsLeftOut?: true
}

/** The name of the file: ASCII, with the account and the day in China. */
export function recordFileName({ learner, takenAt }: Pick<LearnerRecord, 'learner' | 'takenAt'>): string {
  return `study-record-${learner.account.replace(/[^\w.-]+/g, '_') || 'learner'}-${localDay(takenAt)}.zip`
}
