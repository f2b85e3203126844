import { troubleOf } from './rules/troubles.ts'

/** A fault that an operator can do something about: its message is a sentence, and the whole answer. */
export class PlainError extends Error {}

function rootOf(fault: unknown): unknown {
  return fault instanceof Error && fault.cause !== undefined ? rootOf(fault.cause) : fault
}

/** What went wrong in the first place, as the driver or the system said it: what is wrapped around it may hold a whole statement with its values. */
export function reasonOf(fault: unknown): string {
  const root = rootOf(fault)
  if (root instanceof AggregateError) return root.errors.map(reasonOf).join(', ')
  if (!(root instanceof Error)) return String(root)
  return root.message || ('code' in root ? String(root.code) : root.name)
}

/** SQLSTATE of what a statement of ours was not to do: wrong data, a broken rule of a table, a mistake in its text. */
const mistakes = /^(?:22|23|42)/
/** What the driver says without a code where an address is none, or a server takes nobody in the way that it names. */
const ofConnecting = /^(?:The server does not support SSL|There was an error establishing an SSL|SASL|SECURITY WARNING: |Both useLibpqCompat |Invalid (?:port|sslnegotiation)|sslnegotiation=)/

/** Whether a fault is a mistake in the program, which nobody finds without the place where it happened: what comes from outside has a code, or words that are known. */
function isOurs(root: unknown): root is Error {
  if (!(root instanceof Error) || root instanceof AggregateError || troubleOf(root) !== null || ofConnecting.test(root.message)) return false
  return !('code' in root) || mistakes.test(String(root.code))
}

/** Lets a program end with code 1 and says why on stderr: `what` could not be done, and the reason, in one sentence. */
export function endExplained(fault: unknown, what: string): void {
  const root = rootOf(fault)
  const sentence = fault instanceof PlainError ? fault.message : `${what}: ${isOurs(root) ? root.stack : reasonOf(fault)}`
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
