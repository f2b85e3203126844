/** What keeps a server from doing what it was asked: no room on its disk, a database that is away, or one thing of it that others are at (`busy`). */
export type Trouble = 'full' | 'away' | 'busy'

const full = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/**
 * 25006: the server takes no writes, because it stands by for another or because somebody has told it so. The name of a container that
 * stands still is known to nobody.
 */
const away = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', '25006', '25P03', '57P01', '57P02', '57P03', '53300', '53400', '58030', 'XX000'])
/** A lock or a statement that took too long, a circle of locks that repeating did not break, too much that waits already. */
const busy = new Set(['55P03', '57014', '40P01', '40001', 'EAGAIN'])
/** What drivers say without a code. */
const awayWords = /^Connection terminated|^Query read timeout|timeout exceeded when trying to connect|^Client has encountered a connection error|^The database is being started/

/** What is behind a fault, also when it is wrapped; null for a fault of ours. SQLSTATE and system codes decide. */
export function troubleOf(fault: unknown): Trouble | null {
  for (let at: unknown = fault; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (full.has(code) || /No space left on device/i.test(at.message)) return 'full'
    if (busy.has(code)) return 'busy'
    if (away.has(code) || code.startsWith('08') || awayWords.test(at.message)) return 'away'
    if (at instanceof AggregateError) for (const one of at.errors) if (troubleOf(one) !== null) return troubleOf(one)
  }
  return null
}
