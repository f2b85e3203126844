import type { ExamOrigin, ExamPlace } from './domain/attempts'
import type { EnrolmentTarget, PlayerPlace } from './domain/enrolment'
import type { AttemptPlace, ExamKind, ExamStatus } from './domain/exams'
import { mistakeSources } from './domain/mistakes'
import { LARGEST_DRAW, upToLastChoice, type DrawFrom, type PracticeResult } from './domain/practice'
import { clockOf } from './domain/practice-clock'
import { labelFields, labelNumerals } from './domain/practice-labels'
import { questionKinds } from './domain/questions'
import type { DownloadRoute } from './domain/downloads'
import type { CentreTab } from './domain/personal-centre'

const originNumber: Record<ExamOrigin, number> = { section: 1, planExam: 2, standalone: 3 }

/** Every address of the product, once; the spelling of the paths is the specification's. */

type Query = Record<string, string | number | undefined | null>
/** What an address that was asked for says. */
type Asked = Record<string, string | string[] | undefined>

/** One word of it, an id or the like; null for none, or something else. */
function wordOf(asked: Asked, name: string): string | null {
  const value = asked[name]
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null
}

/** The same, of what the old client writes as -1 where there is none. */
function idOf(asked: Asked, name: string): string | null {
  const value = wordOf(asked, name)
  return value === '-1' ? null : value
}

