import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { maskedPhone } from '@/lib/domain/account'
import { log } from '@/lib/log'

/** What is written down because somebody may one day have to find out what happened. */
export type AuditEvent =
  | 'login.done' | 'login.refused' | 'logout' | 'session.foreign' | 'sessions.ended'
  | 'registered' | 'code.sent' | 'code.refused' | 'password.reset' | 'password.changed' | 'proof.refused' | 'contact.changed'
  | 'request.refused' | 'input.refused' | 'access.refused' | 'limit.reached' | 'upload.refused' | 'host.refused'

/** Who and where, as ids and addresses; a phone only with its middle struck out. Nothing a secret can be in. */
export type AuditFacts = {
  tenantId?: string
  learnerId?: string
  /** Where the visitor comes from, as limits count it. */
  address?: string
  phone?: string
  path?: string
  /** In one word, why. */
  reason?: string
  /** How often more, where not each is written down. */
  times?: number
}

// The middleware, pages and doors are bundled apart; they write and count together.
const shared = globalThis as { trainhallAsked?: AsyncLocalStorage<AuditFacts>; trainhallMore?: Map<string, number> }
const asked = (shared.trainhallAsked ??= new AsyncLocalStorage())
const more = (shared.trainhallMore ??= new Map())

/** Runs the work of a request: each event in it is written with these facts. */
export const auditing = <T>(facts: AuditFacts, work: () => Promise<T>): Promise<T> => asked.run({ ...facts }, work)

/** From now on each event of this request is written with these facts too, such as who turned out to ask. */
export function auditWith(facts: AuditFacts): void {
  Object.assign(asked.getStore() ?? {}, facts)
}

/** Writes an event of security into the log, where it is found by its `audit` field; within a request with where that comes from and who asks. */
export function audit(event: AuditEvent, facts: AuditFacts = {}): void {
  const { phone, ...rest } = { ...asked.getStore(), ...facts }
  log.info({ audit: event, ...rest, ...(phone === undefined ? {} : { phone: maskedPhone(phone) }) }, 'audit')
}

const MORE_WINDOW_MS = 60_000

/** Counts an event, and at the end of a minute has written how many there were since the first, which itself counts for `times`; whether that minute was under way. */
function isCounting(event: AuditEvent, facts: AuditFacts, times: number): boolean {
  const key = [event, ...Object.values(facts)].join(':')
  const count = more.get(key)
  more.set(key, count === undefined ? times : count + 1)
  if (count !== undefined) return true
  setTimeout(() => {
    const times = more.get(key) ?? 0
    more.delete(key)
    if (times > 0) log.info({ audit: event, ...facts, times }, 'audit')
  }, MORE_WINDOW_MS).unref()
  return false
}

const whoOf = ({ tenantId, learnerId }: AuditFacts): AuditFacts => ({ tenantId, learnerId })

/**
 * Writes an event that anybody can bring about without end, so that nobody fills the log: of each tenant and learner the first of a minute,
 * and at its end how many more there were.
 */
export function auditFirst(event: AuditEvent, facts: AuditFacts): void {
  if (!isCounting(event, whoOf({ ...asked.getStore(), ...facts }), 0)) audit(event, facts)
}

/** Of an event that was written once already, with one of a few words why: how many more there were in a minute, of each tenant and learner. */
export function auditMore(event: AuditEvent, facts: AuditFacts & { reason: string }): void {
  isCounting(event, { ...whoOf({ ...asked.getStore(), ...facts }), reason: facts.reason }, 1)
}
