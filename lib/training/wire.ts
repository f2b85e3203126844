import 'server-only'
import { z, type ZodType } from 'zod'
import { keepBounded } from '@/lib/domain/bounded-map'
import { CHINA_MS } from '@/lib/domain/china-time'
import type { Locale } from '@/lib/domain/locale'
import type { MyList } from '@/lib/domain/my-lists'
import type { Page } from '@/lib/domain/paging'
import { log } from '@/lib/log'

/** Forms are made once: making one takes far longer than reading with it. */
function oncePerItem<R extends ZodType>(make: <T>(item: ZodType<T>) => R) {
  const made = new WeakMap<ZodType, R>()
  return (item: ZodType): R => {
    const known = made.get(item)
    if (known) return known
    const form = make(item)
    made.set(item, form)
    return form
  }
}

/** Half a letter stands in no address, and where it should it fails: an id with one is another id, which names nothing. */
const idOfWire = (value: number | string) => String(value).toWellFormed()
/** An id on the wire, number or digits in a string, as an opaque string. What our platform sends is tried first, here and below: each form that does not fit makes an issue. */
export const wireId = z.union([z.number().int(), z.string().min(1)]).transform(idOfWire)
/** An id that may be absent. */
export const wireIdMaybe = z.union([z.number(), z.string()]).nullish().transform((value) => (value === null || value === undefined || value === '' ? null : idOfWire(value)))
const numberElse = <Fallback extends number | null>(fallback: Fallback) =>
  z.union([z.number(), z.string()]).nullish().transform((value): number | Fallback => (value === null || value === undefined || value === '' || !Number.isFinite(Number(value)) ? fallback : Number(value)))
const numberElseZero = numberElse(0)
/** A number, also as digits in a string; absent counts as `fallback`. */
export const wireNumber = (fallback = 0) => (fallback === 0 ? numberElseZero : numberElse(fallback))
/** A number or null. */
export const wireNumberMaybe = numberElse(null)
/** A text, empty when absent. */
export const wireText = z.union([z.string(), z.number()]).nullish().transform((value) => (value === null || value === undefined ? '' : String(value)))
/** A text, null when absent or empty. */
export const wireTextMaybe = z.union([z.string(), z.number()]).nullish().transform((value) => (value === null || value === undefined || value === '' ? null : String(value)))
/** A progress such as `"45%"` as a whole number from 0 to 100; 99.6 is not done yet, and 57 of 100 are 57, which a computer may reckon as a little less. */
export const wirePercent = z.union([z.string(), z.number()]).nullish().transform((value) => Math.min(100, Math.max(0, Math.floor((Number.parseFloat(String(value ?? 0)) || 0) + 1e-9))))
/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, or of the zone that it names, as ISO 8601 with the offset of Asia/Shanghai; null when absent or nothing of the kind. */
export const wireTime = z.union([z.string(), z.number()]).nullish().catch(null).transform((value) => (value ? isoOf(String(value)) : null))

const WIRE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?(?:(Z)|([+-]\d{2}):?(\d{2})?$)?)?/

function isoOf(text: string): string | null {
  const match = WIRE_TIME.exec(text)
  if (!match) return null
  const [, day, time = '00:00', second = ':00', utc, hours, minutes = '00'] = match
  const iso = `${day}T${time}${second}`
  const ms = Date.parse(iso + (utc ?? (hours ? `${hours}:${minutes}` : '+08:00')))
  if (Number.isNaN(ms)) return null
  return utc || hours ? `${new Date(ms + CHINA_MS).toISOString().slice(0, 19)}+08:00` : `${iso}+08:00`
}

const msOf = (moment: string | null) => (moment === null ? 0 : Date.parse(moment))

/** A list by moments as `wireTime` reads them, the later first; what has none comes last. Each is read once, since sorting compares it many times. */
export function newestFirst<T>(list: readonly T[], timeOf: (one: T) => string | null): T[] {
  return list.map((one) => ({ one, ms: msOf(timeOf(one)) })).sort((first, second) => second.ms - first.ms).map(({ one }) => one)
}

