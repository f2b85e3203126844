// The column kinds every table is made of. Ids and times are made by the application; the tenant stands first in every key.
import { bigint, customType, doublePrecision, text, timestamp } from 'drizzle-orm/pg-core'

/** The tenant a row belongs to: first column of every primary and unique key. */
export const tenantId = () => bigint('tenant_id', { mode: 'number' }).notNull()

/** An id made by the application (53 bits at most). */
export const id = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** A reference that may be missing. */
export const maybeId = (name: string) => bigint(name, { mode: 'number' })

/** A reference that is 0 instead of missing, because it is part of a key. */
export const idOrZero = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/** A moment with time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A figure with a fraction: scores, credits, hours, shares. */
export const figure = (name: string) => doublePrecision(name)

/** Bytes of a small file. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** What a favourite, review, enrolment, tag or certificate is about. */
export const contentKind = () => text('content_kind', { enum: ['course', 'plan'] }).notNull()

/** What a banner or floor item leads to. */
export const leadsTo = () => text('leads_to', { enum: ['plan', 'course', 'link'] }).notNull()

/** How the cover of a course or plan is drawn: as it is, or with two titles over it. */
export const coverKind = () => text('cover_kind', { enum: ['plain', 'titled'] }).notNull().default('plain')

/** How far a learner is with a course, a plan or a section. */
export const studyState = () =>
  text('state', { enum: ['notStarted', 'inProgress', 'passed', 'failed'] }).notNull().default('notStarted')

/** Single choice, multiple choice, or right and wrong. */
export const questionKind = (name = 'kind') => text(name, { enum: ['single', 'multiple', 'judgement'] }).notNull()
