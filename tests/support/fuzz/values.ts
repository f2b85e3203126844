import fc from 'fast-check'

/** What a JSON Schema says of one value, as far as we read it. */
export type Shape = {
  type?: string | string[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Shape
  maxItems?: number
  properties?: Record<string, Shape>
  required?: string[]
}

const evil = 'evil.example'
/** Texts that programs have been hurt by. */
export const hostileTexts = [
  '', ' ', '\t\r\n', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202etxt', '\ufeff1', '\u2028', 'ﷺ'.repeat(40), '🎓'.repeat(60), 'a\u0300'.repeat(80), 'İıſK', '学习',
  'null', 'undefined', 'NaN', 'Infinity', 'true', '[object Object]', '-1', '0', '-0', '00', '1.5', '1e400', '0x10', '١٢٣', '9007199254740993', '9223372036854775808', '9'.repeat(400),
  "' or '1'='1", "'; drop table learners; --", "\\'", '%', '_', '%%', '%00', '%zz', '%c0%af', '$1', '${7*7}', '{{7*7}}', '$(id)', '`id`', '| id', '=1+1', '*)(uid=*',
  '../../etc/passwd', '..%2f..%2fetc', '..\\..\\x', '/etc/passwd', 'C:\\x', `//${evil}`, `/\\${evil}`, `https://${evil}/`, 'http://169.254.169.254/latest/meta-data/', 'http://localhost:5432/', 'file:///etc/passwd', 'gopher://x', 'javascript:alert(1)', 'data:text/html,x',
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '{"a":1}', '[1]', '1,2,3', '1,,2', ',', '1&2&3', 'a=b&c=d', `x\r\nSet-Cookie: a=b`, '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'x'.repeat(5_000),
  '2026-03-10 10:00:00', '0000-00-00 00:00:00', '0000-01-01 00:00:00', '9999-12-31 23:59:59', '2026-02-30 25:61:61', '2026-03-10', '13800000001', '1380000000', '+8613800000001',
]
const hostileNumbers = [0, -1, 1, 2, 1.5, 255, 32_768, 2_147_483_648, 4_294_967_296, 9_007_199_254_740_991, 9_007_199_254_740_993, 1e18, 1e19, 1e21, 1e308, -1e308, 5e-324]

const codeUnits = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)), maxLength: 40 })

/** Any text: hostile, odd or plain. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: codeUnits },
)

function nested(depth: number, key?: string): unknown {
  let value: unknown = 1
  for (let at = 0; at < depth; at += 1) value = key === undefined ? [value] : { [key]: value }
  return value
}

/** Any value JSON can carry, of the wrong type more often than not. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 3, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, {}, [], [[]], [null], { id: {} }, { toString: 1 }, { length: -1 }, { then: 1 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(nested(60), nested(60, 'id'), Array.from({ length: 3_000 }, (_, at) => at), JSON.parse('{"__proto__":{"isAdmin":true}}'), JSON.parse('{"constructor":{"prototype":{"x":1}}}')) },
)

function textOf({ pattern, minLength = 0, maxLength = 40 }: Shape): fc.Arbitrary<string> {
  const plain = fc.string({ minLength: Math.min(minLength, 2_000), maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
  if (!pattern) return plain
  try {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  } catch {
    // A pattern that cannot be turned round, such as one that looks ahead.
    return plain
  }
}

/** Values of a shape; where the shape says nothing, any value. */
export function fitting(shape: Shape, hints: Hints, name = ''): fc.Arbitrary<unknown> {
  const options = shape.anyOf ?? shape.oneOf
  if (options?.length) return fc.oneof(...options.map((option) => fitting(option, hints, name)))
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (Array.isArray(shape.type)) return fc.oneof(...shape.type.map((type) => fitting({ ...shape, type }, hints, name)))
  switch (shape.type) {
    case 'string': return textOf(shape)
    case 'boolean': return fc.boolean()
    case 'null': return fc.constant(null)
    case 'integer':
    case 'number': return fc.integer({ min: Math.max(shape.minimum ?? -5, -(2 ** 31)), max: Math.min(shape.maximum ?? 5_000, 2 ** 31 - 1) })
    case 'array': return fc.array(rightValueOf(shape.items ?? {}, hints, name), { maxLength: Math.min(shape.maxItems ?? 4, 4) })
    case 'object': return fieldsOf(shape, hints)
    default: return anyValue
  }
}

/** Values that mean something under a name, such as ids of the demo world. */
export type Hints = (name: string) => unknown[]

/** How wrong the fields of a request are: all may be, one is, none is. */
export type Wrongness = 'all' | 'one' | 'none'

/** A value for a field that means something or at least fits. */
function rightValueOf(shape: Shape, hints: Hints, name: string): fc.Arbitrary<unknown> {
  // Ids are numbers on one side of the web and texts on the other.
  const known = hints(name).map((hint) => (shape.type === 'string' && typeof hint === 'number' ? String(hint) : hint))
  // A shape that names its values knows better.
  const isNamed = [shape, ...(shape.anyOf ?? [])].some((one) => one.enum ?? one.const !== undefined)
  return known.length ? fc.oneof({ weight: isNamed ? 1 : 4, arbitrary: fc.constantFrom(...known) }, { weight: isNamed ? 4 : 1, arbitrary: fitting(shape, hints, name) }) : fitting(shape, hints, name)
}

/** The fields of a shape: of what is optional some are missing, and so much is wrong. */
export function fieldsOf({ properties = {}, required = [] }: Shape, hints: Hints, wrongness: Wrongness = 'none'): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(properties)
  if (names.length === 0) return fc.constant({})
  return fc.nat(names.length - 1).chain((wrong) => {
    const fields = Object.entries(properties).map(([name, shape], at) => {
      const isWrong = wrongness === 'all' || (wrongness === 'one' && at === wrong)
      const value = isWrong ? fc.oneof({ weight: 1, arbitrary: rightValueOf(shape, hints, name) }, { weight: 2, arbitrary: anyValue }) : rightValueOf(shape, hints, name)
      return fc.tuple(fc.constant(name), fc.nat(9).map((dice) => dice > (isWrong ? 1 : required.includes(name) ? -1 : 3)), value)
    })
    return fc.tuple(...fields).map((given) => Object.fromEntries(given.filter(([, isThere]) => isThere).map(([name, , value]) => [name, value])))
  })
}

const mostRemembered = 12

/** Remembers values by their names out of answers, so that later inputs speak of things that exist. */
export class Memory {
  readonly #known = new Map<string, unknown[]>()
  readonly hints: Hints = (name) => this.#known.get(name) ?? []

  /** Takes note of every word and number that stands under a name. */
  learn(text: string): void {
    try {
      this.#walk(JSON.parse(text), 0)
    } catch {
      // No JSON: nothing to be learnt.
    }
  }

  #walk(value: unknown, depth: number): void {
    if (value === null || typeof value !== 'object' || depth > 8) return
    for (const [name, inner] of Object.entries(value).slice(0, 60)) {
      if (typeof inner === 'number' || (typeof inner === 'string' && inner !== '' && inner.length <= 100)) {
        const known = this.#known.get(name) ?? []
        if (!known.includes(inner)) this.#known.set(name, [...known, inner].slice(-mostRemembered))
      } else this.#walk(inner, depth + 1)
    }
  }
}
