import 'server-only'

/** Every door of the web, `/api/area/noun`, by what stands before its noun; a test compares them with the folders. */
const nouns = {
  '/api/account': ['avatar', 'contact', 'password', 'record'],
  '/api/attempts': ['absence', 'answers', 'files', 'hand-in', 'standing', 'start', 'take-over'],
  '/api/catalogue': ['unlock'],
  '/api/certificates': ['pdf'],
  '/api/courses': ['access'],
  '/api/courseware': ['alive', 'launch'],
  '/api/domains': ['ask'],
  '/api/enrolment': ['resume', 'start'],
  '/api/exams': ['clock', 'launch', 'player', 'receipts', 'result', 'simulation'],
  '/api/favourites': ['item'],
  '/api': ['health', 'ready'],
  '/api/learning-paths': ['courses', 'item'],
  '/api/messages': ['read-all', 'read', 'unread'],
  '/api/mistakes': ['detail', 'grade', 'item'],
  '/api/notes': ['item', 'list'],
  '/api/plans': ['chapters'],
  '/api/post-maps': ['courses', 'item', 'join'],
  '/api/practice': ['count', 'draw', 'judge', 'subject'],
  '/api/public/account': ['code', 'phone', 'register', 'reset-check', 'reset'],
  '/api/public/notices': ['read'],
  '/api/public/session': ['check', 'who'],
  '/api/public': ['session'],
  '/api/rankings': ['content'],
  '/api/reviews': ['item', 'list', 'ratings'],
  '/api/session': ['end'],
  '/api/simulation': ['launch', 'result'],
  '/api/study': ['beat', 'end', 'plan-exam', 'player', 'position', 'section', 'start'],
}

/** The doors that have one address each. */
export const doors: ReadonlySet<string> = new Set(Object.entries(nouns).flatMap(([area, own]) => own.map((noun) => `${area}/${noun}`)))

/** The doors below which there is a path. */
export const pathDoors = ['/api/files', '/api/public/files', '/api/public/site']
