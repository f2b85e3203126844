import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDataDir } from './throwaway.ts'
import { testMoment } from './support.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const program = fileURLToPath(new URL('../server.ts', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await freshDataDir({ seed: true, now: testMoment })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Settings = Record<string, string>

function start(settings: Settings): ChildProcess {
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, DATA_DIR: folder, TRAINING_API_PORT: '0', ...settings }
  return spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve))
}

/** What a start that is refused says, all of it, and its exit code. */
async function refusal(settings: Settings): Promise<{ code: number | null; said: string }> {
  const child = start(settings)
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  return { code: await endOf(child), said }
}

/** The address a started server says it listens on. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`the server ended with ${code}`)))
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const found = /http:\/\/[\d.]+:\d+/.exec(line)
        if (found) resolve(found[0])
      })
    }
  })
}

test('wrong settings are named together, and nothing else is said', async () => {
  const { code, said } = await refusal({ TRAINING_API_PORT: 'x', DEMO: 'perhaps', UPSTREAM_PASSWORD_KEY: 'short' })
  expect(code).toBe(1)
  expect(said.trim().split('\n')).toEqual([
    'The training API cannot start, because of its settings:',
    expect.stringContaining('TRAINING_API_PORT'),
    expect.stringContaining('DEMO'),
    expect.stringContaining('UPSTREAM_PASSWORD_KEY'),
  ])
})

test('a database server that does not answer is named in one sentence', async () => {
  const { code, said } = await refusal({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
  expect([code, said.trim().split('\n').length]).toEqual([1, 1])
  expect(said).toMatch(/DATABASE_URL cannot be used: .*ECONNREFUSED/)
})

test('serves, refuses a second one on its folder, and stops when told to, keeping what it has', async () => {
  const server = start({})
  const ended = endOf(server)
  const address = await addressOf(server)
  expect((await fetch(`${address}/health`)).status).toBe(200)
  const tenant = await fetch(`${address}/admin/tenant/tenantExt?domain=localhost`)
  expect(await tenant.json()).toMatchObject({ code: 0, data: { tenantId: 82 } })

  const second = await refusal({})
  expect(second.code).toBe(1)
  expect(second.said.trim()).toMatch(/^The database in .* is already in use by another process: .*\.$/)

  server.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a taken port is named in one sentence, and the folder is free again', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { code, said } = await refusal({ TRAINING_API_PORT: String(port) })
  expect([code, said.trim()]).toEqual([
    1,
    `Port ${port} is taken by another program: stop it or choose another with TRAINING_API_PORT.`,
  ])
  other.close()
})
