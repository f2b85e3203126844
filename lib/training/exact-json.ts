import 'server-only'

/** A number of sixteen digits or more where a value stands: most replies have none, and are read at once. */
const LONG_NUMBER = /[:,[]\s*-?\d{16}/

/** Whole numbers that would be rounded are ids of 64 bits (contract 1.5): their digits stay. */
const asWritten = (_name: string, value: unknown, written?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(written?.source ?? '') ? written!.source : value

/** What a text of JSON says; whole numbers that are too large for a number as their digits. */
export function parseExactly(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text)
}
