import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Hono } from 'hono'
import { createTrainingApi } from '../app.ts'
import type { Clock } from '../clock.ts'
import { demoMediaFolder } from '../context.ts'
import type { ApiContext } from '../context.ts'
import type { Database, OpenDatabase } from '../db/client.ts'
import { runJob } from '../jobs.ts'
import { createLog } from '../operation/log.ts'
import { createPackageStore } from '../packages/store.ts'
import { encipherPassword } from '../rules/passwords.ts'
import { openThrowaway } from './throwaway.ts'

/** The moment a test's clock starts at, and the one the demo world is filled at, unless told otherwise. */
export const testMoment = new Date('2026-03-10T10:00:00+08:00')

/** The password of every learner of the demo world. */
export const demoPassword = 'Train2026'

/** A clock that stands still until it is moved. */
export type TestClock = Clock & {
  set(moment: Date): void
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
}

/** A reply: the HTTP status and the parts of the envelope; `raw` is the whole body. */
export type Reply<T> = { status: number; code: number; msg: string | null; data: T; raw: unknown; headers: Headers }

type Fields = Record<string, unknown>

/** Somebody who calls: GET and DELETE send a query, POST and PUT a JSON body. */
export type TestCaller = {
  get<T = unknown>(path: string, query?: Fields): Promise<Reply<T>>
  post<T = unknown>(path: string, body?: Fields | FormData): Promise<Reply<T>>
  put<T = unknown>(path: string, body?: Fields): Promise<Reply<T>>
  delete<T = unknown>(path: string, query?: Fields): Promise<Reply<T>>
  /** The bare request with this caller's headers. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** A learner who is logged in. */
export type TestLearner = TestCaller & { userId: number; tenantId: number; token: string; refreshToken: string }

/** The API in this process, on a database of its own. */
export type TestApi = {
  db: Database
  database: OpenDatabase
  clock: TestClock
  /** What the servers write goes here, into nothing. */
  log: ApiContext['log']
  app: Hono
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Somebody without a token, on a tenant's domain. */
  visitor(tenantId: number, headers?: Record<string, string>): TestCaller
  /** Logs in the way the client does; fails the test when it is refused. */
  loginAs(account: string, tenantId: number, password?: string): Promise<TestLearner>
  /** The token call as it is sent. */
  askForToken(query: Record<string, string>, form?: Record<string, string>, client?: string): Promise<Response>
  /** Runs a job of jobs.ts now. */
  runJob(name: string): Promise<void>
  close(): Promise<void>
}

type Options = {
  /** Whether the demo world is in the database. */
  seed?: boolean
  now?: Date
  demo?: boolean
  passwordCipher?: ApiContext['env']['passwordCipher']
  smsWebhook?: ApiContext['env']['smsWebhook']
  mediaFolder?: string
}

/** The training API without a port, on a database of its own. */
export async function startTestApi({ seed = false, now = testMoment, ...settings }: Options = {}): Promise<TestApi> {
  const database = await openThrowaway({ seed, now })
  const clock = standingClock(now)
  const env: ApiContext['env'] = {
    demo: settings.demo ?? true,
    clientId: 'train',
    clientSecret: 'train',
    passwordCipher: settings.passwordCipher ?? 'aes-cbc-zero',
    passwordKey: 'pigxpigxpigxpigx',
    smsWebhook: settings.smsWebhook,
  }
  const mediaFolder = settings.mediaFolder ?? demoMediaFolder
  const unpacked = mkdtempSync(path.join(os.tmpdir(), 'trainhall-packages-'))
  const ctx: ApiContext = { db: database.db, clock, env, mediaFolder, packages: createPackageStore(unpacked), log: createLog('silent') }
  const app = createTrainingApi(ctx)
  const fetch = async (address: string, init?: RequestInit) => app.request(`http://training.test${address}`, init)
  const callerWith = (headers: Record<string, string>) => testCaller(fetch, headers)

  const askForToken: TestApi['askForToken'] = (query, form, client = 'train:train') =>
    fetch(`/auth/oauth/token?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(client).toString('base64')}`, 'tenant-id': '1' },
      body: new URLSearchParams(form ?? {}),
    })

  return {
    db: database.db,
    database,
    clock,
    log: ctx.log,
    app,
    fetch,
    askForToken,
    runJob: (name) => runJob(ctx, name),
    visitor: (tenantId, headers = {}) => callerWith({ 'tenant-id': String(tenantId), ...headers }),
    async loginAs(account, tenantId, password = demoPassword) {
      const reply = await askForToken(
        { randomStr: 'blockPuzzle', code: 'blockPuzzle', grant_type: 'password', tenant_flag: String(tenantId) },
        { username: account, password: encipherPassword(password, env.passwordCipher, env.passwordKey) },
      )
      if (reply.status !== 200) throw new Error(`${account} of ${tenantId} was refused: ${await reply.text()}`)
      const token = (await reply.json()) as TokenReply
      const headers = { authorization: `Bearer ${token.access_token}`, 'tenant-id': String(tenantId) }
      return {
        ...callerWith(headers),
        userId: token.user_info.id,
        tenantId,
        token: token.access_token,
        refreshToken: token.refresh_token,
      }
    },
    close: async () => {
      await database.close()
      rmSync(unpacked, { recursive: true, force: true })
    },
  }
}

/** The token reply, as far as tests read it. */
export type TokenReply = {
  access_token: string
  refresh_token: string
  expires_in: number
  user_info: { id: number; username: string; tenantId: number; tenantMode: number; authorities: { authority: string }[] }
}

function standingClock(start: Date): TestClock {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    set: (moment) => {
      at = moment.getTime()
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      at += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  }
}

function testCaller(fetch: TestApi['fetch'], headers: Record<string, string>): TestCaller {
  const send = async <T>(method: string, address: string, query?: Fields, body?: Fields | FormData) => {
    const asForm = body instanceof FormData
    const reply = await fetch(query ? `${address}?${queryString(query)}` : address, {
      method,
      headers: { ...headers, ...(body && !asForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: asForm ? body : JSON.stringify(body) } : {}),
    })
    const raw = (await reply.json()) as { code: number; msg: string | null; data: T }
    return { status: reply.status, code: raw.code, msg: raw.msg, data: raw.data, raw, headers: reply.headers }
  }
  return {
    get: (address, query) => send('GET', address, query),
    post: (address, body) => send('POST', address, undefined, body ?? {}),
    put: (address, body) => send('PUT', address, undefined, body ?? {}),
    delete: (address, query) => send('DELETE', address, query),
    fetch: (address, init) => fetch(address, { ...init, headers: { ...headers, ...(init?.headers as object) } }),
  }
}

function queryString(query: Fields): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one === undefined || one === null ? [] : [[key, String(one)]])),
  )
  return new URLSearchParams(pairs).toString()
}
