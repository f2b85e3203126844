import type { Locale } from './locale'

/**
 * Who is asking, with the token that lets them ask. A class, so that React refuses to hand one to the browser.
 * Made in `lib/request` (and in tests) only.
 */
export class Learner {
  readonly id: string
  readonly tenantId: string
  readonly username: string
  readonly locale: Locale
  readonly token: string
  constructor(fields: { id: string; tenantId: string; username: string; locale: Locale; token: string }) {
    this.id = fields.id
    this.tenantId = fields.tenantId
    this.username = fields.username
    this.locale = fields.locale
    this.token = fields.token
    Object.defineProperty(this, 'token', { enumerable: false })
  }
}

/** Somebody before login: only the tenant of the address, a language and, in doors, where they come from (for limits) are known. */
export type Visitor = { tenantId: string; locale: Locale; address?: string }

export type Who = Learner | Visitor
