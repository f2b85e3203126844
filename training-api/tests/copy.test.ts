import { rmSync } from 'node:fs'
import { getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import type { Database, OpenDatabase } from '../db/client.ts'
import { copyDatabase, listTables } from '../db/copy.ts'
import { learners, uploads } from '../db/schema/learners.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi } from './support.ts'
import { freshDataDir } from './throwaway.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let source: TestApi
let target: OpenDatabase
let folder: string
beforeAll(async () => {
  source = await startTestApi({ seed: true })
  folder = await freshDataDir()
  target = await openDatabase({ dataDir: folder, migrate: false, durable: false })
})
afterAll(async () => {
  await source.close()
  await target.close()
  rmSync(folder, { recursive: true, force: true })
})

async function digestOf(db: Database): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of await listTables()) {
    const { rows } = await db.execute<{ digest: string }>(
      sql`select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${table} t`,
    )
    digests[getTableName(table)] = rows[0]?.digest ?? ''
  }
  return digests
}

test('a copy has every row of every table, byte for byte', async () => {
  const filler = Array.from({ length: 12_000 }, (_, n) => ({
    tenantId: 990 + (n % 3),
    learnerId: 9_007_199_254_000_000 + n,
    account: `copied ${n}`,
    name: '抄写员 "\\ \u2028',
    authorities: ['a', "b'"],
    createdAt: testMoment,
  }))
  for (let at = 0; at < filler.length; at += 500) await source.db.insert(learners).values(filler.slice(at, at + 500))
  const files = Array.from({ length: 25 }, (_, n) => ({
    tenantId: 990,
    fileId: n + 1,
    learnerId: 1,
    contentType: 'image/png',
    contentHash: `hash ${n}`,
    sizeBytes: 256,
    content: Buffer.from(Array.from({ length: 256 }, (_byte, at) => (at + n) % 256)),
    createdAt: testMoment,
  }))
  await source.db.insert(uploads).values(files)

  const counts = await copyDatabase(source.db, target.db)
  expect(counts.get('learners')).toBeGreaterThan(12_000)
  expect(counts.get('uploads')).toBe(25)
  expect(await digestOf(target.db)).toEqual(await digestOf(source.db))
})

test('a database that has rows is not copied into', async () => {
  await expect(copyDatabase(source.db, target.db)).rejects.toThrow('not empty')
})
