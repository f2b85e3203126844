import { spawnSync } from 'node:child_process'
import { beforeEach, expect, it, vi } from 'vitest'
import { benchGrowth, sayWhose } from '@/scripts/bench/growth.mjs'
import { openWorld, removeDatabases } from '@/scripts/bench/growth/worlds.mjs'

const server = vi.hoisted(() => ({ statements: [] as string[], databases: [] as { name: string; isUsed: boolean }[] }))
vi.mock('@/scripts/bench/databases.mjs', async (original) => ({
  ...(await original<object>()),
  findEngines: async () => ['pglite', 'postgres'],
  dropAtEnd: () => async () => {},
  administer: async (statement: string) => {
    server.statements.push(statement)
    return { rows: statement.startsWith('select datname') ? server.databases : [] }
  },
}))

/** What opens the databases of the worlds: it says what a world has to answer. */
const worlds = vi.hoisted(() => ({ open: async (_settings: { databaseUrl?: string }): Promise<unknown> => undefined }))
vi.mock('@/training-api/db/client.ts', () => ({ openDatabase: (settings: { databaseUrl?: string }) => worlds.open(settings) }))
vi.mock('@/scripts/bench/growth/actors.mjs', async (original) => ({ ...(await original<object>()), listTemplates: async () => [] }))

beforeEach(() => {
  server.statements.length = 0
  vi.stubEnv('BENCH_DATABASE_URL', 'postgres://bench@127.0.0.1:9/postgres')
})

it('--drop takes what --keep and broken-off runs have left, and nothing of a run that goes on', async () => {
  const { pid: ended } = spawnSync('true')
  const database = (name: string, isUsed = false) => ({ name, isUsed })
  server.databases = [
    database('trainhall_growth_20000', true), database(`trainhall_growth_${ended}_20000`), database(`trainhall_bench_${ended}_practice_1000`),
    database(`trainhall_growth_${ended}_200000`, true), database(`trainhall_growth_${process.pid}_20000`),
  ]
  await removeDatabases()
  expect(server.statements.slice(1)).toEqual(['drop database trainhall_growth_20000 with (force)', `drop database if exists trainhall_growth_${ended}_20000`, `drop database if exists trainhall_bench_${ended}_practice_1000`])
})

/** An open world that was filled before, or one whose disk is full once it is being filled. */
const world = (isFull: boolean) => ({
  close: async () => {},
  db: { $client: { options: {}, query: async (text: string) => {
    if (text.includes('markers')) return { rows: isFull ? [] : [{ value: { version: (await import('@/scripts/bench/growth/version.mjs')).worldVersion(), filledAt: '2026-01-01' } }] }
    return { rows: [] }
  }, connect: async () => { throw new Error('Failed query', { cause: new Error('could not extend file: No space left on device') }) } } },
})

it('a world that the disk has no room for is refused with what helps', async () => {
  worlds.open = async () => world(true)
  await expect(openWorld('postgres', 4000, { keep: false, progress: () => {} })).rejects.toThrow(/^The disk is too small for a world of 4000 learners\.$/)
  vi.stubEnv('BENCH_DATABASE_URL', '')
  await expect(openWorld('pglite', 4000, { keep: false, progress: () => {} })).rejects.toThrow(/It was made in \/.*; TMPDIR names another place\.$/)
})

it('what one engine came to is kept, whatever becomes of the next', async () => {
  worlds.open = async ({ databaseUrl }) => world(databaseUrl !== undefined)
  const kept: unknown[] = []
  const print = { remark: () => {}, progress: () => {}, fault: () => {}, table: () => {}, line: () => {} }
  await expect(benchGrowth({ rounds: 1, print, keepRows: (rows: unknown[]) => kept.push(rows), sizes: [4000], only: [], engine: undefined })).rejects.toThrow('The disk is too small')
  expect(kept).toHaveLength(1)
})

it('says whose processor time the figures of PostgreSQL are', () => {
  const row = (...databaseCpuMs: number[]) => ({ databaseCpuMs })
  expect(sayWhose([row(0, 0), row(0.2, 0.3)])).toMatch(/^Processor time is that of the training API and of the one session /)
  expect(sayWhose([row(0, 0), row(0, 0)])).toMatch(/^Processor time is the training API's alone/)
})
