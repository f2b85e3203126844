import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Api } from '../app.ts'
import { readBearer } from '../caller.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { CallError, missing, ok, refuse } from '../envelope.ts'
import { maybe, maybeText, readSources, unite, wireId, wireText } from '../params.ts'
import { getAccount, getAccountEnd, setPassword } from '../queries/accounts.ts'
import type { Account } from '../queries/accounts.ts'
import {
  addSession,
  clearLoginFailures,
  endAllSessions,
  endSession,
  findCredentials,
  findOwner,
  findRefreshable,
  findSession,
  getLoginFailures,
  holdAccount,
  holdCredentials,
  setLoginFailures,
  shortenSessions,
} from '../queries/sessions.ts'
import { countFailure, isLocked } from '../rules/limits.ts'
import { messages } from '../rules/messages.ts'
import {
  decipherPassword,
  hashPassword,
  isHashOutdated,
  isPasswordRight,
  pretendToCheck,
} from '../rules/passwords.ts'
import { longestAccount } from '../rules/registration.ts'
import { accessTokenSeconds, hashToken, newToken, refreshTokenSeconds, supersededTokenSeconds } from '../rules/tokens.ts'

const longestPassword = 256

const rejected = (text: string) => new CallError(426, text, 'invalid_exception')
const later = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)

type TokenPair = { accessToken: string; refreshToken: string; secondsLeft: number }

/** S5 to S8 and S10: tokens, the check before a login, who the token belongs to, logout (contract 4.1). */
export function bindSession(api: Api, ctx: ApiContext): void {
  const { db, clock, env } = ctx

  // The token call answers bare OAuth2, not the envelope.
  api.hono.post('/auth/oauth/token', async (c) => {
    requireClient(c, env)
    const params = unite(await readSources(c))
    const text = (name: string) => (typeof params[name] === 'string' ? params[name].trim() : '')
    c.header('cache-control', 'no-store')
    switch (text('grant_type')) {
      case 'password': {
        if (text('randomStr') === '' || text('code') === '') throw new CallError(428, messages.captchaMissing)
        const password = typeof params.password === 'string' ? params.password : ''
        return c.json(await logIn({ tenant: text('tenant_flag'), account: text('username'), password }))
      }
      case 'refresh_token':
        return c.json(await refresh(text('refresh_token')))
      default:
        throw new CallError(400, messages.invalidField('grant_type'))
    }
  })

  async function logIn(given: { tenant: string; account: string; password: string }): Promise<ReturnType<typeof tokenReply>> {
    const { account } = given
    const tenantId = /^\d{1,15}$/.test(given.tenant) ? Number(given.tenant) : 0
    if (account === '' || account.length > longestAccount || given.password.length > longestPassword) {
      throw rejected(messages.loginRejected)
    }
    const before = await getLoginFailures(db, { tenantId, account })
    // Before it is known to be locked: whose account is being tried is to be found in the log.
    const found = await findCredentials(db, { tenantId, account })
    if (isLocked(before, clock.now())) {
      ctx.log.info({ audit: 'login.refused', tenantId, userId: found?.userId, reason: 'locked' }, 'audit')
      throw rejected(messages.accountLocked)
    }

    const password = decipherPassword(given.password, env.passwordCipher, env.passwordKey)
    const right =
      found !== null && password !== undefined
        ? await isPasswordRight(password, found.phc)
        : await pretendToCheck(password ?? '')
    const now = clock.now()
    // A made password that nobody has changed in time is told the same as a wrong one.
    const isOver = right && !!found?.passwordEndsAt && found.passwordEndsAt <= now
    if (!right || isOver || !found || password === undefined) {
      const isLate = await noteFailure(tenantId, account, now)
      ctx.log.info({ audit: 'login.refused', tenantId, userId: found?.userId, reason: isOver ? 'expired' : found ? 'password' : 'account' }, 'audit')
      throw rejected(isLate ? messages.accountLocked : messages.loginRejected)
    }
    if (found.disabled) throw rejected(messages.accountDisabled)
    if (found.endsAt && found.endsAt <= now) throw rejected(messages.accountExpired)

    const renewed = isHashOutdated(found.phc) ? await hashPassword(password) : undefined
    const pair = newPair(accessTokenSeconds)
    const who = { tenantId, userId: found.userId }
    const made = await withTx(db, async (tx) => {
      if ((await holdCredentials(tx, who)) !== found.phc) return false
      // Asked again: guesses made at the same time may have locked the account since.
      if (isLocked(await getLoginFailures(tx, { tenantId, account }), now)) throw rejected(messages.accountLocked)
      await clearLoginFailures(tx, { tenantId, account })
      if (renewed) await setPassword(tx, { ...who, phc: renewed, now, endsAt: found.passwordEndsAt })
      await addSession(tx, sessionOf(who, pair, now, later(now, refreshTokenSeconds)))
      return true
    })
    // Another password was set while this one was checked, or another login made its hash anew: looked at again.
    if (!made) return logIn(given)
    ctx.log.info({ audit: 'login.done', ...who }, 'audit')
    return tokenReply(await accountOf(who), pair)
  }

  /** Counts a wrong guess; whether the account was locked by then, which is all that guesses made at the same time are told, right or wrong. */
  function noteFailure(tenantId: number, account: string, now: Date): Promise<boolean> {
    return withTx(db, async (tx) => {
      await holdAccount(tx, { tenantId, account, now })
      const kept = await getLoginFailures(tx, { tenantId, account })
      await setLoginFailures(tx, { tenantId, account, ...countFailure(kept, now) })
      return isLocked(kept, now)
    })
  }

  async function refresh(refreshToken: string) {
    const now = clock.now()
    const refreshHash = hashToken(refreshToken)
    const found = refreshToken === '' ? null : await findRefreshable(db, { refreshHash, now })
    if (!found) throw rejected(messages.tokenExpired)
    const left = Math.floor((found.refreshExpiresAt.getTime() - now.getTime()) / 1000)
    const pair = { ...newPair(Math.min(accessTokenSeconds, left)), refreshToken }
    await withTx(db, async (tx) => {
      await holdCredentials(tx, found)
      // Asked again: a logout or a new password may have ended it since.
      if (!(await findRefreshable(tx, { refreshHash, now }))) throw rejected(messages.tokenExpired)
      // The token before stays good for a moment: calls that carry it are still under way.
      await shortenSessions(tx, { refreshHash, end: later(now, supersededTokenSeconds) })
      await addSession(tx, sessionOf(found, pair, now, found.refreshExpiresAt))
    })
    return tokenReply(await accountOf(found), pair)
  }

  async function accountOf(who: { tenantId: number; userId: number }): Promise<Account> {
    const account = await getAccount(db, who)
    if (!account) throw missing()
    return account
  }

  api.visitor(
    'GET',
    '/admin/user/selectUserTimeEndStatus',
    { username: maybeText(wireText), tenantId: maybe(wireId) },
    async (visitor, { username, tenantId }) => {
      if (username === undefined) return true
      const end = await getAccountEnd(db, { tenantId: tenantId ?? visitor.tenantId, account: username })
      return end && end <= clock.now() ? refuse(messages.accountExpired) : true
    },
  )

  api.learner('GET', '/admin/user/info', {}, async (caller) => {
    const account = await accountOf(caller)
    const roles = account.authorities.flatMap((authority) => /^ROLE_(\d+)$/.exec(authority)?.[1] ?? [])
    return {
      sysUser: {
        userId: account.userId,
        username: account.account,
        phone: account.phone,
        avatar: account.avatarUrl,
        tenantId: account.tenantId,
      },
      roles: roles.map(Number),
      permissions: account.authorities.filter((authority) => !authority.startsWith('ROLE_')),
    }
  })

  // Leaving always succeeds, whatever the token is worth; `all` ends every login of the learner.
  api.hono.delete('/auth/token/logout', async (c) => {
    const token = readBearer(c)
    c.header('cache-control', 'no-store')
    if (token === undefined) return c.json({ code: 1, msg: messages.tokenMissing, data: false })
    const tokenHash = hashToken(token)
    const owner = await findOwner(db, { tokenHash })
    if (owner === null) return c.json(ok(true))
    const all = c.req.query('all') === 'true' && (await findSession(db, { tokenHash, now: clock.now() })) !== null
    await withTx(db, async (tx) => {
      await holdCredentials(tx, owner)
      await (all ? endAllSessions(tx, owner) : endSession(tx, { tokenHash }))
    })
    return c.json(ok(true))
  })
}

