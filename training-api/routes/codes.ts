import { z } from 'zod'
import { maybe, maybeText, wireId, wireInt, wireText } from '../params.ts'
import type { EnrolmentState, LibrarySort, Result } from '../rules/courses.ts'
import { listState } from '../rules/courses.ts'
import type { Language } from '../rules/languages.ts'
import type { SkillState } from '../rules/organisation.ts'
import type { PlanWindow } from '../rules/plans.ts'
import type { SectionState } from '../rules/study.ts'

// The numbers of section 2 of the contract, by what they mean here.

export const contentKinds = { 1: 'course', 2: 'plan' } as const
/** `fruitType`, `collectionType`, `commentType`, `coursePlanType`: 1 course, 2 plan. */
export const contentKind = wireInt.pipe(z.literal([1, 2])).transform((code) => contentKinds[code])
export const contentKindCode = { course: 1, plan: 2 } as const

/** `contentType` of banners and floor items: plan before course here, other than everywhere else. */
export const leadsToCode = { plan: 1, course: 2, link: 3 } as const

export const sectionKindCode = { study: 1, simulation: 2, exam: 3 } as const
export const studyKindCode = { video: 1, document: 2, courseware: 3 } as const
export const examKindCode = { theory: 1, simulation: 2, practical: 3 } as const
export const sectionStateCode: Record<SectionState, number> = { notStarted: 0, passed: 1, inProgress: 2, failed: 3 }
export const detailStateCode: Record<EnrolmentState, number> = { notStarted: 1, inProgress: 2, passed: 3, failed: 4 }
export const resultCode: Record<Result, number> = { unfinished: 1, passed: 2, failed: 3 }
export const windowCode: Record<PlanWindow, number> = { open: 1, ended: 2, upcoming: 3 }
export const coverCode = { plain: 1, titled: 2 } as const
export const noteKinds = { 1: 'document', 2: 'video', 3: 'other' } as const
export const noteKindCode = { document: 1, video: 2, other: 3 } as const
export const noticeKinds = { 1: 'news', 2: 'announcement', 3: 'processUpdate' } as const
export const noticeKindCode = { news: 1, announcement: 2, processUpdate: 3 } as const

/** `completeState` of a skill, and of a path's node (ours). */
export const skillStateCode: Record<SkillState, number> = { notBegun: 0, inProgress: 1, reached: 2 }

/** The state of a list's card: what is not decided yet counts as learning. */
export function listStateCode(state: EnrolmentState): number {
  return { learning: 1, completed: 2, failed: 3 }[listState(state)]
}

export const listFilters = { 1: 'learning', 2: 'completed', 3: 'failed', 4: 'expired', 5: 'all' } as const

const languages = { 1: 'zh', 2: 'en', 3: 'ja' } as const
/** `languageType`, also as the language's own name; Chinese when absent. */
export const language = maybe(
  z.union([wireInt.pipe(z.literal([1, 2, 3])).transform((code): Language => languages[code]), z.enum(['zh', 'en', 'ja'])]),
).transform((given): Language => given ?? 'zh')

const sorts = { 1: 'comprehensive', 2: 'praise', 3: 'popularity', 4: 'latest' } as const
/** `typeSort` of course and plan lists. */
export const librarySort = maybe(wireInt.pipe(z.literal([1, 2, 3, 4])).transform((code): LibrarySort => sorts[code]))

/** Part of a title; at most 200 characters. */
export const searchText = maybeText(wireText.pipe(z.string().max(200)))

/** An id that is also absent as 0 or -1, as the plan item of something outside a plan. */
export const optionalId = z.preprocess((value) => (['', '0', '-1', 'undefined', 'null', 0, -1, null].includes(value as string) ? undefined : value), wireId.optional())

/** The id of an operation, made by the client: a repetition under it is told what the first was told (ours). */
export const operationIdField = maybe(z.string().regex(/^[\w-]{8,64}$/))

/** Yes and no as most flags write it. */
export const yesNo = (yes: boolean) => (yes ? 1 : 2)
