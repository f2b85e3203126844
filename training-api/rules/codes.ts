import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** Seconds a code is valid, and for which a verified one allows a new password (contract 5.14, S16). */
export const codeSeconds = 10 * 60

/** Wrong tries that void a code (S15). */
export const codeTries = 5

/** A code of six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** What is stored of a code: all six digits are tried within a second, so it takes a key that is not in the database to try one. */
export function hashCode({ key, tenantId, phone, code }: { key: string; tenantId: number; phone: string; code: string }): string {
  return createHmac('sha256', key).update(`code:${tenantId}:${phone}:${code}`).digest('hex')
}

type Code = { codeHash: string; expiresAt: Date; failedTries: number; verifiedAt: Date | null; usedAt: Date | null }

/** Whether a code can still be tried: sent, not over, not used, not voided by wrong tries. */
export function isCodeOpen(code: Code | null, now: Date): code is Code {
  return code !== null && code.expiresAt > now && code.usedAt === null && code.failedTries < codeTries
}

/** Whether the code given is the one sent. */
export function isCodeRight(code: Code, givenHash: string): boolean {
  const stored = Buffer.from(code.codeHash)
  const given = Buffer.from(givenHash)
  return stored.length === given.length && timingSafeEqual(stored, given)
}

/** Whether a new password may be set by this code: last verified less than ten minutes ago and not used since. */
export function allowsNewPassword(code: Code | null, now: Date): code is Code {
  if (code === null || code.verifiedAt === null || code.usedAt !== null) return false
  return now.getTime() - code.verifiedAt.getTime() < codeSeconds * 1000
}

/** Whether a code was used less than ten minutes ago, and not too often tried since. */
export function wasUsedJustNow(code: Code | null, now: Date): code is Code {
  return code !== null && code.usedAt !== null && code.failedTries < codeTries && now.getTime() - code.usedAt.getTime() < codeSeconds * 1000
}

/** Whether a text is a mainland mobile number. */
export function isPhone(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text)
}

/** A phone as it is kept: of a mainland mobile its eleven digits, however it is written, as codes and accounts go by these; anything else as it is. */
export function phoneAsKept(written: string): string {
  const digits = written.normalize('NFKC').replace(/[().\s\p{Cf}\p{Pd}]/gu, '').replace(/^[+0]*86/, '')
  return isPhone(digits) ? digits : written
}
