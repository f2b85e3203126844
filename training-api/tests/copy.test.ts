import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import type { Database } from '../db/client.ts'
import { fileSource, fileTarget } from '../db/copy/backup-file.ts'
import { copyRows } from '../db/copy/copy.ts'
import type { Target } from '../db/copy/copy.ts'
import { databaseSource, databaseTarget } from '../db/copy/database.ts'
import { CopyError, listTables } from '../db/copy/tables.ts'
import { answerFiles } from '../db/schema/answer-files.ts'
import { learners, uploads } from '../db/schema/learners.ts'
import { studyPositions } from '../db/schema/study.ts'
import { markers, tenantDomains, tenants } from '../db/schema/tenants.ts'
import { signingKey } from '../queries/receipt-keys.ts'
import { openOnServer, startServer } from './copy-server.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi } from './support.ts'
import { freshDataDir, openThrowaway } from './throwaway.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const empty = { seed: false, now: testMoment }
const folder = mkdtempSync(path.join(os.tmpdir(), 'trainhall-copy-'))
const freshFile = () => path.join(folder, `${randomUUID()}.backup`)
const [kept, moved] = [990, 991]
let source: TestApi
/** A backup of all of it. */
const everything = freshFile()
/** Null where no PostgreSQL is installed. */
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  server = await startServer()
  source = await startTestApi({ seed: true })
  const people = Array.from({ length: 5_200 }, (_, n) => ({
    tenantId: kept + (n % 3),
    learnerId: 9_007_199_254_000_000 + n,
    account: `copied ${n}`,
    name: '抄写员 "\\ \u2028 \n',
    authorities: ['a', "b'"],
    createdAt: testMoment,
  }))
  for (let at = 0; at < people.length; at += 500) await source.db.insert(learners).values(people.slice(at, at + 500))
  const files = Array.from({ length: 25 }, (_, n) => ({
    tenantId: n < 20 ? kept : moved,
    fileId: n + 1,
    learnerId: 1,
    contentType: 'image/png',
    contentHash: `hash ${n}`,
    sizeBytes: 256,
    content: Buffer.from(Array.from({ length: 256 }, (_byte, at) => (at + n) % 256)),
    createdAt: testMoment,
  }))
  await source.db.insert(uploads).values(files)
  const [one] = await source.db.select().from(tenants).where(eq(tenants.tenantId, 82))
  await source.db.insert(tenants).values({ ...one!, tenantId: moved, name: 'moves away' })
  await source.db.insert(tenantDomains).values({ tenantId: moved, domain: 'moved.example', createdAt: testMoment })
  await signingKey(source.db)
  await copyRows(databaseSource(source.db), fileTarget(everything))
})
afterAll(async () => {
  await source.close()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Count and checksum of every table, by other means than the copy's own. */
async function digestOf(db: Database, where = sql`true`): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of await listTables()) {
    const { rows } = await db.execute<{ digest: string }>(
      sql`select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${table} t where ${where}`,
    )
    digests[getTableName(table)] = rows[0]?.digest ?? ''
  }
  return digests
}

