import { execFile, fork } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import type { OpenDatabase } from '../db/client.ts'
import { migrateUnderLease } from '../db/migrate.ts'
import { DataFolderError, postgresMajor } from '../db/owner.ts'
import { killLoop } from './kill-loop.ts'
import { freshDataDir } from './throwaway.ts'

// Engines are opened and killed by the dozen here.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

describe('an open database', () => {
  let folder: string
  let database: OpenDatabase
  beforeAll(async () => {
    folder = await freshDataDir()
    database = await openDatabase({ dataDir: folder, migrate: false })
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('syncs to the disk before a commit returns, every time', async () => {
    const { db, syncCount } = database
    await db.execute(sql`create table synced (id int primary key)`)
    for (let id = 0; id < 20; id += 1) {
      const before = syncCount()
      await db.execute(sql`insert into synced values (${id})`)
      expect(syncCount()).toBeGreaterThan(before)
    }
    const before = syncCount()
    await db.execute(sql`checkpoint`)
    expect(syncCount()).toBeGreaterThan(before)
  })

  test('is of the PostgreSQL release this program believes to bring', async () => {
    const { rows } = await database.db.execute<{ version: string }>(
      sql`select current_setting('server_version_num') as version`,
    )
    expect(Math.floor(Number(rows[0]?.version) / 10_000)).toBe(postgresMajor)
  })

  test('carries large values both ways', async () => {
    const bytes = Buffer.alloc(8_000_000, 7)
    await database.db.execute(sql`create table large (content bytea)`)
    await database.db.execute(sql`insert into large values (${bytes})`)
    const { rows } = await database.db.execute<{ content: Buffer }>(sql`select content from large`)
    expect(rows[0]?.content.equals(bytes)).toBe(true)
  })

  test('forgets what a lost client left open or prepared', async () => {
    const { db } = database
    await db.execute(sql`create table left_open (id int)`)
    const client = await db.$client.connect()
    await client.query({ name: 'same', text: 'select 1 as a' })
    await client.query('begin')
    await client.query('insert into left_open values (1)')
    client.release(true)
    expect((await db.$client.query({ name: 'same', text: 'select 2 as b' })).rows).toEqual([{ b: 2 }])
    expect((await db.execute(sql`select * from left_open`)).rows).toEqual([])
  })

  test('finds nothing to migrate a second time', async () => {
    const countApplied = async () => {
      const { rows } = await database.db.execute<{ n: number }>(
        sql`select count(*) as n from drizzle.__drizzle_migrations`,
      )
      return rows[0]?.n ?? 0
    }
    const before = await countApplied()
    await migrateUnderLease(database.db)
    expect(before).toBeGreaterThan(0)
    expect(await countApplied()).toBe(before)
  })

  test('waits for a migration another process is at, and takes over when its lease is over', async () => {
    const begun = performance.now()
    const lease = sql`insert into migration_lease values (1, 'another', clock_timestamp() + interval '1 second')`
    await database.db.execute(lease)
    await migrateUnderLease(database.db)
    expect(performance.now() - begun).toBeGreaterThan(500)
    expect((await database.db.execute(sql`select * from migration_lease`)).rows).toEqual([])
  })

  test('keeps what is committed when its engine is started anew', async () => {
    await database.db.execute(sql`create table kept as select 7 as n`)
    await database.restart()
    expect((await database.db.execute(sql`select n from kept`)).rows).toEqual([{ n: 7 }])
  })
})

describe('the data folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await freshDataDir()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const open = (more = {}) => openDatabase({ dataDir: folder, migrate: false, ...more })
  const refusalOf = (opening: Promise<unknown>) =>
    opening.then(
      () => 'opened',
      (fault: unknown) => (fault instanceof DataFolderError ? fault.message : `another fault: ${String(fault)}`),
    )

  test('has one owner, in this process and among others, and then the next', async () => {
    const first = await open()
    expect(await refusalOf(open())).toContain('already in use by another process')

    const writer = fileURLToPath(new URL('./kill-writer.ts', import.meta.url))
    const child = fork(writer, [folder], { silent: true, execArgv: [] })
    let complaint = ''
    child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, complaint.includes('already in use by another process')]).toEqual([1, true])

    await first.close()
    const second = await open()
    await second.close()
  })

  test('made by another PostgreSQL is refused with both versions, and left as it was', async () => {
    const note = path.join(folder, 'postgres.version')
    writeFileSync(note, '17\n')
    expect(await refusalOf(open())).toMatch(/PostgreSQL 17.*PostgreSQL 18.*db:copy/)
    expect(readFileSync(note, 'utf8')).toBe('17\n')
    rmSync(note)
    writeFileSync(path.join(folder, 'postgres', 'PG_VERSION'), '17\n')
    expect(await refusalOf(open())).toContain('PostgreSQL 17')
  })

  test('whose note of the release a full disk has left empty opens, and the note is whole again', async () => {
    const note = path.join(folder, 'postgres.version')
    for (const left of ['', '\0\0\0']) {
      writeFileSync(note, left)
      await (await open()).close()
      expect(readFileSync(note, 'utf8')).toBe(`${postgresMajor}\n`)
    }
    writeFileSync(note, '')
    writeFileSync(path.join(folder, 'postgres', 'PG_VERSION'), '17\n')
    expect(await refusalOf(open())).toContain('PostgreSQL 17')
  })

  test('has a note of the release that is written once', async () => {
    const note = path.join(folder, 'postgres.version')
    await (await open()).close()
    const { ino, mtimeMs } = statSync(note)
    await (await open()).close()
    expect(statSync(note)).toMatchObject({ ino, mtimeMs })
  })

  test('that cannot be written is refused in a sentence', async () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await refusalOf(open({ dataDir: file }))).toContain('cannot be written')
  })

  test('that is damaged fails without keeping the folder', async () => {
    const control = path.join(folder, 'postgres', 'global', 'pg_control')
    const whole = readFileSync(control)
    writeFileSync(control, 'damaged')
    await expect(open()).rejects.toThrow()
    writeFileSync(control, whole)
    await (await open()).close()
  })

  test('holds everything that was acknowledged after the process was killed, five times over', { timeout: 400_000 }, async () => {
    const report = await killLoop(5)
    expect(report).toMatchObject({ rounds: 5, missing: 0, torn: 0 })
    expect(report.acknowledged).toBeGreaterThanOrEqual(5)
  })
})

