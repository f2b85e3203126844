// Every public call of the contract that changes nothing, and with an account every reading one, through the web's own adapter.
import { env } from '@/lib/env'
import { log } from '@/lib/log'

let said = null
for (const level of ['warn', 'error']) log[level] = (fields) => (said = fields)

const words = {
  missing: 'the platform does not have this call (404); the web does without it where the contract allows that',
  forbidden: 'the platform refuses it (403): look at the permissions of this account or client',
  expired: 'the platform does not accept the token it has just given: look at TENANT-ID and at its clock',
  timeout: 'no answer in time (UPSTREAM_TIMEOUT_MS)',
  busy: 'the platform answers "too many requests" (429)',
}

function explain(error, mayMiss) {
  if (!error?.code || error.name !== 'TrainingError') return String(error)
  if (error.code === 'malformed') return `the answer has another form than the contract's${said?.problems ? `: ${said.problems.join('; ')}` : ''}`
  if (error.code === 'rejected') return `refused with "${error.message}"`
  if (error.code === 'missing' && !mayMiss) return 'the platform does not have this call (404): is UPSTREAM_BASE_URL its address?'
  if (error.status === 429) return words.busy
  if (words[error.code]) return words[error.code]
  return error.status ? `HTTP ${error.status}` : `cannot be reached (${error.cause?.cause?.code ?? error.cause?.message ?? 'no connection'}): does it run, and is UPSTREAM_BASE_URL its address?`
}

const sizeOf = (answer) => (Array.isArray(answer) ? `${answer.length} found` : Array.isArray(answer?.items) ? `${answer.total ?? answer.items.length} found` : answer === null ? 'none' : 'answered')

/** Tries one call; gives back its answer, or undefined when it failed. */
async function attempt(report, name, ask, { mayMiss = false } = {}) {
  said = null
  try {
    const answer = await ask()
    report.good(`${name}: ${sizeOf(answer)}`)
    return answer
  } catch (error) {
    if (mayMiss && ['missing', 'forbidden'].includes(error.code)) report.note(`${name}: ${explain(error, true)}`)
    else report.bad(`${name}: ${explain(error, mayMiss)}`)
    return undefined
  }
}

/** Tries the platform for one tenant's domain, and as a learner when an account is given. */
export async function examinePlatform(report, { domain, account, password }) {
  report.section(`The platform (${env.UPSTREAM_BASE_URL})`)
  const { findTenant, isRegistrationOpen } = await import('@/lib/training/tenants')
  const tenant = await attempt(report, `tenant of ${domain} (S1)`, () => findTenant(domain))
  if (tenant === undefined) return
  if (tenant === null) {
    report.bad(`no tenant has the domain ${domain}: enter it on the platform, or name another with --domain`)
    return
  }
  const visitor = { tenantId: tenant.id, locale: 'zh' }
  const { listNotices } = await import('@/lib/training/notices')
  const { checkBeforeLogin, logIn, logOut } = await import('@/lib/training/session')
  await attempt(report, 'whether strangers may register (S2)', () => isRegistrationOpen(tenant.id), { mayMiss: true })
  await attempt(report, 'what stands before a login (S7)', () => checkBeforeLogin(visitor, account ?? 'nobody'))
  await attempt(report, 'news and notices (B1)', () => listNotices(visitor))
  const { getAppOffer } = await import('@/lib/training/downloads')
  for (const client of ['main', 'simulationA', 'simulationB']) {
    const offer = await attempt(report, `newest version of the app, ${client} (A1)`, () => getAppOffer(visitor, client))
    if (offer && !offer.android && !offer.ios) report.note(`of the app ${client} there is no version: its download page says so`)
  }
  const { checkCertificate } = await import('@/lib/training/certificates')
  await attempt(report, 'check of a certificate that does not exist (an extension)', () => checkCertificate(visitor, '0'.repeat(40)), { mayMiss: true })
  if (!account) {
    report.note('without --account and --password the calls of a learner are not tried')
    return
  }
  const { Learner } = await import('@/lib/domain/learner')
  const login = await attempt(report, `login of ${account} (S5)`, () => logIn(visitor, { account, password }))
  if (!login) {
    report.note('a refused login with the right password mostly means another UPSTREAM_PASSWORD_CIPHER or UPSTREAM_PASSWORD_KEY, or a captcha that is on for our client id')
    return
  }
  await examineLearner(report, new Learner({ id: login.learnerId, tenantId: login.tenantId, username: login.username, locale: 'zh', token: login.token }))
  await attempt(report, 'logout (S10)', () => logOut(new Learner({ id: login.learnerId, tenantId: login.tenantId, username: login.username, locale: 'zh', token: login.token })))
}