function at(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** With a longer one the head of the answer that leads to the login would be more than proxies and clients read. One of ours is as long only with a name of two hundred Chinese letters in it. */
const LONGEST_WAY_BACK = 2_000
/** The page that the login leads back to; home, where it leads by itself, and what is too long are left out. */
const wayBack = (path?: string) => (path && path !== '/' && path !== '/Home' && path.length <= LONGEST_WAY_BACK ? path : undefined)

export const routes = {
  home: () => '/Home',
  /** With a reason the page says why one is here: the session is over, or the password was changed. */
  login: (redirect?: string, reason?: 'expired' | 'changed') => at('/login', { redirect: wayBack(redirect), reason }),
  register: () => '/register',
  resetPassword: () => '/resetPassword',
  news: (query: { type?: string; page?: number; size?: number } = {}) => at('/news', query),
  notice: (id: string) => `/news/${encodeURIComponent(id)}`,
  personalCentre: (tab: CentreTab = 'learningData', query: Query = {}) =>
    at('/MyStudy', { ...(tab === 'messages' ? { thisId: 1 } : tab === 'profile' ? { thisId: 2 } : tab === 'learningData' ? {} : { tab }), ...query }),
  profile: () => '/MyName',
  myCourses: (query: Query = {}) => at('/myCurriculum', query),
  myPlans: (query: Query = {}) => at('/myPlanList', query),
  courseLibrary: (query: Query = {}) => at('/Curriculum', query),
  planLibrary: (query: Query = {}) => at('/PlanList', query),
  myExams: (query: Query = {}) => at('/myTestPapers', query),
  examPreparation: (id: string, query: Query = {}) => at('/TestDetil', { id, ...query }),
  /** Where a theory exam is taken; entering it begins the attempt or goes on with the one that runs, with `attemptId` only with that one. */
  examTaking: (place: ExamPlace, { minutes, name, kind, attemptId }: { minutes?: number; name?: string; kind?: string | number; attemptId?: string | null } = {}) =>
    at('/ToTestIng', {
      examPlanId: place.examId, paperId: place.paperId, examType: originNumber[place.origin], answerTime: minutes, chapterId: place.chapterId, coursePlanId: place.ownerId,
      contentId: place.itemId, otherContentId: place.sectionId, jihuakaoshiId: place.planExamId, nodeName: name, nodeType: kind, instanceId: attemptId,
    }),
  /** How an attempt went. */
  examResult: (attempt: AttemptPlace) => at('/ResultTest', attemptQuery(attempt)),
  /** Question by question; of a simulation the score record. */
  examAnswers: (attempt: AttemptPlace, query: Query = {}) => at(attempt.isSimulation ? '/ZuoDaXiangQingFZ' : '/ZuoDaXiangQing', { ...attemptQuery(attempt), ...query }),
  practicalDetail: (what: { examId: string; paperId: string; attemptId: string; groupId: string; detailId: string }) =>
    at('/practicalDetail', { examPlanId: what.examId, paperId: what.paperId, examInstanceId: what.attemptId, QuestionGroupActualId: what.groupId, examAnswerActualDetailId: what.detailId }),
  /** The public page that checks one receipt of an answer. */
  receiptCheck: (query: Query = {}) => at('/receipt', query),
  /** Question practice; the draw itself stands in the address once it is made. */
  practice: (what: DrawFrom, drawId?: string) => at('/ToBrushQuestions', { ...practiceQuery(what), drawId }),
  /** How an exercise went: `drawId` names one that the platform keeps, `endedAt` (ISO 8601) the one that this browser does. */
  practiceResult: (result: PracticeResult, { id: drawId, endedAt }: { id?: string | null; endedAt?: string | null } = {}) =>
    at('/BrushRecord', { subjectName: result.subjectName, shouldNumber: result.shouldCount, actualNumber: result.answeredCount, accuracyRate: Number(result.accuracy.toFixed(4)), ...clockOf(result.elapsedSeconds), drawId, endedAt: drawId ? null : endedAt }),
  mistakeBook: (query: Query = {}) => at('/MyStudy', { tab: 'mistakes', ...query }),
  exerciseCentre: (query: Query = {}) => at('/BrushExercises', query),
  courseDetail: (id: string, title?: string, query: Query = {}) => at('/CurriculumDetil', { id, title, ...query }),
  planDetail: (id: string, title?: string, query: Query = {}) => at('/PlanDetil', { id, title, ...query }),
  /** The player; what is studied stays in the address, so that a reload and a shared link open the same section. */
  player: (what: { courseId?: string; planId?: string; itemId?: string; chapterId?: string; sectionId?: string; /** Which of its views beside the stage. */ view?: string | undefined }) =>
    at('/StudyDetil', { courseId: what.courseId, planId: what.planId, itemId: what.itemId, chapterId: what.chapterId, sectionId: what.sectionId, view: what.view }),
  /** Where anybody checks a certificate whose code they hold. */
  certificate: (checkCode: string) => `/certificate/${encodeURIComponent(checkCode)}`,
  /** The study time of a course or plan, section by section. */
  studyTime: ({ kind, id }: EnrolmentTarget) => at('/StudyTime', kind === 'course' ? { courseId: id } : { planId: id }),
  downloads: () => '/Appye',
  /** A page that offers the apps, by the name of its route. */
  download: (route: DownloadRoute) => `/${route}`,
  accessibility: () => '/accessibility',
  noAccess: () => '/401',
} as const

function practiceQuery(what: DrawFrom): Query {
  if (what.from === 'again') return { again: what.drawId }
  if (what.from === 'book') return { book: 1, source: what.source, subjectId: what.subjectId, kind: what.kind, due: what.isDue ? 1 : undefined, mistakeId: what.mistakeId, randomCount: what.count }
  return { subjectId: what.subjectId, subjectName: what.subjectName, randomCount: what.count, ...labelFields(what.labels) }
}

function attemptQuery({ origin, examId, paperId, attemptId, answerId, isSimulation, sectionId, itemId, ownerId, chapterId }: AttemptPlace): Query {
  return {
    examPlanId: examId, paperId, answerId, instanceId: attemptId, examType: originNumber[origin], isFangZhen: isSimulation ? 1 : undefined,
    coursePlanId: ownerId, chapterId, contentId: itemId, otherContentId: sectionId,
  }
}

const PLAN = '2'

/** What an address of the player names, also in the words of the old client (contract 10). */
export function playerPlaceOf(query: Asked): PlayerPlace {
  const word = (...names: string[]) => names.map((name) => idOf(query, name)).find((value) => value !== null) ?? undefined
  const itemId = word('itemId', 'planContentId', 'contentId')
  const isPlan = [word('coursePlanType'), word('fruitType'), word('queryExamType')].includes(PLAN) || itemId !== undefined
  const either = word('coursePlanId', 'curriculumId', 'id')
  const planId = word('planId') ?? (isPlan && !word('courseId') ? either : undefined)
  const parts = { chapterId: word('chapterId', 'parentId'), sectionId: word('sectionId', 'nodeId') }
  return planId ? { planId, itemId, ...parts } : { courseId: word('courseId') ?? either, ...parts }
}

/** Whether an exam is taken at a path. */
export const isExamPath = (path: string): boolean => path === '/ToTestIng'

/** What an address of /ToTestIng calls its exam, for as long as the platform has not named it; empty when it says nothing. */
export function examNameOf({ nodeName }: Asked): string {
  return typeof nodeName === 'string' ? nodeName.slice(0, 100) : ''
}

/** Whether an address of /ToTestIng was only led to: by one of the old client, or after the login (`examTaking` in `lib/domain/links.ts`). */
export function isLedTo({ led }: Asked): boolean {
  return led !== undefined
}

/** The attempt that an address of /ToTestIng goes on with; null where it may begin one. */
export const attemptToGoOnWith = (query: Asked): string | null => wordOf(query, 'instanceId')

/**
 * The exam an address of /ToTestIng names (spec 2 §2.4): null when it names none. Whoever asks is the session's learner, whatever the
 * address says; inside a plan `contentId` is the plan item, and without the section's own word it is the section in a course.
 */
export function examPlaceOf(query: Asked): ExamPlace | null {
  const word = (name: string) => idOf(query, name)
  const [examId, paperId, type] = [word('examPlanId'), word('paperId'), word('examType')]
  if (!examId || !paperId) return null
  const origin: ExamOrigin = type === '1' ? 'section' : type === '2' ? 'planExam' : 'standalone'
  const place: ExamPlace = { origin, examId, paperId, planExamId: word('jihuakaoshiId'), ownerId: word('coursePlanId'), chapterId: word('chapterId'), itemId: null, sectionId: null }
  if (origin === 'planExam') return { ...place, itemId: word('contentId') ?? word('otherContentId') }
  if (origin === 'section') return { ...place, sectionId: word('otherContentId') ?? word('sectionId'), itemId: word('contentId') }
  return place
}

/** The attempt an address of a result or an answer detail names, in either of its forms (spec 2 §2.3); scores in it are not believed. */
export function attemptPlaceOf(query: Asked): AttemptPlace | null {
  const word = (name: string) => idOf(query, name)
  const [examId, attemptId] = [word('examPlanId'), word('instanceId')]
  if (!examId || !attemptId) return null
  const { paperId: _paper, ...place } = examPlaceOf({ ...query, examPlanId: examId, paperId: word('paperId') ?? '0' })!
  // The form without an origin has the item too, which the call for a simulation's result wants (E12).
  return { ...place, itemId: place.itemId ?? word('contentId'), paperId: word('paperId'), attemptId, answerId: word('answerId'), isSimulation: [query.isFangZhen, query.FzType].includes('1') }
}

/** The draw that an address of /ToBrushQuestions already has; null for none. */
export const drawIdOf = (query: Asked): string | null => wordOf(query, 'drawId')

/** What an address of /ToBrushQuestions draws, and the draw it already has; null when it names nothing. */
export function practiceOf(query: Asked): { what: DrawFrom; drawId: string | null } | null {
  const word = (name: string) => wordOf(query, name)
  // A platform's ids are numbers; what else stands there names nothing, and the platform is not asked for it.
  const [drawId, again, subjectId] = [word('drawId'), word('again'), /^\d{1,19}$/.exec(word('subjectId') ?? '')?.[0] ?? null]
  const given = Number(word('randomCount'))
  const count = Number.isInteger(given) && given > 0 ? Math.min(given, LARGEST_DRAW) : 30
  if (again) return { what: { from: 'again', drawId: again }, drawId }
  if (query.book === '1') {
    const [source, kind] = [mistakeSources.find((one) => one === query.source) ?? null, questionKinds.find((one) => one === query.kind) ?? null]
    return { what: { from: 'book', source, subjectId, kind, isDue: query.due === '1', mistakeId: word('mistakeId'), count }, drawId }
  }
  if (!subjectId) return null
  const labels = upToLastChoice(labelNumerals.map((numeral) => {
    const [groupId, labelId] = [word(`tag${numeral}Id`), word(`tag${numeral}ValueId`)]
    return groupId && labelId ? { groupId, labelId } : null
  }))
  return { what: { from: 'subject', subjectId, subjectName: typeof query.subjectName === 'string' ? query.subjectName.slice(0, 200) : '', count, labels }, drawId }
}

/** The part of a practical attempt an address of /practicalDetail names; null when it names none. */
export function practicalPlaceOf(query: Asked): { examId: string | null; groupId: string; paperId: string | null; attemptId: string; detailId: string } | null {
  const word = (name: string) => wordOf(query, name)
  const [groupId, attemptId, detailId] = [word('QuestionGroupActualId') ?? word('questionGroupActualId'), word('examInstanceId'), word('examAnswerActualDetailId')]
  return groupId && attemptId && detailId ? { examId: word('examPlanId'), groupId, paperId: word('paperId'), attemptId, detailId } : null
}

const kindNumbers: Record<ExamKind, number> = { theory: 1, simulation: 2, practical: 3 }
const statusNumbers: Record<ExamStatus, number> = { available: 1, passed: 2, failed: 3, expired: 5 }

/** The address of an exam's preparation from the list, with what a platform may say only there. */
export function examPreparationOf(exam: { id: string; kind: ExamKind; startsAt: string | null; endsAt: string | null }, status: ExamStatus): string {
  return routes.examPreparation(exam.id, { examType: kindNumbers[exam.kind], startTime: exam.startsAt, endTime: exam.endsAt, cannotanswer: statusNumbers[status] })
}

/** The address of an exam's preparation from elsewhere; a platform must be asked for a practical exam as such. */
export function preparationAt({ id, kind }: { id: string; kind: ExamKind | null }): string {
  return routes.examPreparation(id, { examType: kind ? kindNumbers[kind] : undefined })
}

/** A moment in an address as ISO 8601: written so or, in addresses of the old client, as platforms write it, in Chinese time; null for anything else. */
function momentIn(value: string | string[] | undefined): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,3})?(Z|[+-]\d{2}:\d{2})?)?$/.exec(typeof value === 'string' ? value : '')
  const at = match ? Date.parse(`${match[1]}T${match[2] ?? '00:00'}${match[3] ?? ':00'}${match[4] ?? '+08:00'}`) : NaN
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** The exam an address of /TestDetil names, with the kind, the window and the status it tells; null when it names none. */
export function preparationOf(query: Asked): { id: string; kind: ExamKind | null; status: ExamStatus | null; startsAt: string | null; endsAt: string | null } | null {
  const id = wordOf(query, 'id')
  if (id === null) return null
  const named = <Name extends string>(numbers: Record<Name, number>, value: unknown) => (Object.keys(numbers) as Name[]).find((name) => String(numbers[name]) === value) ?? null
  return { id, kind: named(kindNumbers, query.examType), status: named(statusNumbers, query.cannotanswer), startsAt: momentIn(query.startTime), endsAt: momentIn(query.endTime) }
}

