import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { page, wireTime } from '../envelope.ts'
import { maybe, paging, wireId, wireInt } from '../params.ts'
import { listAttempts } from '../queries/attempts.ts'
import { findExtraTime } from '../queries/exam-places.ts'
import { listPracticalParts } from '../queries/exam-results.ts'
import { launchExam, listExams, prepareExam } from '../queries/exams.ts'
import type { ExamRow, PreparedExam } from '../queries/exams.ts'
import { handInOverdue } from '../queries/hand-in.ts'
import { listOverdue } from '../queries/overdue-attempts.ts'
import { findPlayerExam } from '../queries/player-exams.ts'
import { judgePlace } from '../queries/start-places.ts'
import type { Who } from '../queries/who.ts'
import { answerMinutesFor, attemptsLeft, examStatus, examWindow } from '../rules/exams.ts'
import { titleIn } from '../rules/languages.ts'
import { contentKind, examKindCode, language, optionalId, searchText, sectionStateCode } from './codes.ts'
import { attemptShape, examKinds, switchLimitsShape } from './exam-shapes.ts'

const tabs = { 1: 'available', 2: 'passed', 3: 'failed', 5: 'expired' } as const
const tabCode = { available: 1, passed: 2, failed: 3, expired: 5 } as const

/** E1, E4, C7, C8: my exams, an exam before it is taken, exams in the player (contract 4.6, 4.10). */
export function bindExams(api: Api, { db, clock, log }: ApiContext): void {
  const filter = {
    queryType: z.preprocess((tab) => (tab === undefined || tab === null || tab === '' ? 1 : tab), wireInt.pipe(z.literal([1, 2, 3, 5]))),
    examTitle: searchText,
    typeSort: maybe(wireInt.pipe(z.literal([1, 2, 3]))),
    subjectId: optionalId,
    languageType: language,
    ...paging(10),
  }
  api.learner('GET', '/train/examPlanApp/queryPage', filter, async (caller, { queryType, examTitle, typeSort, subjectId, languageType, current, size }) => {
    const now = clock.now()
    const kind = typeSort === undefined ? undefined : examKinds[typeSort]
    const status = tabs[queryType]
    const { rows, counts } = await lookHandedIn(caller, now, () => listExams(db, { ...caller, status, title: examTitle, kind, subjectId, now, current, size }))
    return { ...page(rows.map((row) => rowShape(row, languageType, now)), counts[status], { current, size }), stateCounts: counts }
  })

  const asked = { examPlanId: wireId, otherContentId: optionalId, contentId: optionalId, languageType: language }
  api.learner('GET', '/train/examPlanApp/info', asked, async (caller, { examPlanId, otherContentId, contentId, languageType }) => {
    const now = clock.now()
    const prepared = await lookHandedIn(caller, now, () => prepareExam(db, { ...caller, examId: examPlanId, otherContentId, contentId, now }))
    if (prepared === null) return null
    const { exam, standing, matters, practicalGroups } = prepared
    const [extraTimeFactor, history] = await Promise.all([findExtraTime(db, caller), historyOf(caller, prepared)])
    return {
      id: exam.examId,
      title: titleIn(languageType, exam),
      examType: examKindCode[exam.kind],
      subjectName: exam.subjectName,
      companyName: exam.companyName,
      totalScore: exam.totalScore,
      passScore: exam.passScore,
      totalQuestionNum: exam.questionCount,
      totalQuestionGroupActualCount: practicalGroups,
      answerTime: answerMinutesFor(exam.answerMinutes, extraTimeFactor),
      answerRuleType: exam.attemptsAllowed === null ? 1 : 2,
      answerNumber: exam.attemptsAllowed,
      useNumber: standing?.attemptsUsed ?? 0,
      matters,
      paperId: exam.paperId,
      sectionId: exam.origin === 'section' ? prepared.placeId : null,
      startTime: wireTime(exam.startsAt),
      endTime: wireTime(exam.endsAt),
      cannotanswer: tabCode[examStatus(standing?.status ?? 'open', examWindow(exam, now))],
      useRecord: history,
      extraTimeFactor,
      switchInfo: switchLimitsShape(exam),
      serverNow: now.toISOString(),
      startState: examWindow(exam, now),
      ...(await launchOf(caller, prepared, now)),
    }
  })

  const ofSection = { sectionId: wireId, contentId: optionalId, queryExamType: maybe(contentKind), languageType: language }
  api.learner('GET', '/train/app/courseChapter/selectSectionTestBySectionId', ofSection, async (caller, { sectionId, contentId, queryExamType, languageType }) => {
    const data = await playerExam(caller, { sectionId, planItemId: queryExamType === 'course' ? 0 : contentId }, languageType)
    return { data }
  })

  api.learner('GET', '/train/content/getPlanExaminationByContentid', { id: wireId, languageType: language }, (caller, { id, languageType }) => playerExam(caller, { planItemId: id }, languageType))

  /** What there is to see once everything of the learner that is over is handed in. Mostly nothing is, and the look goes along with that question. */
  async function lookHandedIn<T>(who: Who, now: Date, look: () => Promise<T>): Promise<T> {
    const [overdue, seen] = await Promise.all([listOverdue(db, { who, now, limit: 1 }), look()])
    if (overdue.length === 0) return seen
    await handInOverdue(db, { who, now, log })
    return look()
  }

  async function historyOf(who: Who, { exam, placeId }: PreparedExam) {
    const history = await listAttempts(db, { ...who, examId: exam.examId, placeId })
    const parts = exam.kind === 'practical' ? await listPracticalParts(db, { tenantId: who.tenantId, attemptIds: history.map(({ attemptId }) => attemptId) }) : []
    return history.map((attempt) => attemptShape(attempt, parts.find(({ attemptId }) => attemptId === attempt.attemptId)))
  }

  /** A launch of its own for each opening of a simulation exam that can be started (contract 5.19); of one that is over, the launch whose result waits to be handed in. */
  async function launchOf(who: Who, prepared: PreparedExam, now: Date) {
    const { exam, planItemId, standing } = prepared
    if (exam.kind !== 'simulation' || attemptsLeft(exam.attemptsAllowed, standing?.attemptsUsed ?? 0) === 0) return { testRequestId: null }
    const { fault, window, reportedBy } = await judgePlace(db, prepared, { ...who, now })
    if (fault !== null || window !== 'open') return { testRequestId: null }
    // No address leads to it: what began now would not count.
    if (reportedBy !== null) return { testRequestId: null, reportedRequestId: reportedBy }
    const launch = await withTx(db, (tx) => launchExam(tx, { ...who, exam, planItemId, now }))
    return launch === null ? { testRequestId: null } : { testRequestId: launch.requestId, ticket: launch.ticket }
  }

  async function playerExam(who: Who, where: { sectionId?: number; planItemId?: number | undefined }, languageType: 'zh' | 'en' | 'ja') {
    const now = clock.now()
    await handInOverdue(db, { who, now, log })
    const found = await withTx(db, (tx) => findPlayerExam(tx, { ...who, ...where, now }))
    if (found === null) return null
    const { exam, standing, state } = found
    const extraTimeFactor = await findExtraTime(db, who)
    const used = standing?.attemptsUsed ?? 0
    const exhausted = attemptsLeft(exam.attemptsAllowed, used) === 0
    return {
      id: exam.examId,
      examinationName: titleIn(languageType, exam),
      examinationType: examKindCode[exam.kind],
      sumTopic: exam.questionCount,
      sumNum: used,
      maxNum: exam.attemptsAllowed,
      successCountLimit: 1,
      limitType: exhausted ? 4 : 1,
      limitEnd: exhausted ? 3 : 1,
      adopt: sectionStateCode[state],
      maxScore: standing?.bestScore ?? null,
      totalScore: exam.totalScore,
      passScore: exam.passScore,
      paper: { id: exam.paperId, answerTime: answerMinutesFor(exam.answerMinutes, extraTimeFactor) },
      sectionId: exam.origin === 'section' ? found.placeId : null,
      startTime: wireTime(exam.startsAt),
      endTime: wireTime(exam.endsAt),
      extraTimeFactor,
      serverNow: now.toISOString(),
      switchInfo: switchLimitsShape(exam),
      lists: await historyOf(who, found),
      ...(await launchOf(who, found, now)),
    }
  }
}

function rowShape({ exam, standing, running }: ExamRow, languageType: 'zh' | 'en' | 'ja', now: Date) {
  const pending = standing?.status === 'pendingReview'
  return {
    id: exam.examId,
    title: titleIn(languageType, exam),
    startTime: wireTime(exam.startsAt),
    endTime: wireTime(exam.endsAt),
    examType: examKindCode[exam.kind],
    score: standing?.bestScore ?? (pending ? -1 : null),
    passStatus: standing === null || standing.bestScore === null ? null : standing.status === 'passed' ? 1 : 0,
    companyName: exam.companyName,
    subjectName: exam.subjectName,
    startState: examWindow(exam, now),
    paperId: exam.paperId,
    running: running ? 1 : 0,
    pendingReview: pending ? 1 : 0,
    attemptsLeft: attemptsLeft(exam.attemptsAllowed, standing?.attemptsUsed ?? 0),
    useNumber: standing?.attemptsUsed ?? 0,
  }
}