async function examineLearner(report, who) {
  const part = (name) => import(`@/lib/training/${name}`)
  const on = (name, ask, options) => attempt(report, name, ask, options)
  const list = { state: 'all', name: '', page: 1, size: 8 }
  const [home, courses, plans, favourites, library, details, catalogue] = await Promise.all(['home', 'courses', 'plans', 'favourites', 'library', 'course-detail', 'catalogue'].map(part))
  await on('home: in progress (H1)', () => home.listInProgress(who))
  await on('home: banners (H2)', () => home.listBanners(who))
  await on('home: floors (H3)', () => home.listFloors(who))
  const mine = await on('my courses (L2)', () => courses.listMyCourses(who, list))
  const myPlans = await on('my plans (L1)', () => plans.listMyPlans(who, list))
  await on('collected courses (L3)', () => favourites.listFavourites(who, { kind: 'course' }))
  await on('collected plans (L4)', () => favourites.listFavourites(who, { kind: 'plan' }))
  const view = { name: '', sort: 'comprehensive', tags: [null, null, null, null, null], page: 1, size: 8 }
  await on('course library (X1)', () => library.listCourseLibrary(who, view))
  await on('plan library (X2)', () => library.listPlanLibrary(who, view))
  await on('tags of the library (X3)', () => library.listTagGroups(who, { kind: 'course' }))
  await examineCourse(report, who, { courseId: mine?.items[0]?.id, planId: myPlans?.items[0]?.id, courses, details, catalogue })
  const [learner, rankings, messages, profile, certificates, classes, paths, maps, exams, mistakes, practice] = await Promise.all(['learner', 'rankings', 'messages', 'account', 'certificates', 'classes', 'learning-paths', 'post-maps', 'exams', 'mistakes', 'practice'].map(part))
  await on('learning data (D1)', () => learner.getLearningSummary(who))
  await on('levels (D5)', () => learner.listLevels(who))
  for (const metric of ['hours', 'points', 'certificates', 'wrongAnswers']) await on(`ranking by ${metric} (D2 to D4, D8)`, () => rankings.getRanking(who, { metric }))
  await on('messages (M1)', () => messages.listMessages(who, { state: 'all', page: 1, size: 10 }))
  await on('unread messages (M3)', () => messages.countUnreadMessages(who))
  await on('profile (S9)', () => profile.getProfile(who))
  await on('certificates (T1)', () => certificates.listCertificates(who))
  await on('classes', () => classes.listClasses(who))
  const [path] = (await on('learning paths', () => paths.listLearningPaths(who))) ?? []
  if (path) await on('one learning path', () => paths.getLearningPath(who, { id: path.id }))
  const [map] = (await on('post maps', () => maps.listPostMaps(who, { filter: 'all' }))) ?? []
  if (map) await on('one post map', () => maps.getPostMap(who, { id: map.id }))
  await on('wrong-question book', () => mistakes.countBook(who), { mayMiss: true })
  await on('groups of exercises', () => practice.listCategories(who, { parentId: null }), { mayMiss: true })
  await on('exercises', () => practice.listSubjects(who, { categoryId: null }), { mayMiss: true })
  const found = await on('my exams (E1)', () => exams.listExams(who, { status: 'available', kind: null, title: '', page: 1, size: 10 }))
  const exam = found?.items[0]
  if (exam) await on('exam preparation (E4)', () => exams.getExam(who, { examId: exam.id, kind: exam.kind }))
}

async function examineCourse(report, who, { courseId, planId, courses, details, catalogue }) {
  if (courseId) {
    await attempt(report, 'whether a course may be opened (L5)', () => courses.checkCourseAccess(who, { id: courseId }))
    await attempt(report, 'course detail (C1)', () => details.getCourse(who, { courseId }))
    await attempt(report, 'course catalogue (C5)', () => catalogue.listCourseChapters(who, { courseId }))
    const { getPlayer } = await import('@/lib/training/player')
    await attempt(report, 'what the player shows', () => getPlayer(who, { kind: 'course', id: courseId }))
    const reviews = await import('@/lib/training/reviews')
    await attempt(report, 'reviews (V1)', () => reviews.listReviews(who, { kind: 'course', id: courseId, page: 1 }))
    await attempt(report, 'ratings (V2)', () => reviews.getRatings(who, { kind: 'course', id: courseId }))
    const { getLedger } = await import('@/lib/training/ledger')
    await attempt(report, 'study time by section (X10, an extension)', () => getLedger(who, { kind: 'course', id: courseId }), { mayMiss: true })
  } else report.note('this account has no course: details of courses are not tried')
  if (planId) {
    await attempt(report, 'plan detail (C2)', () => details.getPlan(who, { planId }))
    await attempt(report, 'plan catalogue (C3)', () => catalogue.listPlanItems(who, { planId }))
  } else report.note('this account has no plan: details of plans are not tried')
}
