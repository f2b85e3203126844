import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '@/scripts/bench/servers.mjs'

it('a proxy says how many requests it has spoiled, also those that it let nobody hear of', async () => {
  const platform = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done))
  const port = await freePort()
  const child = spawn(process.execPath, ['tests/support/fault-proxy.mjs'], { env: { NODE_ENV: 'test', PORT: String(port), TARGET: `http://127.0.0.1:${(platform.address() as AddressInfo).port}` }, stdio: 'inherit' })
  onTestFinished(() => {
    child.kill()
    platform.closeAllConnections()
    platform.close()
  })
  const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  await vi.waitFor(async () => expect((await at('/health')).status).toBe(200), { timeout: 20_000 })
  const spoiledBy = async (kind: string, times: number) => {
    await at('/__faults', { method: 'POST', body: JSON.stringify({ account: '*', path: '^/x', kind }) })
    await at('/health')
    for (let asked = 0; asked < times; asked += 1) await at('/x').catch(() => undefined)
    return (await at('/__faults?account=*', { method: 'DELETE' })).json()
  }
  for (const [kind, times] of [['down', 2], ['lost', 1], ['away', 3], ['html', 0]] as const) expect(await spoiledBy(kind, times), kind).toEqual({ spoiled: times })
})
