import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { redisStore } from '@/lib/request/redis-store'
import PageCache from '@/page-cache.mjs'
import { freePort } from '../support/free-port'
import { hasRedis } from '../support/redis'

const compose = readFileSync('compose.yaml', 'utf8')
const service = /^ {2}redis:\n((?: {3,}.*\n|\n)*)/m.exec(compose)![1]!
const listOf = (words: RegExp) => JSON.parse(words.exec(service)![1]!) as string[]
const PASSWORD = 'a1b2c3d4e5f60718'

// Started as compose.yaml has it, but for its port and folder.
describe.runIf(hasRedis)('Redis of the grown form', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trainhall-redis-'))
  let redis: ChildProcess
  let port: number
  /** The address that the webs are given, here. */
  const address = (password: string) => /REDIS_URL:-(redis:\S+)\}$/m.exec(compose)![1]!.replace('${REDIS_PASSWORD}', password).replace('redis:6379', `127.0.0.1:${port}`)

  beforeAll(async () => {
    port = await freePort()
    const [program, ...words] = listOf(/^ {4}command: (\[.*\])$/m).map((word) => word.replace(/\$\{REDIS_PASSWORD[^}]*\}/, PASSWORD))
    redis = spawn(program!, [...words, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder], { stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const line of redis.stdout!) if (String(line).includes('Ready to accept')) break
    mkdirSync(join(folder, 'build', 'server'), { recursive: true })
    writeFileSync(join(folder, 'build', 'BUILD_ID'), 'build')
  })
  afterAll(async () => {
    await PageCache.close()
    redis.kill()
    await once(redis, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })

  it('tells and takes nothing without the password', async () => {
    for (const url of [`redis://127.0.0.1:${port}`, address('another')]) {
      const client = createClient({ url, socket: { reconnectStrategy: false } }).on('error', () => undefined)
      await expect(client.connect().then(() => client.set('trainhall:revoked:a', '1'))).rejects.toThrow(/NOAUTH|WRONGPASS/)
      client.destroy()
    }
  })

  it('has the ended sessions and pages of webs that know it', async () => {
    const complaints = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const [one, other] = [redisStore(address(PASSWORD)), redisStore(address(PASSWORD))]
    await one.set('revoked:b', '1', 60)
    expect(await other.get('revoked:b')).toBe('1')
    const pages = new PageCache({ serverDistDir: join(folder, 'build', 'server'), url: address(PASSWORD) })
    await vi.waitFor(() => expect(pages.isReady).toBe(true), { timeout: 10_000 })
    await pages.set('/a.example/zh/news', { kind: 'APP_PAGE', html: '<p>a</p>' }, {})
    const client = await createClient({ url: address(PASSWORD) }).connect()
    expect((await client.keys('*')).toSorted()).toEqual(['trainhall:page:build:/a.example/zh/news', 'trainhall:revoked:b'])
    client.destroy()
    await Promise.all([one.close(), other.close()])
    expect(complaints).not.toHaveBeenCalled()
    complaints.mockRestore()
  })

  it('is found well by who knows the password, and not by who does not', () => {
    const [, program, ...words] = listOf(/^ {6}test: (\[.*\])$/m)
    expect(service).toContain('REDISCLI_AUTH: ${REDIS_PASSWORD}')
    const { REDISCLI_AUTH: _, ...bare } = process.env
    const statusWith = (more: object) => spawnSync(program!, ['-p', String(port), ...words], { env: { ...bare, ...more } }).status
    expect([statusWith({ REDISCLI_AUTH: PASSWORD }), statusWith({ REDISCLI_AUTH: 'another' }), statusWith({})]).toEqual([0, 1, 1])
  })
})
