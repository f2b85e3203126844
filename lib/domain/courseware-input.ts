import { z } from 'zod'
import { isElement } from './courseware'
import { playerSection } from './study-input'

const id = z.string().regex(/^[\w-]{1,64}$/)

/** Courseware to be launched: its section, and where that is. */
export const launchInput = playerSection.extend({ itemId: id.nullish().transform((value) => value ?? null), courseId: id.nullish().transform((value) => value ?? null) })

/** A launch that is running. */
export const launchRef = z.object({ launchId: z.string().regex(/^[\w-]{20,64}$/) })

const MAX_ELEMENTS = 5_000
/** The name of a part as its manifest gives it. */
const itemId = z.string().min(1).max(200).refine((value) => value !== '__proto__')
const changes = z
  .record(z.string().refine(isElement), z.string().max(70_000).transform((text) => text.replaceAll('\0', '')))
  .refine((all) => Object.keys(all).length <= MAX_ELEMENTS)

/** A commit of the launch page. */
export const commitInput = z.object({
  seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  current: itemId,
  items: z.record(itemId, z.object({ changes, finished: z.boolean() })).refine((all) => Object.keys(all).length <= 300),
})
