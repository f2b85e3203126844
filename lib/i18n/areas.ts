/** The message files, one per area: `messages/<language>/<file>.json`, read as the namespace beside it. */
export const areas = {
  ui: 'ui',
  shell: 'shell',
  errors: 'errors',
  site: 'site',
  session: 'session',
  privacy: 'privacy',
  account: 'account',
  profile: 'profile',
  messages: 'messages',
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
  study: 'study',
  courseware: 'courseware',
  simulation: 'simulation',
  rewards: 'rewards',
  reviews: 'reviews',
  rankings: 'rankings',
  learner: 'learner',
  notes: 'notes',
} as const

export type Area = keyof typeof areas
/** What every client component may rely on; the rest a page hands out with `<Messages areas={…}>`. */
export const sharedAreas: Area[] = ['ui', 'shell', 'errors', 'rewards']
