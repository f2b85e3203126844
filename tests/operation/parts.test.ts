import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isReadableSession } from '@/scripts/bench/processes.mjs'
import { givenServer, installedReleases, isThere, requireParts, sayReleases, withSystemFolders } from '@/scripts/lib/parts.mjs'

vi.mock('@/scripts/chaos/cluster.mjs', () => ({ noCluster: 'no PostgreSQL server is installed here', makeCluster: async () => null }))

beforeEach(() => vi.stubEnv('BENCH_DATABASE_URL', ''))
afterEach(() => vi.unstubAllEnvs())

it('everything that is missing is said at once, with what to install', () => {
  vi.stubEnv('PATH', '/nowhere')
  expect(() => requireParts(['caddy', 'nginx', 'redis-server'])).toThrow('Missing here: caddy, nginx, redis-server. On Debian and Ubuntu: apt-get install caddy nginx redis-server.')
  expect(() => requireParts([])).not.toThrow()
})

it('what stands in the folders of the system is found by users who have these in no PATH', () => {
  expect(withSystemFolders('/usr/bin:/bin')).toBe('/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin')
  expect(withSystemFolders('/usr/sbin:/usr/bin')).toBe('/usr/sbin:/usr/bin:/usr/local/sbin:/sbin')
  expect(withSystemFolders(undefined)).toBe('/usr/local/sbin:/usr/sbin:/sbin')
  // As it is in this very process.
  if (process.platform === 'linux') expect(process.env.PATH?.split(':')).toEqual(expect.arrayContaining(['/usr/local/sbin', '/usr/sbin', '/sbin']))
})

it('the releases of what is installed are told, and nothing of what is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trainhall-parts-test-'))
  try {
    writeFileSync(join(folder, 'nginx'), '#!/bin/sh\necho "nginx version: nginx/1.30.4 (a distribution)" >&2\n')
    chmodSync(join(folder, 'nginx'), 0o755)
    vi.stubEnv('PATH', folder)
    expect(isThere('nginx')).toBe(true)
    const found = installedReleases()
    expect(found).toMatchObject({ nginx: '1.30.4' })
    expect(found).not.toHaveProperty('Redis')
    expect(sayReleases({ Caddy: '2.11.4', nginx: '1.30.4' })).toBe('installed here: Caddy 2.11.4, nginx 1.30.4')
    expect(sayReleases({})).toBe('installed here: nothing of the grown form')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('a process that is no session of PostgreSQL is none, and so is one that has ended', () => {
  expect(isReadableSession(process.pid)).toBe(false)
  expect(isReadableSession(2 ** 22)).toBe(false)
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
  const faults: string[] = []
  const print = { line: () => {}, remark: (sentence: string) => remarks.push(sentence), fault: (sentence: string) => faults.push(sentence) }
  await expect(findEngines(print, 'postgres')).rejects.toThrow('PostgreSQL cannot be measured: no PostgreSQL server is installed here, and BENCH_DATABASE_URL names none.')
  expect(await findEngines(print, 'pglite')).toEqual(['pglite'])
  expect(remarks).toEqual([])
  expect(await findEngines(print, undefined)).toEqual(['pglite'])
  expect(remarks).toEqual(['PostgreSQL was not measured: no PostgreSQL server is installed here, and BENCH_DATABASE_URL names none.'])
  expect(faults).toEqual([])
  expect(await findEngines(print, undefined, { needed: true })).toEqual(['pglite'])
  expect([remarks.length, faults]).toEqual([1, remarks])
})
