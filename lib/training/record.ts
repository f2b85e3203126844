import 'server-only'
import { z } from 'zod'
import { charactersIn } from '@/lib/domain/bounded-map'
import { lacksSections, sectionsOf, type Chapter, type SectionState } from '@/lib/domain/catalogue'
import type { EnrolmentKind, EnrolmentTarget } from '@/lib/domain/enrolment'
import { examStatuses, type Attempt, type ExamRow } from '@/lib/domain/exams'
import type { Learner } from '@/lib/domain/learner'
import type { Page } from '@/lib/domain/paging'
import type { PlayerExam } from '@/lib/domain/player-exam'
import type { ReceiptBook } from '@/lib/domain/receipts'
import type { LearnerRecord, RecordExam, RecordItem, RecordNote } from '@/lib/domain/record'
import type { StudyCardFacts } from '@/lib/domain/cards'
import { getProfile } from './account'
import { listCourseChapters, listPlanCourseChapters, listPlanItems } from './catalogue'
import { listCertificates } from './certificates'
import { training } from './client'
import { listMyCourses } from './courses'
import { isNo, TrainingError } from './errors'
import { getExam, getPlayerExam, getSectionPaper, listExams } from './exams'
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

/** Whether the platform does not say what it was asked for, now or at all: what is told besides is worth having. */
const isUnsaid = (error: unknown) => error instanceof TrainingError && (isNo(error) || ['forbidden', 'malformed'].includes(error.code) || error.status === 500)

/** What has come of a record so far. */
class Gathered {
  #left = MOST_CHARACTERS
  isShort = false
  /** Whether exams of courses and plans are missing. */
  lacksExams = false

