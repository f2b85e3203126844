import 'server-only'
import { z } from 'zod'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { MyCourse } from '@/lib/domain/courses'
import type { Learner } from '@/lib/domain/learner'
import { TAG_GROUPS, type LibrarySort, type LibraryView, type TagGroup } from '@/lib/domain/library'
import type { Page } from '@/lib/domain/paging'
import type { PlanCard } from '@/lib/domain/plans'
import { training, type Fields } from './client'
import { courseCard } from './courses'
import { isNotOffered } from './errors'
import { kindNumber } from './kinds'
import { planCard } from './plans'
import { languageOnWire, unwrapped, wireId, wireList, wirePage, wireText } from './wire'

const sortOnWire: Record<LibrarySort, number> = { comprehensive: 1, praise: 2, popularity: 3, latest: 4 }
/** The filter of my lists that leaves nothing out. */
const EVERYTHING = { i: 5 }

function queryOf(learner: Learner, { name, sort, tags, page, size }: LibraryView): Fields {
  const chosen = Object.fromEntries(tags.map((tag, index) => [`tag${index + 1}ValueIds`, tag]))
  return { name, typeSort: sortOnWire[sort], ...chosen, languageType: languageOnWire[learner.locale], current: page, size, total: 0 }
}

/** What the platform answers, or something else where it has no such call. */
async function orWithoutCall<T>(asked: Promise<T>, instead: () => T | Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (isNotOffered(error)) return instead()
    throw error
  }
}

/** The courses of the tenant with the learner's own state where there is one (X1); on a platform without a library the learner's own (L2). */
export function listCourseLibrary(learner: Learner, view: LibraryView): Promise<Page<MyCourse>> {
  const query = queryOf(learner, view)
  const reply = wirePage(courseCard, view)
  return orWithoutCall(training.get(learner, 'train/web/getWebCourseBySort', query, reply), () => training.get(learner, 'train/web/getMyWebCourseBySort', { ...EVERYTHING, ...query }, reply))
}

/** The plans of the tenant with the learner's own state where there is one (X2); on a platform without a library the learner's own (L1). */
export function listPlanLibrary(learner: Learner, view: LibraryView): Promise<Page<PlanCard>> {
  const query = queryOf(learner, view)
  const reply = wirePage(planCard, view)
  return orWithoutCall(training.get(learner, 'train/web/getWebPlanBySort', query, reply), () => training.get(learner, 'train/web/getMyWebPlanBySort', { ...EVERYTHING, ...query }, reply))
}

const group = z
  .object({ id: wireId, title: wireText, children: wireList(z.object({ id: wireId, title: wireText })) })
  .transform((wire): TagGroup => ({ id: wire.id, name: wire.title, tags: wire.children.map(({ id, title }) => ({ id, name: title })) }))
const groupList = z.union([z.object({ labelTreeList: wireList(group) }).transform((wire) => wire.labelTreeList), wireList(group)])

/** The groups of tags that courses or plans are filtered by, at most five, in the learner's language (X3); none on a platform without them. */
export async function listTagGroups(learner: Learner, { kind }: { kind: EnrolmentKind }): Promise<TagGroup[]> {
  const query = { curriculumType: kindNumber[kind], languageType: languageOnWire[learner.locale] }
  const groups = await orWithoutCall(training.get(learner, 'train/web/getTagList', query, unwrapped(groupList)), () => [])
  return groups.slice(0, TAG_GROUPS)
}
