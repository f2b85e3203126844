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
  #token: string
  readonly #newest: ((refused: string) => Promise<string>) | undefined
  constructor(fields: { id: string; tenantId: string; username: string; locale: Locale; token: string; /** The token that lets them ask by now, after one was refused. */ newest?: (refused: string) => Promise<string> }) {
    this.id = fields.id
    this.tenantId = fields.tenantId
    this.username = fields.username
    this.locale = fields.locale
    this.#token = fields.token
    this.#newest = fields.newest
  }

  get token(): string {
    return this.#token
  }

  /** Goes on with the token that has replaced one the platform takes no more; whether there is such a one. */
  async replace(token: string): Promise<boolean> {
    if (token === this.#token && this.#newest) this.#token = await this.#newest(token)
    return token !== this.#token
  }
}

/** Somebody before login: only the tenant of the address, a language and, in doors, where they come from (for limits) are known. */
export type Visitor = { tenantId: string; locale: Locale; address?: string }

export type Who = Learner | Visitor
