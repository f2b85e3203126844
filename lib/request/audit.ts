import 'server-only'
import { log } from '@/lib/log'

/** What is written down because somebody may one day have to find out what happened. */
export type AuditEvent =
  | 'login.done' | 'login.refused' | 'logout' | 'session.foreign' | 'sessions.ended'
  | 'registered' | 'code.sent' | 'code.refused' | 'password.reset' | 'password.changed' | 'proof.refused' | 'contact.changed'
  | 'request.refused' | 'access.refused' | 'limit.reached' | 'upload.refused' | 'host.refused'

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

const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`

/** Writes an event of security into the log, where it is found by its `audit` field. */
export function audit(event: AuditEvent, { phone, ...facts }: AuditFacts = {}): void {
  log.info({ audit: event, ...facts, ...(phone === undefined ? {} : { phone: masked(phone) }) }, 'audit')
}
