import { chinaMs } from './china-time.ts'

/** How long a certificate is valid; months and the last day are counted in Asia/Shanghai and include that whole day. */
export type Validity = { validity: 'permanent' | 'months' | 'until'; months: number | null; validUntil: Date | null; obtainedAt: Date }

/** The first moment at which a certificate is no longer valid; null when it always is. */
export function expiryOf({ validity, months, validUntil, obtainedAt }: Validity): Date | null {
  if (validity === 'permanent') return null
  if (validity === 'until') return validUntil && dayAfter(validUntil)
  return months === null ? null : dayAfter(monthsLater(obtainedAt, months))
}

/** Whether a certificate is valid now. */
export function isValid(certificate: Validity, now: Date): boolean {
  const expiry = expiryOf(certificate)
  return expiry === null || now < expiry
}

function dayAfter(moment: Date): Date {
  const local = new Date(moment.getTime() + chinaMs)
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + 1) - chinaMs)
}

/** So many months later; a day the month does not have becomes its last. */
function monthsLater(moment: Date, months: number): Date {
  const local = new Date(moment.getTime() + chinaMs)
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, Math.min(local.getUTCDate(), lastDay)) - chinaMs)
}
