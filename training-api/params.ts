import type { Context } from 'hono'
import { z } from 'zod'
import { CallError, readWireTime } from './envelope.ts'
import { isPhone } from './rules/codes.ts'
import { messages } from './rules/messages.ts'

/** Everything a call carries under one roof; a repeated key holds a list (contract 1.7). */
export type Params = Record<string, unknown>

/** No call of the contract has a tenth as many fields and list items in a query or a form; long lists travel as JSON. */
const mostPairs = 1000

function fromPairs(pairs: Iterable<[string, unknown]>): Params {
  const all = new Map<string, unknown[]>()
  let count = 0
  for (const [key, value] of pairs) {
    count += 1
    if (count > mostPairs) throw new CallError(400, messages.malformed)
    const values = all.get(key)
    if (values) values.push(value)
    else all.set(key, [value])
  }
  return Object.fromEntries([...all].map(([key, values]) => [key, values.length > 1 ? values : values[0]]))
}

/** The fields of a form. They are counted before it is read: that takes a time that grows with the square of the names without a value. */
function readForm(text: string): Params {
  if (text.split('&', mostPairs + 2).length > mostPairs + 1) throw new CallError(400, messages.malformed)
  return fromPairs(new URLSearchParams(text))
}

/** How often a text stands in bytes, as far as it is counted. */
function countOf(text: string, content: Buffer, most: number): number {
  let [count, at] = [0, content.indexOf(text)]
  while (at >= 0 && count < most) [count, at] = [count + 1, content.indexOf(text, at + text.length)]
  return count
}

/** The fields of a form in parts, counted before each of them is taken apart: what stands between them has to be known for both. */
async function readParts(c: Context, type: string): Promise<Params> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  const content = Buffer.from(await c.req.arrayBuffer())
  // One stands before each part, and one at the end.
  if (boundary === undefined || countOf(`--${boundary}`, content, mostPairs + 2) > mostPairs + 1) throw new CallError(400, messages.malformed)
  return fromPairs(await new Response(content, { headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` } }).formData())
}

async function readBody(c: Context): Promise<Params> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return {}
  const given = c.req.header('content-type') ?? ''
  const type = given.toLowerCase()
  if (type.startsWith('multipart/form-data')) {
    try {
      return await readParts(c, given)
    } catch {
      throw new CallError(400, messages.malformed)
    }
  }
  const text = await c.req.text()
  if (text.trim() === '') return {}
  if (type.startsWith('application/x-www-form-urlencoded')) return readForm(text)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new CallError(400, messages.malformed)
  }
  if (body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new CallError(400, messages.malformed)
  return body as Params
}

/** The parameters of a call by where they stood. */
export type Sources = { query: Params; body: Params; path: Params }

/** Query, form or JSON, and path of a call, apart (contract 1.7). */
export async function readSources(c: Context): Promise<Sources> {
  const sources = { query: fromPairs(new URL(c.req.url).searchParams), body: await readBody(c), path: c.req.param() }
  if (isUnfit(sources)) throw new CallError(400, messages.malformed)
  return sources
}

/** No call of the contract nests this deep; what reads a value by calling itself would not come back from a hundred thousand levels. */
const deepest = 16

/** Whether a text holds what no database text can: the character 0, or half of a character that takes two. */
const isUnfitText = (text: string) => text.includes('\0') || !text.isWellFormed()

/** Whether a text somewhere in the value is unfit for the database, or the value is nested too deep to be read. */
function isUnfit(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isUnfitText(value)
  if (value === null || typeof value !== 'object' || value instanceof File) return false
  if (depth > deepest) return true
  // Without keys: half a million items of one call would each be a pair.
  if (Array.isArray(value)) return value.some((inner) => isUnfit(inner, depth + 1))
  return Object.entries(value).some(([key, inner]) => isUnfitText(key) || isUnfit(inner, depth + 1))
}

/** The union of the sources: path over body over query. */
export function unite({ query, body, path }: Sources): Params {
  return { ...query, ...body, ...path }
}

const absent = (value: unknown) =>
  value === null || value === '' || value === 'undefined' || value === 'null' ? undefined : value

/** A field that may be absent, null, empty or the word undefined: then undefined. */
export function maybe<T extends z.ZodType>(schema: T) {
  return z.preprocess(absent, schema.optional())
}

/** A free text that may be absent, null or empty: then undefined. The words undefined and null are texts like any other: somebody wrote them. */
export function maybeText<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional())
}

/** The id of nothing: ours are counted from far below. */
const nothingsId = Number.MAX_SAFE_INTEGER

/** An id: a JSON number or digits in a string, of 64 bits (contract 1.5); what is larger than ours can be is the id of nothing. */
export const wireId = z
  .union([z.number(), z.string().regex(/^\d{1,19}$/).transform(Number)])
  .pipe(z.number().positive().max(1e19).transform((id) => Math.min(id, nothingsId)).pipe(z.number().int()))

/** A whole number, also as digits in a string. */
export const wireInt = z
  .union([z.number(), z.string().regex(/^-?\d{1,15}$/).transform(Number)])
  .pipe(z.number().int())

/** A number, also in a string, with as many decimals as computers write, and as they write what is next to nothing: 1.4e-14. */
export const wireNumber = z
  .union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,20})?(e-?\d{1,3})?$/i).transform(Number)])
  .pipe(z.number())

/** A text, trimmed; a number counts as its digits. */
export const wireText = z.union([z.string(), z.number().transform(String)]).pipe(z.string().trim())

/** A moment written `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const wireMoment = z.string().transform((text, check) => {
  const moment = readWireTime(text)
  if (moment) return moment
  check.addIssue({ code: 'custom', message: 'not a moment' })
  return z.NEVER
})

/** A mainland mobile number. */
export const wirePhone = wireText.refine(isPhone, messages.phoneInvalid)

/** A field with a value for when it is absent, null, empty or the word undefined. */
export function orElse<T extends z.ZodType>(fallback: unknown, schema: T) {
  return z.preprocess((value) => absent(value) ?? fallback, schema)
}

/** A list of at most so many: a repeated query key, a JSON list or a single value. A longer one is refused before its items are looked at: each that is wrong would be told. */
export function wireList<T extends z.ZodType>(item: T, most: number) {
  return z.preprocess((value) => {
    const present = absent(value)
    return present === undefined ? [] : Array.isArray(present) ? present : [present]
  }, z.array(item).max(most))
}

/** Ids joined by commas, or the key repeated; absent is none. */
export const wireIds = z.preprocess((value) => {
  const present = [absent(value) ?? []].flat()
  return present.flatMap((one) => (typeof one === 'string' ? one.split(',').filter(Boolean) : [one]))
}, z.array(wireId).max(1_000))

/** `current` and `size` of a paged call; `defaultSize` is the call's own (contract 1.7, 9). */
export function paging(defaultSize: number) {
  return {
    // A page past the end is an empty one, however far.
    current: z.preprocess(absent, wireInt.pipe(z.number().min(1)).default(1)).transform((n) => Math.min(n, 1_000_000)),
    size: z.preprocess(absent, wireInt.pipe(z.number().min(1)).default(defaultSize)).transform((n) => Math.min(n, 500)),
  }
}

/** The parameters checked against a shape; a fault is HTTP 400 with the text of the field's own rule, or its name. */
export function check<T extends z.ZodType>(schema: T, params: Params): z.output<T> {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new CallError(400, issue?.code === 'custom' ? issue.message : messages.invalidField(field))
}
