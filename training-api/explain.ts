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

/** Whether a fault is a mistake in the program, which nobody finds without the place where it happened. */
function isOurs(root: unknown): root is Error {
  return [TypeError, ReferenceError, RangeError].some((kind) => root instanceof kind) && !('code' in (root as Error))
}

/** Lets a program end with code 1 and says why on stderr: `what` could not be done, and the reason, in one sentence. */
export function endExplained(fault: unknown, what: string): void {
  const root = rootOf(fault)
  const sentence = fault instanceof PlainError ? fault.message : `${what}: ${isOurs(root) ? root.stack : reasonOf(fault)}`
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
