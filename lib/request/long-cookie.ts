import 'server-only'

/** How much of a value one cookie takes: browsers take 4,096 characters with its name and attributes. */
const CHUNK = 3_800
/** With more, the head of a request would not pass servers any more. */
const MAX_CHUNKS = 3
const COUNTED = /^([2-9])~/

type Attributes = { httpOnly: boolean; secure: boolean; sameSite: 'lax'; path: string; maxAge?: number }
type Jar = { get: (name: string) => { value: string } | undefined; has: (name: string) => boolean }
type WritableJar = Jar & { set: (name: string, value: string, attributes: Attributes) => unknown }

const nameOf = (name: string, index: number) => (index === 0 ? name : `${name}.${index}`)

/** A value that is too long even for several cookies. */
export class CookieTooLong extends Error {}

/** What `writeLongCookie` wrote, `''` when there is none, or not all of it. */
export function readLongCookie(jar: Jar, name: string): string {
  const first = jar.get(name)?.value ?? ''
  const count = Number(COUNTED.exec(first)?.[1] ?? 1)
  if (count === 1) return first
  const rest = Array.from({ length: count - 1 }, (_, index) => jar.get(nameOf(name, index + 1))?.value)
  return rest.some((chunk) => chunk === undefined) ? '' : [first.slice(2), ...rest].join('')
}

/** Writes a value into a cookie, or into several where it is too long for one; `''` clears them all. Throws `CookieTooLong`. */
export function writeLongCookie(jar: WritableJar, name: string, value: string, attributes: Attributes): void {
  const chunks = value.length <= CHUNK ? [value] : (value.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? [])
  if (chunks.length > MAX_CHUNKS) throw new CookieTooLong(`${value.length} characters`)
  chunks.forEach((chunk, index) => jar.set(nameOf(name, index), index === 0 && chunks.length > 1 ? `${chunks.length}~${chunk}` : chunk, attributes))
  for (let index = chunks.length; index < MAX_CHUNKS; index += 1) {
    if (jar.has(nameOf(name, index))) jar.set(nameOf(name, index), '', { ...attributes, maxAge: 0 })
  }
}
