import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import { directDoor, killedExam, logIn } from './answer-kill-stage.ts'
import { openOnServer, startServer } from './copy-server.ts'
import { onServer } from './meeting.ts'
import { freshDataDir } from './throwaway.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 })

const program = fileURLToPath(new URL('../server.ts', import.meta.url))

type Started = { child: ChildProcess; ended: Promise<number | null>; said: () => string; address: () => Promise<string> }

function start(settings: Record<string, string>, ...flags: string[]): Started {
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, TRAINING_API_PORT: '0', DEMO: 'off', UPSTREAM_CLIENT_SECRET: 'a-secret-of-this-test', ...settings }
  const child = spawn(process.execPath, [...flags, program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const address = () => vi.waitFor(() => /http:\/\/[\d.]+:\d+/.exec(said)?.[0] ?? Promise.reject(new Error(said)), { timeout: 150_000 })
  return { child, ended: new Promise((resolve) => child.once('close', resolve)), said: () => said, address }
}

describe.runIf(onServer)('a start on a server that is ended while it brings the schema up to date', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  let database: Awaited<ReturnType<typeof openOnServer>>
  let folder: string
  let letGo: () => Promise<unknown>
  beforeAll(async () => {
    server = await startServer()
  })
  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'trainhall-start-'))
    database = await openOnServer(server?.url ?? '')
    // Who makes a table of the same name waits for this one's end.
    const other = await database.db.$client.connect()
    await other.query('begin; create table tenants (id int)')
    letGo = () => other.query('rollback').finally(() => other.release())
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  afterAll(() => server?.close())

  const settings = () => ({ DATABASE_URL: database.url, DATA_DIR: folder })
  const leases = async () => (await database.db.execute<{ seconds: number }>(sql`select extract(epoch from until - clock_timestamp())::float8 as seconds from migration_lease`)).rows
  async function startUntilItMigrates(): Promise<Started> {
    const begun = start(settings())
    await vi.waitFor(async () => {
      const waiting = await database.db.execute(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      expect(waiting.rows).toHaveLength(1)
    }, { timeout: 30_000, interval: 100 })
    return begun
  }

  test('by kill -9: the next one says that it waits, and begins within ten seconds', async () => {
    const killed = await startUntilItMigrates()
    // Begun before, however long a start takes here: afterwards the lease might be over.
    const next = start(settings())
    await vi.waitFor(() => expect(next.said()).toContain('Another process is bringing the schema up to date'), { timeout: 60_000 })
    killed.child.kill('SIGKILL')
    await killed.ended
    const [left] = await leases()
    expect(left?.seconds).toBeLessThanOrEqual(10)
    await letGo()
    await next.address()
    next.child.kill('SIGTERM')
    expect(await next.ended).toBe(0)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('by %s: it ends at once, and the next one does not wait', async (signal) => {
    const asked = await startUntilItMigrates()
    asked.child.kill(signal)
    expect(await asked.ended).toBe(1)
    expect(asked.said()).toContain('Asked to end before it had begun.')
    expect(await leases()).toEqual([])
    await letGo()
  })
})

test.runIf(onServer)('on a server whose clock is right a machine’s wrong one takes no time from a paper', async () => {
  const server = await startServer()
  const database = await openOnServer(server?.url ?? '')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trainhall-start-'))
  writeFileSync(path.join(folder, 'clock'), String(-3_600_000))
  const preload = fileURLToPath(new URL('../../scripts/chaos/wrong-clock.mjs', import.meta.url))
  const begun = start({ DATABASE_URL: database.url, DATA_DIR: folder, DEMO: 'on', UPSTREAM_CLIENT_SECRET: 'train', CLOCK_SHIFT_FILE: path.join(folder, 'clock') }, '--import', preload)
  try {
    const url = await begun.address()
    await database.db.execute(sql`update exams set ends_at = now() + interval '1 day' where tenant_id = 82 and exam_id = ${killedExam.examId}`)
    await directDoor(url, await logIn(url, 'liming')).start()
    const { rows } = await database.db.execute<{ late: number }>(sql`select date_part('epoch', clock_timestamp() - started_at) as late from attempts where tenant_id = 82 and exam_id = ${killedExam.examId} order by started_at desc limit 1`)
    expect(Math.abs(rows[0]?.late ?? Infinity)).toBeLessThan(60)
  } finally {
    begun.child.kill('SIGTERM')
    await begun.ended
    await database.close()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('with the embedded database', () => {
  let folder: string
  beforeEach(async () => {
    folder = await freshDataDir()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function change(...statements: string[]): Promise<void> {
    const { db, close } = await openDatabase({ dataDir: folder, migrate: false })
    for (const statement of statements) await db.execute(sql.raw(statement))
    await close()
  }

  test('a start waits for nobody, whatever a killed one has left', async () => {
    await change('create table if not exists migration_lease (id int primary key, holder text not null, until timestamptz not null)', `insert into migration_lease values (1, 'killed', now() + interval '1 hour')`)
    const { close } = await openDatabase({ dataDir: folder })
    await close()
  })

  test('a start on the schema of a newer program says so, and serves', async () => {
    await change(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000)`)
    const old = start({ DATA_DIR: folder })
    expect((await fetch(`${await old.address()}/health`)).status).toBe(200)
    expect(old.said()).toContain('A newer program has brought the schema of this database up to date')
    old.child.kill('SIGTERM')
    expect(await old.ended).toBe(0)
  })

  test('a server that is started anew on each change of its sources, as by `npm run dev`, serves', async () => {
    const watched = start({ DATA_DIR: folder }, '--watch')
    expect((await fetch(`${await watched.address()}/health`)).status).toBe(200)
    watched.child.kill('SIGTERM')
    await watched.ended
  })

  test('a demo world for which there is no room is told in one sentence, and nothing of it stays', async () => {
    await change(
      `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file "base/5/1": No space left on device' using errcode = '53100'; end $$`,
      'create trigger no_room before insert on courses for each row execute function no_room()',
    )
    const refused = start({ DATA_DIR: folder, DEMO: 'on' })
    expect(await refused.ended).toBe(1)
    const lines = refused.said().trim().split('\n').filter((line) => !line.startsWith('{'))
    expect(lines).toEqual(['The training API cannot start: could not extend file "base/5/1": No space left on device'])
    const { db, close } = await openDatabase({ dataDir: folder, migrate: false })
    expect((await db.execute(sql`select count(*) as n from tenants`)).rows).toEqual([{ n: 0 }])
    await close()
  })

  test('asked to end, it lets a film that is on its way go on for a while', async () => {
    const media = path.join(folder, 'media')
    mkdirSync(path.join(media, 'banner'), { recursive: true })
    const size = 24 * 1024 * 1024
    writeFileSync(path.join(media, 'banner', 'film.png'), Buffer.alloc(size))
    const server = start({ DATA_DIR: folder, MEDIA_DIR: media })
    const address = await server.address()
    const film = await new Promise<IncomingMessage>((resolve, reject) => get(`${address}/train/file/banner/film.png`, resolve).on('error', reject))
    const chunks = film[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    const begin = await chunks.next()
    let received = begin.done ? 0 : begin.value.length
    server.child.kill('SIGTERM')
    // Longer than calls under way were given before; the rest does not fit into the buffers between.
    await pause(12_000)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) received += next.value.length
    expect(received).toBe(size)
    expect(await server.ended).toBe(0)
  })
})