function requireClient(c: Context, { clientId, clientSecret }: ApiContext['env']): void {
  const given = /^basic\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  const expected = Buffer.from(`${clientId}:${clientSecret}`)
  const decoded = Buffer.from(given, 'base64')
  if (decoded.length !== expected.length || !timingSafeEqual(decoded, expected)) {
    throw new CallError(401, messages.clientRejected)
  }
}

function newPair(secondsLeft: number): TokenPair {
  return { accessToken: newToken(), refreshToken: newToken(), secondsLeft }
}

function sessionOf(
  { tenantId, userId }: { tenantId: number; userId: number },
  { accessToken, refreshToken, secondsLeft }: TokenPair,
  now: Date,
  refreshExpiresAt: Date,
) {
  return {
    tenantId,
    userId,
    tokenHash: hashToken(accessToken),
    refreshHash: hashToken(refreshToken),
    issuedAt: now,
    expiresAt: later(now, secondsLeft),
    refreshExpiresAt,
  }
}

function tokenReply(account: Account, { accessToken, refreshToken, secondsLeft }: TokenPair) {
  return {
    access_token: accessToken,
    token_type: 'bearer',
    refresh_token: refreshToken,
    expires_in: secondsLeft - 1,
    scope: 'server',
    active: true,
    user_info: {
      id: account.userId,
      username: account.account,
      tenantId: account.tenantId,
      companyId: account.companyId ?? 0,
      tenantMode: account.edition === 'exerciseBank' ? 2 : 1,
      avatar: account.avatarUrl,
      authorities: account.authorities.map((authority) => ({ authority })),
      name: account.name,
      phone: account.phone,
      deptId: account.departmentId,
      password: null,
      enabled: true,
      accountNonExpired: true,
      accountNonLocked: true,
      credentialsNonExpired: true,
    },
  }
}
