import 'server-only'
import { z } from 'zod'
import { charactersIn } from '@/lib/domain/bounded-map'
import type { EnrolmentKind, EnrolmentTarget } from '@/lib/domain/enrolment'
import { examStatuses, type Attempt, type ExamRow } from '@/lib/domain/exams'
import type { Learner } from '@/lib/domain/learner'
import type { Page } from '@/lib/domain/paging'
import type { ReceiptBook } from '@/lib/domain/receipts'
import type { LearnerRecord, RecordExam, RecordItem, RecordNote } from '@/lib/domain/record'
import type { StudyCardFacts } from '@/lib/domain/cards'
import { getProfile } from './account'
import { listCertificates } from './certificates'
import { training } from './client'
import { listMyCourses } from './courses'
import { isNo, TrainingError } from './errors'
import { getExam, listExams } from './exams'
import { fewAtOnce } from './few-at-once'
import { kindNumber } from './kinds'
import { getLearningSummary } from './learner'
import { getLedger } from './ledger'
import { listMyPlans } from './plans'
import { getReceipts } from './receipts'
import { wireIdMaybe, wireList, wireNumberMaybe, wireText, wireTime } from './wire'

const PAGE_SIZE = 100
const MOST_PAGES = 50

/** Characters of a record, which is in memory as a whole, and more than once where it is written. */
const MOST_CHARACTERS = 20_000_000

/** What has come of a record so far. */
class Gathered {
  #left = MOST_CHARACTERS
  isShort = false

  /** What belongs to a record in any case; one that it would make too large cannot be had. */
  take<T>(value: T): T {
    this.#left -= charactersIn(value)
    if (this.#left < 0) throw new TrainingError('failed', 'a record too large')
    return value
  }

  /** Receipts, as long as there is room; none after the first that found none. */
  async receipts(ask: () => Promise<ReceiptBook | null>): Promise<ReceiptBook | null> {
    const book = this.isShort ? null : await ask()
    this.isShort ||= charactersIn(book) > this.#left
    return this.isShort ? null : this.take(book)
  }
}

/** Every row of a list, once; some platforms send all they have as every page. */
async function everyPage<T extends { id: string }>(gathered: Gathered, ask: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const all = new Map<string, T>()
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { items, total } = await ask(page)
    const before = all.size
    for (const item of items) if (!all.has(item.id)) all.set(item.id, gathered.take(item))
    if (all.size === before || all.size >= total) break
  }
  return [...all.values()]
}

const note = z
  .object({ noteContent: wireText, createTime: wireTime, sectionId: wireIdMaybe, moment: wireNumberMaybe })
  .transform((wire) => ({ text: wire.noteContent, writtenAt: wire.createTime, sectionId: wire.sectionId, moment: wire.moment }))

/** All notes of a course or plan (N1 without a section, an extension); null where the platform gives only those of one section. */
async function listNotesOf(learner: Learner, { kind, id }: EnrolmentTarget): Promise<Omit<RecordNote, 'sectionName'>[] | null> {
  try {
    return await training.ask('POST', learner, 'train/app/note/selectNoteByUserId', { query: { coursePlanId: id, coursePlanType: kindNumber[kind] } }, wireList(note))
  } catch (error) {
    // What names no section may also be something that a platform stumbles over.
    if (error instanceof TrainingError && (isNo(error) || error.status === 500)) return null
    throw error
  }
}

async function itemOf(gathered: Gathered, learner: Learner, kind: EnrolmentKind, card: StudyCardFacts): Promise<RecordItem> {
  const which = { kind, id: card.id }
  const [ledger, notes] = await Promise.all([getLedger(learner, which), listNotesOf(learner, which)])
  gathered.take([ledger, notes])
  const names = new Map(ledger?.map(({ sectionId, name }) => [sectionId, name]))
  return {
    kind, id: card.id, name: card.name, companyName: card.companyName, state: card.state, progressPercent: card.progressPercent, hours: card.hours, credits: card.credits, ledger,
    notes: notes && notes.map((one) => ({ ...one, sectionName: (one.sectionId && names.get(one.sectionId)) || null })),
  }
}

/** Whether the list says that an exam was not tried: by a number of attempts that is not 0 for all of them alike. */
const isUntried = ({ attemptsUsed, score, isRunning, outcome }: ExamRow) => attemptsUsed === 0 && score === null && !isRunning && outcome !== 'pendingReview' && outcome !== 'passed'

/** The exams that were tried, with their attempts; one of which the list says that it was not need not be asked for. */
async function examsOf(gathered: Gathered, learner: Learner, rows: readonly ExamRow[]): Promise<RecordExam[]> {
  const asked = await fewAtOnce(rows.filter((row) => !isUntried(row)), async ({ id, title, kind }) => ({ id, title, kind, attempts: gathered.take((await getExam(learner, { examId: id, kind }))?.attempts ?? []) }))
  const tried = asked.filter(({ attempts }) => attempts.length > 0)
  // One without a score may have answers that are still on their way: asked for its receipts, the platform would take no more of them.
  const receiptsOf = async (attempt: Attempt) => (attempt.state === 'running' || (attempt.state === 'finished' && attempt.score === null) ? null : gathered.receipts(() => getReceipts(learner, { attemptId: attempt.id, answerId: attempt.answerId })))
  const receipts = new Map(await fewAtOnce(tried.flatMap(({ attempts }) => attempts), async (attempt) => [attempt, await receiptsOf(attempt)] as const))
  return tried.map((exam) => ({ ...exam, attempts: exam.attempts.map((attempt) => ({ ...attempt, receipts: receipts.get(attempt) ?? null })) }))
}

/** The learner's own record, gathered from the lists one can also see: progress, ledger, notes, attempts with receipts, certificates. */
export async function collectRecord(learner: Learner, platform: { title: string; domain: string }, now: Date): Promise<LearnerRecord> {
  const gathered = new Gathered()
  const all = { state: 'all', name: '', size: PAGE_SIZE, isWalked: true } as const
  const [profile, summary, certificates, courses, plans, ...exams] = await Promise.all([
    getProfile(learner), getLearningSummary(learner), listCertificates(learner),
    everyPage(gathered, (page) => listMyCourses(learner, { ...all, page })), everyPage(gathered, (page) => listMyPlans(learner, { ...all, page })),
    ...examStatuses.map((status) => everyPage(gathered, (page) => listExams(learner, { status, kind: 'all', title: '', page, size: PAGE_SIZE, isWalked: true }))),
  ])
  const { avatarUrl: _picture, ...known } = profile
  const earned = gathered.take(certificates.flatMap((year) => year.certificates))
  const rows = [...new Map(exams.flat().map((row) => [row.id, row])).values()]
  return {
    format: 'trainhall-learner-record/1',
    takenAt: now.toISOString(),
    platform,
    learner: known,
    summary,
    courses: await fewAtOnce(courses, (card) => itemOf(gathered, learner, 'course', card)),
    plans: await fewAtOnce(plans, (card) => itemOf(gathered, learner, 'plan', card)),
    exams: await examsOf(gathered, learner, rows),
    certificates: earned,
    ...(gathered.isShort ? { receiptsLeftOut: true } : {}),
  }
}
