import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '../db/client.ts'
import { fileSource, fileTarget } from '../db/copy/backup-file.ts'
import { copyRows } from '../db/copy/copy.ts'
import { databaseSource, databaseTarget } from '../db/copy/database.ts'
import { listTables } from '../db/copy/tables.ts'
import { withTx } from '../db/tx.ts'
import { addTenant } from '../queries/new-tenant.ts'
import { testMoment } from './support.ts'
import { openThrowaway } from './throwaway.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const folder = mkdtempSync(path.join(os.tmpdir(), 'trainhall-forged-'))
const freshFile = () => path.join(folder, `${randomUUID()}.backup`)
const empty = { seed: false, now: testMoment }
let source: OpenDatabase
let moved: number | null

beforeAll(async () => {
  source = await openThrowaway(empty)
  const tenant = (domain: string, userId: number) =>
    withTx(source.db, (tx) => addTenant(tx, { domain, name: domain, account: 'admin', phc: 'x', passwordEndsAt: testMoment, userId, levels: [{ name: 'a', nameEn: 'a', nameJa: 'a', pointsNeeded: 0 }], now: testMoment }))
  await tenant('stays.example', 1)
  moved = await tenant('moved.example', 2)
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

const ofStranger = (row: string) => row.replace(`"tenant_id":${moved}`, '"tenant_id":5').replace('moved.example', 'other.example')
const head = (count: number) => `{"table":"tenant_domains","count":${count}}`

test.each<[string, 'one' | 'everything', (domain: string) => string[]]>([
  ['in a row of its own', 'one', (domain) => [head(2), domain, ofStranger(domain)]],
  ['at the end of a row', 'one', (domain) => [head(1), domain.replace(/\}$/, ',"tenant_id":5}')]],
  ['behind a row', 'one', (domain) => [head(1), `${domain},${ofStranger(domain)}`]],
  ['behind a row, in a backup of everything', 'everything', (domain) => [head(1), `${domain},${ofStranger(domain)}`]],
  ['as the key for receipts of the whole platform', 'one', (domain) => ['{"table":"markers","count":1}', '{"tenant_id":0,"name":"receiptKey","value":{},"updated_at":"2026-01-01T00:00:00Z"}', head(1), domain]],
])('a crafted backup writes nothing of others while one tenant is copied out of it: %s', async (_where, of, forge) => {
  const [honest, crafted] = [freshFile(), freshFile()]
  await copyRows(databaseSource(source.db), fileTarget(honest), { tenantId: of === 'one' ? moved : null })
  const lines = gunzipSync(readFileSync(honest)).toString().split('\n')
  const at = lines.findIndex((line) => line.startsWith('{"table":"tenant_domains"'))
  const { count } = JSON.parse(lines[at]!) as { count: number }
  const domain = lines.slice(at, at + 1 + count).find((line) => line.includes('moved.example'))!
  lines.splice(at, 1 + count, ...forge(domain))
  writeFileSync(crafted, gzipSync(lines.join('\n')))
  const target = await openThrowaway(empty)
  await expect(copyRows(fileSource(crafted), databaseTarget(target.db), { tenantId: moved })).rejects.toThrow('What arrived is not what was sent')
  for (const table of await listTables()) expect((await target.db.execute(sql`select 1 from ${table}`)).rows).toEqual([])
  // As it was, it is taken.
  await copyRows(fileSource(honest), databaseTarget(target.db), { tenantId: moved })
  await target.close()
})
