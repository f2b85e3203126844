import type { DetailTab } from '@/lib/domain/course-detail'

/** The message files, one per area: `messages/<language>/<file>.json`, read as the namespace beside it. */
export const areas = {
  ui: 'ui',
  shell: 'shell',
  errors: 'errors',
  site: 'site',
  accessibility: 'accessibility',
  session: 'session',
  privacy: 'privacy',
  account: 'account',
  profile: 'profile',
  messages: 'messages',
  record: 'record',
  cards: 'cards',
  courses: 'courses',
  plans: 'plans',
  library: 'library',
  home: 'home',
  notices: 'notices',
  content: 'content',
  learningDetail: 'learning-detail',
  courseDetail: 'course-detail',
  planDetail: 'plan-detail',
  catalogue: 'catalogue',
  enrolment: 'enrolment',
  favourites: 'favourites',
  personalCentre: 'personal-centre',
  certificates: 'certificates',
  downloads: 'downloads',
  classes: 'classes',
  linkedCourses: 'linked-courses',
  learningPaths: 'learning-paths',
  postMaps: 'post-maps',
  study: 'study',
  courseware: 'courseware',
  simulation: 'simulation',
  rewards: 'rewards',
  attempts: 'attempts',
  answerFile: 'answer-file',
  exams: 'exams',
  questions: 'questions',
  mistakes: 'mistakes',
  practice: 'practice',
  reviews: 'reviews',
  rankings: 'rankings',
  learner: 'learner',
  notes: 'notes',
  ledger: 'ledger',
} as const

export type Area = keyof typeof areas
/** What every client component may rely on; the rest a page hands out with `<Messages areas={…}>`. */
export const sharedAreas: Area[] = ['ui', 'shell', 'errors', 'rewards']

/** What a course or plan says in the browser: of the catalogue where it is shown, of the certificate where there may be one. */
export function learningDetailAreas({ tab, passed }: { tab: DetailTab; passed: boolean }): Area[] {
  return ['enrolment', 'favourites', 'rankings', 'reviews', ...(tab === 'catalogue' ? ['catalogue'] as const : []), ...(passed ? ['certificates'] as const : [])]
}
