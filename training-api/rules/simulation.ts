import { withoutCrumbs } from './grading.ts'

/** How long the ticket of a simulation is good, in milliseconds: 4 hours (contract 4.7). */
export const ticketLifeMs = 4 * 60 * 60 * 1000

export type Ticket = { requestId: number; learnerId: number; issuedAt: Date; usedAt: Date | null }
export type TicketVerdict = 'valid' | 'unknown' | 'used' | 'expired'

/** Whether a simulation may report with this ticket: of that request and learner, unused, younger than 4 hours. */
export function checkTicket(ticket: Ticket | null, claim: { requestId: number; learnerId: number }, now: Date): TicketVerdict {
  if (ticket === null || ticket.requestId !== claim.requestId || ticket.learnerId !== claim.learnerId) return 'unknown'
  if (ticket.usedAt !== null) return 'used'
  return now.getTime() - ticket.issuedAt.getTime() < ticketLifeMs ? 'valid' : 'expired'
}

/** A score as it is kept, 0 to 100 without crumbs; null when it is no number. */
export function fractionOf(value: number): number | null {
  return Number.isFinite(value) ? Math.min(100, Math.max(0, withoutCrumbs(value))) : null
}
