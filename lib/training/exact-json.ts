import 'server-only'

/** A number that could be rounded, where a value stands: most replies have none, and are read at once. Of sixteen digits only those that begin with 9 are; our own ids have sixteen from the end of 2028 on. */
const LONG_NUMBER = /[:,[]\s*-?(?:9\d{15}|\d{17})/

/** A text, whole or broken off, or a number. A text that has no end is taken as one, so that nothing is looked at twice. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*"?|-?\d[\d.eE+-]*/g

/** Whole numbers that would be rounded are ids of 64 bits (contract 1.5): as texts they keep their digits. */
const asWritten = (part: string): string => (part.length < 16 || !/^-?\d{16,}$/.test(part) || Number.isSafeInteger(Number(part)) ? part : `"${part}"`)

/** What a text of JSON says; whole numbers that are too large for a number as their digits. */
export function parseExactly(text: string): unknown {
  return JSON.parse(LONG_NUMBER.test(text) ? text.replace(TEXT_OR_NUMBER, asWritten) : text)
}