/** A public page's address in a language: the tenant's own (zh) has no prefix. */
export function inLanguage(locale: string, path: string): string {
  return locale === 'zh' ? path : `/${locale}${path}`
}

/** Pages that need no session and exist in three languages by prefix (`/en/news`); the first segment decides. */
const publicScreens = [
  'login', 'register', 'resetPassword', 'news', '401', 'certificate', 'receipt', 'accessibility',
  'Appye', 'AppyeRS', 'AppyeBGY', 'AppFires', 'AppFiresRS', 'AppFiresBGY', 'AppFireswd', 'FZAppFires1', 'FZAppFires2',
] as const
/** Pages of learners. */
const learnerScreens = [
  'Home', 'MyStudy', 'MyName', 'myCurriculum', 'myPlanList', 'Curriculum', 'PlanList', 'CurriculumDetil', 'PlanDetil', 'StudyDetil', 'StudyTime', 'video', 'toolbar=0',
  'myTestPapers', 'TestDetil', 'ToTestIng', 'ResultTest', 'ZuoDaXiangQing', 'ZuoDaXiangQingFZ', 'practicalDetail', 'BrushExercises', 'ToBrushQuestions', 'BrushRecord',
] as const
const publicSet: ReadonlySet<string> = new Set(publicScreens)
let spellings: Map<string, string> | undefined
/** The screens by their names in small letters; made when somebody asks, which no browser does, so that none loads it. */
const canonical = () => (spellings ??= new Map([...[...publicScreens, ...learnerScreens].map((name) => [name.toLowerCase(), name] as const), ['loign', 'login']]))

