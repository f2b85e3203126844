import 'server-only'
import pino from 'pino'
import { ownOutput } from '@/telemetry/log-output'

const HIDDEN = '***'
/** Fields whose values are nobody's business, wherever they stand. */
const secretNames = /^(?:token|access_?token|refresh_?token|password|confirmation|current|code|cookie|set-cookie|authorization|secret|proof|ticket|email|mail|sealed)$/i
const secretTexts: [RegExp, string][] = [
  // With or without the country's code before it.
  [/(?<!\d)((?:(?:\+|00)?86)?1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1****$2'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  // Who has this address is let in: a launch of courseware.
  [/(\/content\/)[\w-]{32}[^/?#\s"']*/g, `$1${HIDDEN}`],
  [/\bFe26\.2\*[^\s"';]+/g, HIDDEN],
  [/\b(\w{0,20}(?:token|password|secret|ticket)|code|sid)=(["']?)[^&\s"';]+/gi, `$1=$2${HIDDEN}`],
  // As objects of programs print themselves. A code may be of a fault there.
  [/\b(\w{0,20}(?:token|password|secret|ticket))(["']?\s{0,2}:\s{0,2}["']?)[^&\s"';,}]+/gi, `$1$2${HIDDEN}`],
  [/\b[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,}/gi, HIDDEN],
]
const deepest = 6
/** More of a text than this helps nobody, and costs time to look through. */
const longest = 4_000

/** The beginning of a long text, without its last word: half of a secret would not be known as one. */
const beginningOf = (text: string) => (text.length <= longest ? text : text.slice(0, longest).replace(/[^\s"'&;]{1,100}$/, ''))

/** A text, its beginning at least, as it may be written down: phones masked, e-mail addresses, tokens, tickets, sealed cookies and fields that are secrets struck out. */
export function scrubbed(text: string): string {
  return secretTexts.reduce((left, [pattern, instead]) => left.replace(pattern, instead), beginningOf(text))
}

function scrub(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return scrubbed(value)
  if (value === null || typeof value !== 'object') return value
  if (depth > deepest) return HIDDEN
  if (Array.isArray(value)) return value.map((inner) => scrub(inner, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, secretNames.test(name) ? HIDDEN : scrub(inner, depth + 1)]))
}

/** The server's log: one line of JSON per event, secrets and personal data struck out (docs/security/policy.md says what is written). */
export const log = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { log: (facts) => scrub(facts, 0) as Record<string, unknown> },
}, ownOutput())
