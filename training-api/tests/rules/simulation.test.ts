import { describe, expect, it } from 'vitest'
import { checkTicket, fractionOf, ticketLifeMs } from '../../rules/simulation.ts'

describe('simulation', () => {
  const issuedAt = new Date(Date.UTC(2026, 2, 2))
  const ticket = { requestId: 66_001, learnerId: 820_001, issuedAt, usedAt: null }
  const claim = { requestId: 66_001, learnerId: 820_001 }
  const later = (ms: number) => new Date(issuedAt.getTime() + ms)

  it.each([
    ['a fresh ticket', ticket, claim, 1, 'valid'],
    ['the last moment', ticket, claim, ticketLifeMs - 1, 'valid'],
    ['after four hours', ticket, claim, ticketLifeMs, 'expired'],
    ['a second time', { ...ticket, usedAt: issuedAt }, claim, 1, 'used'],
    ['another request', ticket, { ...claim, requestId: 66_002 }, 1, 'unknown'],
    ['another learner', ticket, { ...claim, learnerId: 820_002 }, 1, 'unknown'],
    ['no ticket', null, claim, 1, 'unknown'],
  ] as const)('%s', (_, given, claimed, ms, verdict) => {
    expect(checkTicket(given, claimed, later(ms))).toBe(verdict)
  })

  it.each([[60, 60], [59.99999999999999, 60], [59.996, 59.996], [100.00000000000001, 100], [1.4210854715202004e-14, 0], [-1, 0], [101, 100], [Number.NaN, null], [Number.POSITIVE_INFINITY, null]])('keeps a score of %f as %s', (value, kept) => {
    expect(fractionOf(value)).toBe(kept)
  })
})
