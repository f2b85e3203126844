// What a learner's home, lists and personal centre read.
import { contentMetrics, rankingMetrics } from '@/lib/domain/rankings'
import { getProfile } from '@/lib/training/account'
import { listCertificates } from '@/lib/training/certificates'
import { listClasses } from '@/lib/training/classes'
import { listMyCourses } from '@/lib/training/courses'
import { listFavourites } from '@/lib/training/favourites'
import { listBanners, listFloors, listInProgress } from '@/lib/training/home'
import { getLearningSummary, listLevels } from '@/lib/training/learner'
import { getLearningPath, listLearningPaths, listNodeCourses } from '@/lib/training/learning-paths'
import { listCourseLibrary, listPlanLibrary, listTagGroups } from '@/lib/training/library'
import { countUnreadMessages, listMessages } from '@/lib/training/messages'
import { listMyPlans } from '@/lib/training/plans'
import { getPostMap, listPostMaps, listSkillCourses } from '@/lib/training/post-maps'
import { getContentRanking, getRanking } from '@/lib/training/rankings'
import { getBrand } from '@/lib/training/tenants'
import { attempts } from './attempts.mjs'

/** Tries home, the learner's lists and the library; gives back the first course and plan of the learner's own. */
export async function examineHome(report, who) {
  const on = attempts(report)
  const list = { state: 'all', name: '', page: 1, size: 8 }
  await on('name and logo from the second source (S3)', () => getBrand(who), { mayMiss: true })
  await on('home: in progress (H1)', () => listInProgress(who))
  await on('home: banners (H2)', () => listBanners(who))
  await on('home: floors (H3)', () => listFloors(who))
  const courses = await on('my courses (L2)', () => listMyCourses(who, list))
  const plans = await on('my plans (L1)', () => listMyPlans(who, list))
  await on('collected courses (L3)', () => listFavourites(who, { kind: 'course' }))
  await on('collected plans (L4)', () => listFavourites(who, { kind: 'plan' }))
  const view = { name: '', sort: 'comprehensive', tags: [null, null, null, null, null], page: 1, size: 8 }
  await on('course library (X1)', () => listCourseLibrary(who, view))
  await on('plan library (X2)', () => listPlanLibrary(who, view))
  await on('tags of the library (X3)', () => listTagGroups(who, { kind: 'course' }))
  return { courseId: courses?.items[0]?.id, planId: plans?.items[0]?.id }
}

/** Tries what the personal centre shows. */
export async function examineCentre(report, who) {
  const on = attempts(report)
  await on('learning data (D1)', () => getLearningSummary(who))
  await on('levels (D5)', () => listLevels(who))
  for (const metric of rankingMetrics) await on(`ranking by ${metric} (D2 to D4, D8)`, () => getRanking(who, { metric }))
  await on('messages (M1)', () => listMessages(who, { state: 'all', page: 1, size: 10 }))
  await on('unread messages (M3)', () => countUnreadMessages(who))
  await on('profile (S9)', () => getProfile(who))
  await on('certificates (T1)', () => listCertificates(who))
  await examineClasses(report, who)
  await examinePaths(report, who)
  await examinePostMaps(report, who)
}

async function examineClasses(report, who) {
  const on = attempts(report)
  const classes = await on('classes (K1)', () => listClasses(who))
  const id = classes?.find((one) => one.id !== null)?.id
  if (!id) return report.note('no class of this account has an id: its rankings are not tried')
  for (const metric of contentMetrics) await on(`ranking of a class by ${metric} (D6, D7)`, () => getContentRanking(who, { scope: 'class', id, metric }))
}

async function examinePaths(report, who) {
  const on = attempts(report)
  const [first] = (await on('learning paths (G1)', () => listLearningPaths(who))) ?? []
  const path = first && (await on('one learning path (G2)', () => getLearningPath(who, { id: first.id })))
  const node = path?.nodes[0]
  if (!node) return report.note('there is no learning path with nodes: the courses of a node (G3) are not tried')
  await on('courses of a node (G3)', () => listNodeCourses(who, { pathId: path.id, nodeId: node.id }))
}

async function examinePostMaps(report, who) {
  const on = attempts(report)
  const [first] = (await on('post maps (O1)', () => listPostMaps(who, { filter: 'all' }))) ?? []
  const map = first && (await on('one post map (O2)', () => getPostMap(who, { id: first.id })))
  const skill = map?.skills[0]
  if (!skill) return report.note('there is no post map with skills: the courses of a skill (O3) are not tried')
  await on('courses of a skill (O3)', () => listSkillCourses(who, { postMapId: map.id, skillId: skill.id }))
}