/** A moment as the platform writes it. */
export function wireTimeOf(moment: Date): string {
  return new Date(moment.getTime() + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** A field's values that nobody knows come by the hundred, one on each row of a list, and may be texts of any length. */
const [QUIET_MS, MOST_FIELDS, MOST_VALUES, LONGEST_VALUE] = [60_000, 200, 5, 40]
const toldOf = new Map<string, { at: number; values: Set<string | number | boolean> }>()

/** Writes down that a field has a value we do not know, its beginning at least; each once a minute, and of each field so many. */
function tellUnknown(field: string, value: string | number | boolean): void {
  const now = performance.now()
  const known = toldOf.get(field)
  const told = known && now - known.at < QUIET_MS ? known : { at: now, values: new Set<typeof value>() }
  const begin = typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value
  if (told.values.has(begin) || told.values.size === MOST_VALUES) return
  told.values.add(begin)
  if (told !== known) {
    toldOf.delete(field)
    keepBounded(toldOf, field, told, MOST_FIELDS)
  }
  log.warn({ field, value: begin }, 'the platform sent a value we do not know')
}

/** A value of a numbered field by its name here; a number we do not know becomes `unknown`, is logged and breaks nothing. */
export function wireEnum<const Names extends Record<string, string>, Other extends string = 'unknown'>(field: string, names: Names, absent?: Other) {
  return z.union([z.number(), z.string(), z.boolean()]).nullish().transform((value): Names[keyof Names] | Other => {
    if (value === null || value === undefined || value === '') return (absent ?? 'unknown') as Other
    const name = Object.hasOwn(names, String(value)) ? names[String(value)] : undefined
    if (name === undefined) tellUnknown(field, value)
    return (name ?? 'unknown') as Names[keyof Names] | Other
  })
}

/** So many wrong items are told; a list of a million of them is not read to its end. */
const MOST_PROBLEMS = 5
/** Nothing that is shown has more items, news and catalogues of a large tenant among it. */
const MOST_ITEMS = 20_000

const listOf = oncePerItem((item) => z.unknown().optional().transform((value, context): unknown[] => {
  const values = value === null || value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]
  const items: unknown[] = []
  let problems = 0
  for (const [index, one] of values.entries()) {
    if (problems === MOST_PROBLEMS || items.length === MOST_ITEMS) break
    const parsed = item.safeParse(one)
    problems += parsed.success ? 0 : 1
    if (parsed.success) items.push(parsed.data)
    else context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? 'unknown form', path: [index, ...(parsed.error.issues[0]?.path ?? [])] })
  }
  return items
}))

/** A list that may be null or absent, or one thing where a list of one is meant; the beginning of one that has no end. */
export function wireList<T>(item: ZodType<T>): ZodType<T[]> {
  return listOf(item) as ZodType as ZodType<T[]>
}

/** What a form makes of a value, within the transform of another, to which it passes on what is wrong. */
export function readWithin<T>(form: ZodType<T>, value: unknown, context: z.RefinementCtx): T {
  const parsed = form.safeParse(value)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) context.addIssue({ code: 'custom', message: issue.message, path: issue.path as (string | number)[] })
  return z.NEVER
}

const unwrappedOf = oncePerItem((inner) => z.unknown().transform((value, context): unknown => {
  const within = value && typeof value === 'object' && !Array.isArray(value) && 'data' in value ? value.data : undefined
  // Nothing, wrapped once more, is nothing too.
  const nested = within && typeof within === 'object' ? within : (within === null || within === '') && inner.safeParse(null).success ? null : value
  return readWithin(inner, nested, context)
}))

/** The same thing with one `data` more or one fewer around it (contract 1.6). */
export function unwrapped<T>(inner: ZodType<T>): ZodType<T> {
  return unwrappedOf(inner) as ZodType as ZodType<T>
}