const firstOf = (path: string) => path.split('/', 2)[1] ?? ''

/** Whether a path (without language prefix) is one of the pages for everybody. */
export function isPublicPath(path: string): boolean {
  return publicSet.has(firstOf(path))
}

/** Whether a path (without language prefix) is one of the product's screens. */
export function isScreenPath(path: string): boolean {
  return canonical().get(firstOf(path).toLowerCase()) === firstOf(path)
}

/** A path without its language prefix. */
export function withoutLocale(path: string): string {
  return path.replace(/^\/(?:zh|en|ja)(?=\/|$)/, '') || '/'
}

/** The same path in the specified letter case (and `/loign` as `/login`), null when it is already right or unknown. */
export function canonicalPath(path: string): string | null {
  const first = firstOf(path)
  const right = canonical().get(first.toLowerCase())
  return right && right !== first ? `/${right}${path.slice(first.length + 1)}` : null
}

/** The files that programs look for at the top of a domain; each tenant has its own. */
export const siteFiles = [
  '/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/favicon.ico', '/icon-192.png', '/icon-512.png', '/icon-maskable.png', '/apple-touch-icon.png', '/og.png',
  '/.well-known/security.txt', '/.well-known/apple-app-site-association', '/.well-known/assetlinks.json',
] as const
export type SiteFile = (typeof siteFiles)[number]
const siteFileSet: ReadonlySet<string> = new Set(siteFiles)

/** Whether a path is one of the files at the top of a domain. */
export function isSiteFile(path: string): path is SiteFile {
  return siteFileSet.has(path)
}
