import type { Attributes } from '@opentelemetry/api'

/**
 * What of a span may leave: names made by our own code or the framework's. Addresses with their queries, bodies, texts of errors and
 * whatever a library may add one day are not on the list.
 */
const allowed: ReadonlySet<string> = new Set([
  'http.request.method', 'http.response.status_code', 'http.route', 'http.method', 'http.status_code', 'next.route', 'next.span_type', 'next.rsc',
  'upstream.call', 'upstream.outcome', 'db.operation.name', 'db.collection.name', 'error.type',
])
const longestName = 120
/** What is looked through: a name may hold an address of any length, and each pattern is tried from each place in it. */
const longestRead = 500

/** The beginning of a name; what the cut would fall into is left out whole, as half of a number or an address looks like neither. */
const beginningOf = (name: string) => (name.length <= longestRead ? name : name.slice(0, longestRead).replace(/\S+$/, ''))

/** The attributes of a span that may leave. */
export function cleanAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => allowed.has(name)))
}

const looksLikeId = (part: string) => /\d{3}/.test(part) || (/\d/.test(part) && part.length > 15) || part.length > 40

/** A span's name without addresses, queries, and parts that look like an id, a number of a phone or a token. */
export function cleanName(name: string): string {
  return beginningOf(name)
    .replace(/\S*:\/\/\S*/g, '')
    .replace(/\?\S*/g, '')
    .replace(/[\w.~+/=-]*@[\w.-]+/g, ':id')
    .replace(/[^/\s]+/g, (part) => (looksLikeId(part) ? ':id' : part))
    .trim()
    .slice(0, longestName)
}