  /** What belongs to a record in any case; one that it would make too large cannot be had. */
  take<T>(value: T): T {
    this.#left -= charactersIn(value)
    if (this.#left < 0) throw new TrainingError('failed', 'a record too large')
    return value
  }

  /** What leads to exams of courses and plans; `none` where the platform does not say. */
  async examsSaid<T>(asked: Promise<T>, none: T): Promise<T> {
    try {
      return await asked
    } catch (error) {
      if (!isUnsaid(error)) throw error
      this.lacksExams = true
      return none
    }
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
    if (isUnsaid(error)) return null
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

type TriedExam = Omit<RecordExam, 'attempts'> & { attempts: Attempt[] }

/** The exams by themselves that may have been tried, with their attempts; one of which the list says that it was not need not be asked for. */
function examsAlone(gathered: Gathered, learner: Learner, rows: readonly ExamRow[]): Promise<TriedExam[]> {
  return fewAtOnce(rows.filter((row) => !isUntried(row)), async ({ id, title, kind }) => ({ id, title, kind, attempts: gathered.take((await getExam(learner, { examId: id, kind }))?.attempts ?? []) }))
}

/** Where in a course or plan there is an exam: a section, or an item of the plan; a simulation section has one too where it was given a paper. */
type ExamPlace = { of: RecordItem; sectionId: string | null; itemId: string | null; isSimulation?: boolean }
const isTouched = ({ state }: { state: SectionState }) => state !== 'notStarted'
const examSections = (of: RecordItem, itemId: string | null, chapters: Chapter[]) =>
  sectionsOf(chapters).filter((section) => (section.kind === 'exam' || section.kind === 'simulation') && isTouched(section)).map(({ id, kind }): ExamPlace => ({ of, sectionId: id, itemId, isSimulation: kind === 'simulation' }))

/** The exams of a course or plan that its catalogue says were touched. */
async function examPlaces(gathered: Gathered, learner: Learner, of: RecordItem): Promise<ExamPlace[]> {
  if (of.kind === 'course') return examSections(of, null, await gathered.examsSaid(listCourseChapters(learner, { courseId: of.id }), []))
  const places: ExamPlace[] = []
  for (const item of await gathered.examsSaid(listPlanItems(learner, { planId: of.id }), [])) {
    const chapters = lacksSections(item) ? await gathered.examsSaid(listPlanCourseChapters(learner, { planId: of.id, itemId: item.id, courseId: item.targetId }), []) : item.chapters
    places.push(...(item.kind === 'exam' && isTouched(item) ? [{ of, sectionId: null, itemId: item.id }] : examSections(of, item.id, chapters)))
  }
  return places
}

/** The exam of a place; that a simulation section has none is no exam missing. */
function examAt(learner: Learner, { of: { kind }, sectionId, itemId, isSimulation }: ExamPlace): Promise<PlayerExam | null> {
  return isSimulation && sectionId ? getSectionPaper(learner, { kind, sectionId, itemId }) : getPlayerExam(learner, { kind, sectionId, itemId })
}

/** The exams of courses and plans that were tried, with their attempts. */
async function examsWithin(gathered: Gathered, learner: Learner, items: readonly RecordItem[]): Promise<TriedExam[]> {
  const places = (await fewAtOnce(items, (item) => examPlaces(gathered, learner, item))).flat()
  const asked = await fewAtOnce(places, async (place): Promise<TriedExam[]> => {
    const { kind, id, name } = place.of
    const exam = await gathered.examsSaid(examAt(learner, place), null)
    return exam ? [{ id: exam.id, title: exam.name, kind: exam.kind, of: { kind, id, name }, attempts: gathered.take(exam.attempts) }] : []
  })
  return asked.flat()
}

/** The exams with each attempt where it is told first, and none without one: a course may stand by itself and in plans, and is one place for its exam. */
function attemptsOnce(exams: readonly TriedExam[]): TriedExam[] {
  const told = new Set<string>()
  return exams.flatMap((exam) => {
    const keyOf = (attempt: Attempt) => `${exam.id} ${attempt.id}`
    const attempts = exam.attempts.filter((attempt) => !told.has(keyOf(attempt)))
    for (const attempt of attempts) told.add(keyOf(attempt))
    return attempts.length > 0 ? [{ ...exam, attempts }] : []
  })
}

async function withReceipts(gathered: Gathered, learner: Learner, tried: readonly TriedExam[]): Promise<RecordExam[]> {
  // One without a score may have answers that are still on their way: asked for its receipts, the platform would take no more of them.
  const receiptsOf = async (attempt: Attempt) => (attempt.state === 'running' || (attempt.state === 'finished' && attempt.score === null) ? null : gathered.receipts(() => getReceipts(learner, { attemptId: attempt.id, answerId: attempt.answerId })))
  const receipts = new Map(await fewAtOnce(tried.flatMap(({ attempts }) => attempts), async (attempt) => [attempt, await receiptsOf(attempt)] as const))
  const told = (attempt: Attempt) => {
    // Whether it may be under way, and how long last answers may still come, is true at this moment only.
    const { lateMs: _late, mayRun: _running, ...lasting } = attempt
    return { ...lasting, receipts: receipts.get(attempt) ?? null }
  }
  return tried.map((exam) => ({ ...exam, attempts: exam.attempts.map(told) }))
}

/** The learner's own record, gathered from the lists one can also see: progress, ledger, notes, attempts with receipts, certificates. */
export async function collectRecord(learner: Learner, platform: { title: string; domain: string }, now: Date): Promise<LearnerRecord> {
  const gathered = new Gathered()
  const all = { state: 'all', name: '', size: PAGE_SIZE, isWalked: true } as const
  const [profile, summary, certificates, courseCards, planCards, ...exams] = await Promise.all([
    getProfile(learner), getLearningSummary(learner), listCertificates(learner),
    everyPage(gathered, (page) => listMyCourses(learner, { ...all, page })), everyPage(gathered, (page) => listMyPlans(learner, { ...all, page })),
    ...examStatuses.map((status) => everyPage(gathered, (page) => listExams(learner, { status, kind: 'all', title: '', page, size: PAGE_SIZE, isWalked: true }))),
  ])
  const { avatarUrl: _picture, ...known } = profile
  const earned = gathered.take(certificates.flatMap((year) => year.certificates))
  const rows = [...new Map(exams.flat().map((row) => [row.id, row])).values()]
  const courses = await fewAtOnce(courseCards, (card) => itemOf(gathered, learner, 'course', card))
  const plans = await fewAtOnce(planCards, (card) => itemOf(gathered, learner, 'plan', card))
  const tried = attemptsOnce([...(await examsAlone(gathered, learner, rows)), ...(await examsWithin(gathered, learner, [...courses, ...plans]))])
  return {
    format: 'trainhall-learner-record/1',
    takenAt: now.toISOString(),
    platform,
    learner: known,
    summary,
    courses,
    plans,
    exams: await withReceipts(gathered, learner, tried),
    certificates: earned,
    ...(gathered.lacksExams ? { examsMissing: true } : {}),
    ...(gathered.isShort ? { receiptsLeftOut: true } : {}),
  }
}
