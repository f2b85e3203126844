import { z } from 'zod'
import { LONGEST_VISIT_MINUTES, visitKinds } from './study'

const id = z.string().regex(/^[\w-]{1,64}$/)
const maybeId = id.nullish().transform((value) => value ?? null)

/** The course or plan of a player. */
export const playerOwner = z.object({ kind: z.enum(['course', 'plan']), id })

/** A section to be opened in the player; in a plan through this item of it. */
export const playerSection = playerOwner.extend({ itemId: maybeId, chapterId: id, sectionId: id })

const place = z.object({ courseId: maybeId, planId: maybeId, itemId: maybeId, chapterId: maybeId, sectionId: id }).refine((value) => value.courseId !== null || value.planId !== null, 'a course or a plan')
const visit = { visitId: z.string().regex(/^[0-9a-f]{32}$/), place, kind: z.enum(visitKinds) }

/** A section was opened; `enrol` first begins the course or plan, and where `counts` is false only the place is remembered. */
export const visitStart = z.object({ ...visit, name: z.string().max(500), enrol: z.boolean().default(false), counts: z.boolean().default(true) })

/** A section was left after so many whole minutes. */
export const visitEnd = z.object({ ...visit, minutes: z.number().int().min(0).max(LONGEST_VISIT_MINUTES) })

/** A sign of life within a visit. */
export const visitBeat = z.object({ ...visit, seq: z.number().int().min(1), state: z.enum(['active', 'idle', 'hidden', 'paused']), activeSeconds: z.number().int().min(0).max(LONGEST_VISIT_MINUTES * 60) })

/** Where a learner is in a resource: second of a video, page of a document. */
export const positionSave = z.object({ sectionId: id, resourceId: id, position: z.number().min(0).max(10_000_000), seq: z.number().int().min(1) })

/** An exam that is an item of a plan. */
export const planExamLeft = z.object({ planId: id, itemId: id })
