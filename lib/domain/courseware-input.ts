import { z } from 'zod'
import { isElement } from './courseware'
import { playerSection } from './study-input'

const id = z.string().regex(/^[\w-]{1,64}$/)

/** Courseware to be launched: its section, and where that is. */
export const launchInput = playerSection.extend({ courseId: id.nullish().transform((value) => value ?? null) })

/** A launch that is running. */
export const launchRef = z.object({ launchId: z.string().regex(/^[\w-]{20,64}$/) })

const MAX_ELEMENTS = 5_000
const MAX_ITEMS = 300
/** The name of a part as its manifest gives it. */
const itemId = z.string().min(1).max(200).refine((value) => value !== '__proto__')
const elementValue = z.string().max(70_000).transform((text) => text.replaceAll('\0', ''))

/** Values by their names, `most` of them, read up to the first that is wrong: a million wrong names would else be a million problems to tell. */
function namedValues<T>({ isName, value, most }: { isName: (name: string) => boolean; value: z.ZodType<T>; most: number }) {
  return z.unknown().transform((given, context): Record<string, T> => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse('no names and values')
    const read: Record<string, T> = {}
    let count = 0
    for (const name in given) {
      count += 1
      if (count > most) return refuse('too many names')
      const parsed = isName(name) ? value.safeParse((given as Record<string, unknown>)[name]) : null
      if (!parsed?.success) return refuse('a wrong name or value')
      read[name] = parsed.data
    }
    return read
  })
}

const changes = namedValues({ isName: isElement, value: elementValue, most: MAX_ELEMENTS })
const items = namedValues({ isName: (name) => itemId.safeParse(name).success, value: z.object({ changes, finished: z.boolean() }), most: MAX_ITEMS })

/** A commit of the launch page. */
export const commitInput = z.object({
  seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  current: itemId,
  items,
})