const counts = z.record(z.string(), z.number()).optional().catch(undefined)
const pageOf = oncePerItem((item) => {
  const page = unwrapped(z.object({ records: wireList(item), total: wireNumber(), size: wireNumberMaybe, current: wireNumberMaybe, pages: wireNumberMaybe, stateCounts: counts }))
  // No page at all is one with nothing on it.
  return z.unknown().transform((value): unknown => value ?? {}).pipe(page)
})

/** Whether rows are looked through and not shown: all that were sent count. */
export type Walked = { isWalked?: boolean }
type Asked = { page: number; size: number } & Walked
/** Some platforms send all they have as one page, whatever was asked for; more rows than these are not shown as one. */
const MOST_ROWS = 1_000
type WirePage<T> = { records: T[]; total: number; size: number | null; current: number | null; pages: number | null; stateCounts?: Record<string, number> | undefined }

/** Rows that say the same key once: a platform may join its tables so that one comes twice, and the browser would take both for one and leave one behind. Without a key each stays. */
export function onceEach<T>(rows: T[], keyOf: (row: T) => string | null): T[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const key = keyOf(row)
    const isNew = key === null || !seen.has(key)
    if (key !== null) seen.add(key)
    return isNew
  })
}

const idOf = (row: unknown): string | null => (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string' ? row.id : null)

/** A platform that does not count, or says 0, has at least what it sent and what stands before it, and one more on the last page of those it counts. */
function asAsked<T>({ records: sentRows, total, size, current, pages }: WirePage<T>, asked: Asked): Page<T> {
  const records = asked.isWalked ? sentRows : sentRows.slice(0, MOST_ROWS)
  const page = current && current > 0 ? current : asked.page
  const each = size && size > 0 ? size : asked.size
  const sent = records.length > 0 ? (page - 1) * each + records.length : 0
  const paged = total <= 0 && pages !== null && pages > 1 ? (pages - 1) * each + 1 : 0
  return { items: asked.isWalked ? records : onceEach(records, idOf), total: Math.max(total, sent, paged), page, size: each }
}

/** A page of a list: `records` at the top or one level down (contract 1.6), any numbers as digits. */
export function wirePage<T>(item: ZodType<T>, asked: Asked) {
  return (pageOf(item) as ZodType as ZodType<WirePage<T>>).transform((page): Page<T> => asAsked(page, asked))
}

/** Whether a platform leaves open how many there are: it does not count, the page that it sent is just full, and pages that it counts are neither of one row nor at their end. */
function isLeftOpen<T>({ records, total, pages }: WirePage<T>, { page, size }: Page<T>): boolean {
  const isCounted = total > 0 || (pages !== null && pages > 0 && (size === 1 || page >= pages))
  return !isCounted && records.length === size
}

/** A page of a list of one's own; our platform says beside it how many there are by each filter, so that nobody need ask for each. */
export function wireMyList<T, Filter extends string>(item: ZodType<T>, asked: Asked) {
  return (pageOf(item) as ZodType as ZodType<WirePage<T>>).transform((wire): MyList<T, Filter> => {
    const page = asAsked(wire, asked)
    return { ...page, ...(isLeftOpen(wire, page) ? { isAtLeast: true } : {}), counts: wire.stateCounts as MyList<T, Filter>['counts'] }
  })
}

/**
 * A field that is an addition of ours to the contract. A platform of somebody else's may mean something of its own by the name, which it
 * may send (contract 1.6): what does not look like ours counts as absent.
 */
export function wireExtra<T>(form: ZodType<T>, absent: NoInfer<T>) {
  return form.catch(absent as never) as unknown as ZodType<T>
}

/** A part that may not be there; some platforms write an empty text for nothing. */
export function wirePart<T>(form: ZodType<T>) {
  return z.unknown().optional().transform((value) => (value === '' ? null : value)).pipe(form.nullish())
}

/** Class hours as they are shown, with one decimal (contract 5.8). */
export const shownHours = (hours: number) => Math.round(hours * 10) / 10

/** A reply of which only success counts. */
export const wireDone = z.unknown().transform(() => null)

/** How `languageType` numbers the languages. */
export const languageOnWire: Record<Locale, number> = { zh: 1, en: 2, ja: 3 }
