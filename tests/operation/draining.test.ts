import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { drainWhenAsked, isDraining } from '@/lib/operation/draining'

const signals = ['SIGTERM', 'SIGINT'] as const
const others = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
let exit: ReturnType<typeof vi.fn<(code?: number) => void>>
let server: Server
let address: string
let open: (() => void)[]

/** A web whose `/slow` is read to its end only when `open` is called, and which ends as the framework does. */
function start(seconds: number): void {
  // Of this test: its server is closed after it.
  const [own, leave] = [server, exit]
  for (const signal of signals) process.on(signal, () => own.close(() => leave(143)))
  drainWhenAsked(seconds)
}

const ask = (path: string) => fetch(address + path).then(async (reply) => [await reply.text(), reply.headers.get('connection')])
const isOpen = () => server.listening

beforeEach(async () => {
  for (const signal of signals) process.removeAllListeners(signal)
  open = []
  exit = vi.fn()
  server = createServer((request, response) => {
    if (request.url === '/slow') open.push(() => response.end('slow'))
    else response.end('quick')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'performance'] })
  vi.spyOn(process, 'exit').mockImplementation(((code?: number) => exit(code)) as typeof process.exit)
  vi.spyOn(log, 'info').mockReturnValue(undefined)
  vi.spyOn(log, 'warn').mockReturnValue(undefined)
  delete (globalThis as { trainhallDraining?: boolean }).trainhallDraining
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
  for (const signal of signals) {
    process.removeAllListeners(signal)
    for (const listener of others.get(signal)!) process.on(signal, listener)
  }
})

describe('a web that is asked to end', () => {
  it('serves on while it drains, finishes what is under way, and ends', async () => {
    start(15)
    process.emit('SIGTERM', 'SIGTERM')
    expect([isDraining(), isOpen()]).toEqual([true, true])
    expect(await ask('/')).toEqual(['quick', 'close'])
    const slow = ask('/slow')
    await vi.waitFor(() => expect(open).toHaveLength(1), { timeout: 10_000 })
    vi.advanceTimersByTime(15_000)
    expect([isOpen(), exit.mock.calls]).toEqual([false, []])
    open[0]!()
    expect(await slow).toEqual(['slow', 'close'])
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[143]]), { timeout: 10_000 })
  })

  it.each([[15, 'SIGTERM', 15_000], [0, 'SIGTERM', 0], [15, 'SIGINT', 0]] as const)('waits twenty seconds for a download that takes for ever: %i s, %s', async (seconds, signal, drainedMs) => {
    start(seconds)
    void ask('/slow').catch(() => undefined)
    await vi.waitFor(() => expect(open).toHaveLength(1), { timeout: 10_000 })
    process.emit(signal, signal)
    vi.advanceTimersByTime(drainedMs)
    expect(isOpen()).toBe(false)
    vi.advanceTimersByTime(19_999)
    expect(exit).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(exit.mock.calls).toEqual([[0]])
  })

  it.each([['SIGTERM', 15, 1000], ['SIGINT', 15, 1000], ['SIGTERM', 15, 16_000], ['SIGINT', 0, 1000]] as const)('ends at once at another %s, while it drains and after', async (second, seconds, afterMs) => {
    start(seconds)
    void ask('/slow').catch(() => undefined)
    await vi.waitFor(() => expect(open).toHaveLength(1), { timeout: 10_000 })
    process.emit('SIGTERM', 'SIGTERM')
    // npm passes on what the terminal has sent already.
    process.emit('SIGTERM', 'SIGTERM')
    expect(exit).not.toHaveBeenCalled()
    vi.advanceTimersByTime(afterMs)
    process.emit(second, second)
    expect(exit.mock.calls).toEqual([[0]])
  })
})