/** A database of the embedded engine, whatever the suite runs on. */
async function openEmbedded() {
  const dataDir = await freshDataDir()
  const database = await openDatabase({ dataDir, migrate: false, durable: false })
  return {
    ...database,
    close: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function rowsIn(db: Database): Promise<string[]> {
  return Object.entries(await digestOf(db)).flatMap(([table, digest]) => (digest.startsWith('0 ') ? [] : [table]))
}

test('a copy to another database has every row of every table, byte for byte', async () => {
  const target = await openEmbedded()
  const said: [string, number][] = []
  const counts = await copyRows(databaseSource(source.db), databaseTarget(target.db), { onTable: (...line) => said.push(line) })
  expect(counts.get('learners')).toBeGreaterThan(5_200)
  expect(counts.get('uploads')).toBe(25)
  expect(said).toContainEqual(['learners', counts.get('learners')])
  expect(await digestOf(target.db)).toEqual(await digestOf(source.db))
  await target.close()
})

test('a copy from the embedded database to a server, and back, has every row of every table, byte for byte', async ({ skip }) => {
  if (!server) return skip('No PostgreSQL is installed here.')
  const [first, second, third] = [await openEmbedded(), await openOnServer(server.url), await openEmbedded()]
  await copyRows(fileSource(everything), databaseTarget(first.db))
  await copyRows(databaseSource(first.db), databaseTarget(second.db))
  await copyRows(databaseSource(second.db), databaseTarget(third.db))
  const sent = await digestOf(source.db)
  expect(await digestOf(second.db)).toEqual(sent)
  expect(await digestOf(third.db)).toEqual(sent)
  for (const { close } of [first, second, third]) await close()
})

test('goes in pages of a few megabytes, however long the texts of a table are', async () => {
  const long = '状态 "7" '.repeat(20_000)
  const large = await openThrowaway(empty)
  const who = { tenantId: moved, learnerId: 1, updatedAt: testMoment }
  const positions = Array.from({ length: 90 }, (_, n) => ({ ...who, sectionId: n, resourceId: 1, position: n, seq: 1, suspendData: n < 30 ? 'short' : long }))
  await large.db.insert(studyPositions).values(positions)
  const file = { tenantId: moved, learnerId: 1, attemptId: 1, sealed: false, madeAt: testMoment, receivedAt: testMoment, answers: [] }
  await large.db.insert(answerFiles).values(Array.from({ length: 30 }, (_, n) => ({ ...file, fileId: n, contentHash: `${n}`, original: `${n}`.repeat(400_000) })))
  const picture = { tenantId: moved, learnerId: 1, contentType: 'image/png', sizeBytes: 9_000_000, createdAt: testMoment }
  await large.db.insert(uploads).values([1, 2].map((fileId) => ({ ...picture, fileId, contentHash: `${fileId}`, content: Buffer.alloc(9_000_000, fileId) })))

  const pages = new Map<string, { rows: number; bytes: number }[]>()
  const target = await openThrowaway(empty)
  const watched: Target = {
    fill: (about, work) =>
      databaseTarget(target.db).fill(about, (room) =>
        work({
          ...room,
          write: (page) => {
            pages.set(page.table, [...(pages.get(page.table) ?? []), { rows: page.count, bytes: Buffer.byteLength(page.rows) }])
            return room.write(page)
          },
        }),
      ),
  }
  await copyRows(databaseSource(large.db), watched)
  for (const table of ['study_positions', 'answer_files']) {
    const sizes = (pages.get(table) ?? []).map(({ bytes }) => bytes)
    expect(sizes.length).toBeGreaterThan(1)
    expect(Math.max(...sizes)).toBeLessThan(12_000_000)
  }
  expect(pages.get('study_positions')?.[0]?.rows).toBeGreaterThan(30)
  // One that is larger than a page goes alone.
  expect(pages.get('uploads')).toMatchObject([{ rows: 1 }, { rows: 1 }])
  expect(await digestOf(target.db)).toEqual(await digestOf(large.db))
  await target.close()
  await large.close()
})

test('a backup brings back every row of every table into an empty database', async () => {
  expect(statSync(everything).mode & 0o777).toBe(0o600)
  const target = await openThrowaway(empty)
  await copyRows(fileSource(everything), databaseTarget(target.db))
  expect(await digestOf(target.db)).toEqual(await digestOf(source.db))
  await target.close()
})

// The embedded database has one connection: nobody writes meanwhile.
test('a backup is of one moment, whatever is written meanwhile', async ({ skip }) => {
  if (!server) return skip('No PostgreSQL is installed here.')
  const written = await openOnServer(server.url)
  await copyRows(databaseSource(source.db), databaseTarget(written.db), { tenantId: moved })
  const file = freshFile()
  const late = { tenantId: moved, learnerId: 1, account: 'late', name: 'late', authorities: [], createdAt: testMoment }
  await databaseSource(written.db).read(moved, async (snapshot) => {
    await written.db.insert(learners).values(late)
    await copyRows({ read: (_tenant, work) => work(snapshot) }, fileTarget(file), { tenantId: moved })
  })
  await written.close()
  const target = await openThrowaway(empty)
  await copyRows(fileSource(file), databaseTarget(target.db))
  const [there] = await target.db.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(learners).where(eq(learners.tenantId, moved))
  expect(there?.n).toBeGreaterThan(1_000)
  expect(await target.db.select().from(learners).where(eq(learners.account, 'late'))).toEqual([])
  await target.close()
})

test.each([
  ['straight', async () => databaseSource(source.db)],
  ['through a backup of its own', async () => {
    const file = freshFile()
    await copyRows(databaseSource(source.db), fileTarget(file), { tenantId: moved })
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain('"account":"liming"')
    return fileSource(file)
  }],
  ['out of a backup of everything', async () => fileSource(everything)],
])('one tenant moves %s, and nothing of the others', async (_way, from) => {
  const { publicKey } = await signingKey(source.db)
  const target = await openThrowaway(empty)
  await copyRows(await from(), databaseTarget(target.db), { tenantId: moved })
  // Receipts that were given before are signed with the key of the database the tenant came from.
  const [marker] = await target.db.delete(markers).returning()
  expect(marker).toMatchObject({ tenantId: moved, name: 'formerReceiptKeys', value: { publicKeys: [publicKey] } })
  const [there, own] = [await digestOf(target.db), await digestOf(source.db, sql`tenant_id = ${moved}`)]
  expect(there).toEqual(own)
  expect(there.uploads?.startsWith('5 ')).toBe(true)
  await target.close()
})

test('a tenant moves to where others live, and only once', async () => {
  const target = await openThrowaway(empty)
  await copyRows(fileSource(everything), databaseTarget(target.db), { tenantId: 116 })
  const before = await digestOf(target.db, sql`tenant_id <> ${moved}`)
  await copyRows(databaseSource(source.db), databaseTarget(target.db), { tenantId: moved })
  expect(await digestOf(target.db, sql`tenant_id <> ${moved}`)).toEqual(before)
  await expect(copyRows(databaseSource(source.db), databaseTarget(target.db), { tenantId: moved })).rejects.toThrow(/has tenant 991 already/)
  await target.close()
})

test('what cannot be copied is refused in a sentence, and nothing is kept', async () => {
  const target = await openThrowaway(empty)
  const into = databaseTarget(target.db)
  const refused = async (copying: Promise<unknown>) => {
    const fault = await copying.then(() => undefined, (thrown: unknown) => thrown)
    expect(fault).toBeInstanceOf(CopyError)
    return (fault as Error).message
  }
  const file = freshFile()
  await copyRows(databaseSource(source.db), fileTarget(file), { tenantId: 116 })
  const whole = readFileSync(file)
  const spoilt = (bytes: Buffer) => {
    const path = freshFile()
    writeFileSync(path, bytes)
    return fileSource(path)
  }
  const lines = gunzipSync(whole).toString().split('\n')
  const edited = (edit: (line: string) => string) => spoilt(gzipSync(lines.map(edit).join('\n')))

  // What cannot be copied from is found out before anything is done to what is copied into.
  const untouched: Target = { fill: () => Promise.reject(new Error('touched')) }
  expect(await refused(copyRows(databaseSource(source.db), untouched, { tenantId: 4711 }))).toBe('There is no tenant 4711 in what is to be copied.')
  expect(await refused(copyRows(fileSource(everything), into, { tenantId: 4711 }))).toBe('There is no tenant 4711 in what is to be copied.')
  expect(await refused(copyRows(fileSource(file), untouched, { tenantId: moved }))).toMatch(/has tenant 116 only/)
  expect(await refused(copyRows(databaseSource(source.db), fileTarget(file)))).toMatch(/There is a file .* already/)
  expect(await refused(copyRows(fileSource(freshFile()), untouched))).toMatch(/There is no file/)
  expect(await refused(copyRows(spoilt(Buffer.from('no backup')), untouched))).toMatch(/is damaged or was cut off \(incorrect header check\)/)
  expect(await refused(copyRows(spoilt(gzipSync('{"a":1}\n')), untouched))).toMatch(/is no backup of ours/)
  expect(await refused(copyRows(spoilt(whole.subarray(0, whole.length >> 1)), into))).toMatch(/is damaged or was cut off/)
  // All rows are there, and not the checksum of the file; between two files nobody else would notice a changed row.
  expect(await refused(copyRows(spoilt(whole.subarray(0, -4)), into))).toMatch(/is damaged or was cut off/)
  const changed = Buffer.from(whole)
  changed[whole.length - 8]! ^= 1
  expect(await refused(copyRows(spoilt(changed), fileTarget(freshFile())))).toMatch(/is damaged or was cut off \(incorrect data check\)/)
  expect(await refused(copyRows(fileSource(folder), untouched))).toMatch(/cannot be read/)
  expect(await refused(copyRows(edited((line) => line.replace('"account":"', '"account":"x')), into))).toMatch(/not what was sent, in .*learners/)
  expect(await refused(copyRows(edited((line) => line.replace(/"schema":"\w+"/, '"schema":"0000_world"')), untouched))).toMatch(/older program/)
  expect(await refused(copyRows(edited((line) => line.replace(/"schema":"\w+"/, '"schema":"9999_later"')), untouched))).toMatch(/newer program/)
  expect(await rowsIn(target.db)).toEqual([])

  await target.db.insert(tenantDomains).values({ tenantId: 5, domain: 'moved.example', createdAt: testMoment })
  expect(await refused(copyRows(databaseSource(source.db), into, { tenantId: moved }))).toMatch(/moved\.example belongs to tenant 5/)
  expect(await refused(copyRows(databaseSource(source.db), into))).toMatch(/not empty: its table tenant_domains/)
  expect(await rowsIn(target.db)).toEqual(['tenant_domains'])
  await target.close()
})

test('an interrupted copy leaves nothing, and the next one succeeds', async () => {
  const target = await openThrowaway(empty)
  const file = freshFile()
  const breaking = (to: Target): Target => ({
    fill: (about, work) =>
      to.fill(about, (room) => {
        let pages = 0
        return work({ ...room, write: (page) => ((pages += 1) > 10 ? Promise.reject(new Error('the line broke')) : room.write(page)) })
      }),
  })
  for (const to of [databaseTarget(target.db), fileTarget(file)]) {
    await expect(copyRows(databaseSource(source.db), breaking(to), { tenantId: 116 })).rejects.toThrow('the line broke')
    await copyRows(databaseSource(source.db), to, { tenantId: 116 })
  }
  const [there] = await target.db.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(learners)
  expect(there?.n).toBeGreaterThan(0)
  expect(statSync(file).size).toBeGreaterThan(1000)
  await target.close()
})
