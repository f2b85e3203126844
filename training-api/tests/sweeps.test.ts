import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/client.ts'
import { withTx } from '../db/tx.ts'
import { sweepOpenings } from '../queries/attempt-openings.ts'
import { sweepCodes } from '../queries/codes.ts'
import { sweepOperations } from '../queries/operations.ts'
import { sweepSessions } from '../queries/sessions.ts'
import { startTestApi, testMoment as now } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

// In no order: as rows lie where old ones have gone, and an index looks dear.
const fresh = sql`${now.toISOString()}::timestamptz + random() * interval '1 day'`
const young = sql`generate_series(1, 20000) n`
const sweeps: [string, SQL, (tx: Db) => Promise<void>][] = [
  ['operations', sql`insert into operations (tenant_id, learner_id, operation_id, wish, done_at) select 995, n, n, '', ${fresh} from ${young}`, (tx) => sweepOperations(tx, { now })],
  ['attempt_openings', sql`insert into attempt_openings (tenant_id, learner_id, intent_id, attempt_id, epoch, opened_at) select 995, n, n, n, 1, ${fresh} from ${young}`, (tx) => sweepOpenings(tx, { now })],
  ['outbox', sql`insert into outbox (tenant_id, outbox_id, phone, code, purpose, sent_at) select 995, n, n, '', 'register', ${fresh} from ${young}`, (tx) => sweepCodes(tx, { now, outboxSeconds: 600 })],
  ['request_limits', sql`insert into request_limits (tenant_id, subject, window_started_at, hits) select 995, n, ${fresh}, 1 from ${young}`, (tx) => sweepCodes(tx, { now, outboxSeconds: 600 })],
  ['sessions', sql`insert into sessions (tenant_id, token_hash, refresh_hash, learner_id, issued_at, expires_at, refresh_expires_at) select 995, n, n, n, ${fresh}, ${fresh}, ${fresh} + interval '1 day' from ${young}`, (tx) => sweepSessions(tx, { now })],
]

test.each(sweeps)('forgetting old %s reads none of those that are young', async (table, fill, sweep) => {
  const rowsRead = await withTx(api.db, async (tx) => {
    await tx.execute(fill)
    await tx.execute(sql`analyze ${sql.identifier(table)}`)
    const soFar = async () => (await tx.execute<{ n: number }>(sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as n from pg_stat_xact_user_tables where relname = ${table}`)).rows[0]?.n ?? 0
    const before = await soFar()
    await sweep(tx)
    return (await soFar()) - before
  })
  expect(rowsRead).toBeLessThan(100)
})
