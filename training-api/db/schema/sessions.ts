// sessions            logins: SHA-256 of the access and the refresh token, never the tokens
// login_failures      failed logins of an account and the lock they lead to
// request_limits      how often somebody (phone, address, learner) did something in a window
// verification_codes  codes sent to phones, the tries at them, and the ten minutes after a right one
// outbox              what would have been sent to phones; shown in the demo
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, tenantId } from './columns.ts'

export const sessions = pgTable('sessions', {
  tenantId: tenantId(),
  tokenHash: text('token_hash').notNull(),
  refreshHash: text('refresh_hash').notNull(),
  learnerId: id('learner_id'),
  issuedAt: moment('issued_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  refreshExpiresAt: moment('refresh_expires_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.tokenHash] }),
  index('sessions_by_token').on(t.tokenHash),
  index('sessions_by_refresh').on(t.refreshHash),
  index('sessions_by_learner').on(t.tenantId, t.learnerId),
  index('sessions_by_end').on(t.refreshExpiresAt),
])

export const loginFailures = pgTable('login_failures', {
  tenantId: tenantId(),
  account: text('account').notNull(),
  failures: integer('failures').notNull(),
  windowStartedAt: moment('window_started_at').notNull(),
  lockedUntil: moment('locked_until'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.account] })])

export const requestLimits = pgTable('request_limits', {
  tenantId: tenantId(),
  subject: text('subject').notNull(),
  windowStartedAt: moment('window_started_at').notNull(),
  hits: integer('hits').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.subject, t.windowStartedAt] }),
  index('request_limits_by_age').on(t.windowStartedAt),
])

export const verificationCodes = pgTable('verification_codes', {
  tenantId: tenantId(),
  codeId: id('code_id'),
  phone: text('phone').notNull(),
  purpose: text('purpose', { enum: ['register', 'reset'] }).notNull(),
  codeHash: text('code_hash').notNull(),
  sentAt: moment('sent_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  failedTries: integer('failed_tries').notNull().default(0),
  verifiedAt: moment('verified_at'),
  usedAt: moment('used_at'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.codeId] }),
  index('verification_codes_by_phone').on(t.tenantId, t.phone, t.sentAt.desc().nullsFirst()),
])

export const outbox = pgTable('outbox', {
  tenantId: tenantId(),
  outboxId: id('outbox_id'),
  phone: text('phone').notNull(),
  code: text('code').notNull(),
  purpose: text('purpose', { enum: ['register', 'reset'] }).notNull(),
  sentAt: moment('sent_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.outboxId] }),
  index('outbox_by_time').on(t.sentAt.desc().nullsFirst()),
])
