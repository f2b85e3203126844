import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import PageCache from '@/page-cache.mjs'
import { freePort } from '../support/free-port'
import { hasRedis, startRedis } from '../support/redis'

const folder = mkdtempSync(join(tmpdir(), 'trainhall-pages-'))
const page = { kind: 'APP_PAGE', html: '<p>头条 \u2028</p>', rscData: Buffer.from([0, 1, 255]), headers: { 'content-type': 'text/html' }, status: 200, postponed: undefined, segmentData: new Map([['/a', Buffer.from('b')]]) }
const lifetime = { cacheControl: { revalidate: 15, expire: 40 } }

function built(name: string): string {
  mkdirSync(join(folder, name, 'server'), { recursive: true })
  writeFileSync(join(folder, name, 'BUILD_ID'), `${name}\n`)
  return join(folder, name, 'server')
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([['production-build', ''], ['development-server', ''], ['production-server', 'page-cache.mjs']])('is there for a web that serves a build, and not where that is made or does without (phase %s)', (phase, cache) => {
  const program = `import { basename } from 'node:path'
    const { default: settings } = await import('./next.config.mjs')
    console.log(basename((await settings('phase-${phase}')).cacheHandler ?? ''))`
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env: { ...process.env, REDIS_URL: 'redis://127.0.0.1:1' } }).trim()).toBe(cache)
})

describe.runIf(hasRedis)('the cache of pages', () => {
  let redis: ChildProcess
  let url: string
  const start = async () => {
    redis = await startRedis(Number(new URL(url).port))
  }
  /** A web with one link to Redis, which whoever comes first makes; one late answer lets it rest, and none is late here unless Redis is. */
  const web = (build: string, waitMs = 5_000) => new PageCache({ serverDistDir: built(build), url, waitMs })
  const untilReady = (waitMs?: number) => vi.waitFor(() => expect(web('one', waitMs).isReady).toBe(true), { timeout: 10_000 })

  beforeAll(async () => {
    url = `redis://127.0.0.1:${await freePort()}`
    await start()
    await untilReady()
  })
  afterAll(async () => {
    await PageCache.close()
    redis.kill()
    await once(redis, 'exit')
  })

  it('gives what another web has made, byte for byte, with its age and lifetime', async () => {
    await web('one').set('/a.example/zh/news', page, lifetime)
    const found = await web('one').get('/a.example/zh/news')
    expect(found).toEqual({ value: page, lastModified: expect.any(Number), ...lifetime })
    expect(await web('one').get('/b.example/zh/news')).toBeNull()
  })

  it('keeps pages of another build apart: they name other scripts', async () => {
    await web('one').set('/x', page, lifetime)
    expect(await web('two').get('/x')).toBeNull()
  })

  it('lets a page go when it may not be shown any more, and when it is taken back', async () => {
    await web('one').set('/short', page, { cacheControl: { revalidate: 2, expire: 2 } })
    expect(await web('one').get('/short')).not.toBeNull()
    await vi.waitFor(async () => expect(await web('one').get('/short')).toBeNull(), { timeout: 6000 })
    await web('one').set('/y', page, lifetime)
    await web('one').set('/y', null)
    expect(await web('one').get('/y')).toBeNull()
  })

  it.each([['no page', 'garbage'], ['half a page', serialize({ value: page, lastModified: 1 }).subarray(0, 40)], ['something else', serialize(7)]])('makes a page anew where Redis has %s in its place', async (_what, kept) => {
    const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    spawnSync('redis-cli', ['-p', new URL(url).port, '-x', 'set', 'trainhall:page:one:/spoilt'], { input: kept })
    expect(await web('one').get('/spoilt')).toBeNull()
    expect(complaints).toHaveBeenCalledTimes(1)
    complaints.mockRestore()
    await web('one').set('/spoilt', page, lifetime)
    expect(await web('one').get('/spoilt')).toMatchObject({ value: page })
  })

  it('keeps here what Redis refuses to take', async () => {
    const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const takes = (replicas: string) => spawnSync('redis-cli', ['-p', new URL(url).port, 'config', 'set', 'min-replicas-to-write', replicas])
    takes('1')
    await web('one').set('/refused', page, lifetime)
    expect(await web('one').get('/refused')).toMatchObject({ value: page })
    takes('0')
    complaints.mockRestore()
  })

  it('keeps no page that is too long, nor the one that was in its place: not in Redis, and a shorter one not here', async () => {
    const ofLength = (length: number) => ({ ...page, html: 'x'.repeat(length) })
    for (const [address, length] of [['/long', 7_900_000], ['/longer', 8_000_001]] as const) {
      await web('one').set(address, page, lifetime)
      await web('one').set(address, ofLength(length), lifetime)
    }
    expect(await web('one').get('/long')).toMatchObject({ value: ofLength(7_900_000) })
    expect(await web('one').get('/longer')).toBeNull()
    const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const takes = (replicas: string) => spawnSync('redis-cli', ['-p', new URL(url).port, 'config', 'set', 'min-replicas-to-write', replicas])
    takes('1')
    await web('one').set('/own', ofLength(900_000), lifetime)
    await web('one').set('/not-own', ofLength(1_000_001), lifetime)
    expect([await web('one').get('/own'), await web('one').get('/not-own')]).toEqual([expect.objectContaining({ value: ofLength(900_000) }), null])
    takes('0')
    complaints.mockRestore()
  })

  it('makes a connection anew after a Redis that has said nothing twice', async () => {
    const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await PageCache.close()
    await untilReady(500)
    redis.kill('SIGSTOP')
    await vi.waitFor(async () => {
      await web('one').get('/x')
      expect(web('one').isReady).toBe(false)
    }, { timeout: 15_000, interval: 500 })
    redis.kill('SIGCONT')
    await untilReady()
    await PageCache.close()
    await untilReady()
    complaints.mockRestore()
  }, 30_000)

  it('goes on with this web alone while Redis is away, and comes back', async () => {
    const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    await vi.waitFor(() => expect(web('one').isReady).toBe(false), { timeout: 10_000 })
    await web('one').set('/alone', page, lifetime)
    expect(await web('one').get('/alone')).toMatchObject({ value: page })
    for (let at = 0; at < 300; at += 1) await web('one').set(`/many/${at}`, page, lifetime)
    expect(await web('one').get('/alone')).toBeNull()
    expect(complaints.mock.calls.length).toBeLessThanOrEqual(1)
    complaints.mockRestore()
    await start()
    await untilReady()
    await web('one').set('/again', page, lifetime)
    expect(await web('one').get('/again')).toMatchObject({ value: page })
  })
})
