import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { givenServer, requireParts } from '@/scripts/lib/parts.mjs'

vi.mock('@/scripts/chaos/cluster.mjs', () => ({ noCluster: 'no PostgreSQL server is installed here', makeCluster: async () => null }))

beforeEach(() => vi.stubEnv('BENCH_DATABASE_URL', ''))
afterEach(() => vi.unstubAllEnvs())

it('everything that is missing is said at once, with what to install', () => {
  vi.stubEnv('PATH', '/nowhere')
  expect(() => requireParts(['caddy', 'nginx', 'redis-server'])).toThrow('Missing here: caddy, nginx, redis-server. On Debian and Ubuntu: apt-get install caddy nginx redis-server.')
  expect(() => requireParts([])).not.toThrow()
})

it('a server that is named stands for one that is installed', () => {
  vi.stubEnv('BENCH_DATABASE_URL', 'postgres://bench@127.0.0.1:5432/postgres')
  expect(() => requireParts(['postgres'])).not.toThrow()
  expect(givenServer()).toBe('postgres://bench@127.0.0.1:5432/postgres')
})

it.each(['nonsense', 'https://127.0.0.1', '127.0.0.1:5432'])('%s is no address of a server', (address) => {
  vi.stubEnv('BENCH_DATABASE_URL', address)
  expect(givenServer).toThrow('BENCH_DATABASE_URL must look like postgres://user:password@host:5432/postgres.')
})

it('a server that cannot be used is refused in a sentence', async () => {
  vi.stubEnv('BENCH_DATABASE_URL', 'postgres://bench:secret@127.0.0.1:9/postgres')
  const { requireGivenServer } = await import('@/scripts/bench/databases.mjs')
  await expect(requireGivenServer()).rejects.toThrow('The server that BENCH_DATABASE_URL names cannot be used: connect ECONNREFUSED 127.0.0.1:9.')
})

it('without PostgreSQL a measurement of it is refused, and one of both says at its end what it did not measure', async () => {
  const { findEngines } = await import('@/scripts/bench/databases.mjs')
  const remarks: string[] = []
  const print = { line: () => {}, remark: (sentence: string) => remarks.push(sentence) }
  await expect(findEngines(print, 'postgres')).rejects.toThrow('PostgreSQL cannot be measured: no PostgreSQL server is installed here, and BENCH_DATABASE_URL names none.')
  expect(await findEngines(print, 'pglite')).toEqual(['pglite'])
  expect(remarks).toEqual([])
  expect(await findEngines(print, undefined)).toEqual(['pglite'])
  expect(remarks).toEqual(['PostgreSQL was not measured: no PostgreSQL server is installed here, and BENCH_DATABASE_URL names none.'])
})
