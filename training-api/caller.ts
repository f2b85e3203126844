import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { ApiContext } from './context.ts'
import { expired, forbidden } from './envelope.ts'
import type { Sources } from './params.ts'
import { findSession } from './queries/sessions.ts'
import { hashToken } from './rules/tokens.ts'

/** The learner a token belongs to; `tokenHash` names the session. */
export type Caller = { tenantId: number; userId: number; account: string; tokenHash: string }

/** Somebody without a token: the tenant named by the header and the address the web passes on, `unknown` where that is none. */
export type Visitor = { tenantId: number; address: string }

const absentTenant = 1
const longestAddress = 45

/** The tenant named by TENANT-ID: 1 when absent, empty or the word undefined, null when it is no number (contract 1.2). */
export function readTenantHeader(c: Context): number | null {
  const header = (c.req.header('tenant-id') ?? '').trim()
  if (header === '' || header === 'undefined') return absentTenant
  return /^\d{1,15}$/.test(header) ? Number(header) : null
}

/** The bearer token of the call, undefined without one. */
export function readBearer(c: Context): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
}

/** The learner who calls; 401 when the token is unknown, over, or of another tenant than the header's (contract 1.4). */
export async function requireCaller(c: Context, ctx: ApiContext): Promise<Caller> {
  const token = readBearer(c)
  if (token === undefined) throw expired()
  const tokenHash = hashToken(token)
  const session = await liveSession(ctx, tokenHash)
  if (!session || session.tenantId !== readTenantHeader(c)) throw expired()
  return { ...session, tokenHash }
}

type Session = Awaited<ReturnType<typeof findSession>>
const asked = new WeakMap<ApiContext, Map<string, Promise<Session>>>()

/**
 * The session of a token. A page asks several things at once: calls that arrive in the same turn of the event loop share
 * one look, later ones look anew, so that a session that was ended is over for whoever comes after.
 */
function liveSession(ctx: ApiContext, tokenHash: string): Promise<Session> {
  const now = asked.get(ctx) ?? new Map<string, Promise<Session>>()
  asked.set(ctx, now)
  const known = now.get(tokenHash)
  if (known) return known
  const look = findSession(ctx.db, { tokenHash, now: ctx.clock.now() })
  now.set(tokenHash, look)
  setImmediate(() => now.delete(tokenHash))
  return look
}

/** 403 when any userId or studentId of the call names somebody else than the caller (contract 1.9). */
export function requireOwnIds({ userId }: Caller, sources: Sources): void {
  for (const params of [sources.query, sources.body, sources.path]) {
    for (const key of ['userId', 'studentId']) {
      const named = [params[key]].flat().filter((id) => id !== undefined && id !== null && id !== '')
      if (named.some((id) => (typeof id !== 'string' && typeof id !== 'number') || String(id) !== String(userId))) throw forbidden()
    }
  }
}

/** The visitor who calls; a tenant header that is no number counts as tenant 1. */
export function readVisitor(c: Context): Visitor {
  const passedOn = c.req.header('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
  // The name of a network card after an address (`fe80::1%eth0`) has no end.
  const isAddress = passedOn.length <= longestAddress && isIP(passedOn) !== 0
  return { tenantId: readTenantHeader(c) ?? absentTenant, address: isAddress ? passedOn : 'unknown' }
}