test('the embedded engine plans each statement once, as a server does', async () => {
  const { db, close } = await openDatabase({ memory: true, migrate: false })
  expect((await db.execute(sql`show plan_cache_mode`)).rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }])
  await close()
})

test('an engine that is stuck in a query is started anew, and only that query fails', async () => {
  const notices: string[] = []
  const folder = await freshDataDir()
  const { db, close } = await openDatabase({
    dataDir: folder,
    migrate: false,
    watchdogSeconds: 3,
    onNotice: (notice) => notices.push(notice),
  })
  try {
    await expect(db.execute(sql`select count(*) from generate_series(1, 1e12)`)).rejects.toThrow()
    // Who comes next waits for the new engine; where that takes longer than ten seconds one hears so, and comes again.
    const faults: string[] = []
    const waitedMs: number[] = []
    const next = () => {
      const asked = performance.now()
      return db.execute(sql`select 1 as one`).catch((fault: Error) => {
        faults.push(String(fault.cause ?? fault))
        waitedMs.push(performance.now() - asked)
        throw fault
      })
    }
    await vi.waitFor(async () => expect((await next()).rows).toEqual([{ one: 1 }]), { timeout: 60_000, interval: 200 })
    expect(faults.filter((fault) => !fault.includes('is being started anew'))).toEqual([])
    expect(waitedMs.filter((ms) => ms < 9_000)).toEqual([])
    expect(notices).toContainEqual(expect.stringContaining('a query did not end'))
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('an engine that cannot be started anew, as on a full disk, does not keep the database from being closed, and says why it ended', async () => {
  const notices: string[] = []
  const folder = await freshDataDir()
  const database = await openDatabase({ dataDir: folder, migrate: false, onNotice: (notice) => notices.push(notice) })
  expect(database.failure()).toBeUndefined()
  writeFileSync(path.join(folder, 'postgres', 'global', 'pg_control'), 'damaged')
  void database.restart()
  await vi.waitFor(() => expect(notices).toContainEqual(expect.stringContaining('the attempt failed')), { timeout: 60_000 })
  await database.close()
  expect(database.failure()).toEqual(expect.any(String))
  const told = notices.length
  await pause(1_500)
  expect(notices).toHaveLength(told)
  rmSync(folder, { recursive: true, force: true })
})

test('a database without a folder lives in memory', async () => {
  const { db, close } = await openDatabase({ memory: true })
  expect((await db.execute(sql`select count(*) as n from tenants`)).rows).toEqual([{ n: 0 }])
  await close()
})

test('no code of an engine is thrown away, which V8 does twice now and then', async () => {
  const script = `
    import(${JSON.stringify(new URL('../db/client.ts', import.meta.url).href)})
      .then(({ openDatabase }) => openDatabase({ memory: true }))
      .then(({ close }) => close())
      .then(() => console.log('closed'))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--trace-wasm-code-gc', '--eval', script])
  expect(stdout).toBe('closed\n')
})
