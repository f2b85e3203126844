import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

/** PostgreSQL and the program that lays a new data folder, compiled. */
export type Engine = { pgliteWasmModule: WebAssembly.Module; initdbWasmModule: WebAssembly.Module }

/** What the worker thread is told at its start; `gauges` is shared memory: [heartbeats, syncs]. */
export type WorkerSettings = {
  engine: Engine
  dataDir: string | undefined
  durable: boolean
  socket: { path: string; port?: undefined } | { path?: undefined; port: number }
  gauges: SharedArrayBuffer
}
export type WorkerRequest = 'close'
export type WorkerReport = { kind: 'ready' } | { kind: 'failed'; reason: string }

/** A running PGlite: PostgreSQL in a worker thread behind a socket. */
export type RunningPglite = {
  /** How often the database has synced a file since it was opened. */
  syncCount(): number
  /** Undefined while the engine answers, else what to wait for: it is being started anew. */
  absence(): Promise<void> | undefined
  /** Why the engine last ended by itself, or could not be started anew; undefined when it never did. */
  failure(): string | undefined
  /** Ends the thread at once, as a crash would, and starts another on the same directory. */
  restart(): Promise<void>
  close(): Promise<void>
}

type Options = Omit<WorkerSettings, 'gauges' | 'engine'> & {
  /** Seconds without a heartbeat after which the thread counts as stuck: a query that never ends cannot be cancelled. */
  watchdogSeconds: number
  beforeStart(): void
  onRestart(reason: string): void
}

let compiled: Promise<Engine> | undefined

/**
 * The engine, compiled once for this process and lent to every thread: a thread that is started anew finds its code made, and none is
 * ever thrown away. V8 would look for code that is no longer in use, and can free the same piece twice, which ends the whole process
 * (nodejs/node#66366, #64500; mended in the V8 after Node 24's). What stays is a few megabytes, the code before its last optimisation.
 */
function compileEngine(): Promise<Engine> {
  compiled ??= (async () => {
    setFlagsFromString('--no-wasm-code-gc')
    const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
    const [pgliteWasmModule, initdbWasmModule] = await Promise.all(['pglite.wasm', 'initdb.wasm'].map(async (name) => WebAssembly.compile(await readFile(join(folder, name)))))
    return { pgliteWasmModule: pgliteWasmModule!, initdbWasmModule: initdbWasmModule! }
  })()
  return compiled
}

/** PGlite, opened in a worker thread and listening on `socket`; rejects with PGlite's own words when it cannot open. */
export async function runPglite(options: Options): Promise<RunningPglite> {
  const gauges = new SharedArrayBuffer(8)
  const counts = new Int32Array(gauges)
  const { dataDir, durable, socket, watchdogSeconds, beforeStart, onRestart } = options
  /** The count of beats at the last look, and how many looks it has been the same: not how long, which a process that stood still as a whole would take for a query that does not end. */
  let lastBeat = { count: -1, looks: 0 }
  const dismissed = new WeakSet<Worker>()
  let absence: Promise<void> | undefined
  let failure: string | undefined
  const closing = new AbortController()
  /** Ends with the thread that was started last. */
  let ended: Promise<void> = Promise.resolve()
  let worker = await start()

  async function start(): Promise<Worker> {
    beforeStart()
    const workerData: WorkerSettings = { engine: await compileEngine(), dataDir, durable, socket, gauges }
    const fresh = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData })
    ended = new Promise((resolve) => fresh.once('exit', () => resolve()))
    // Node itself speaks on this channel too where it watches for changes (`node --watch`).
    const onReport = (hear: (report: WorkerReport) => void) => fresh.on('message', (message: WorkerReport | object) => 'kind' in message && hear(message))
    const fault = await new Promise<string | undefined>((resolve) => {
      fresh.once('error', (thrown) => resolve(reasonOf(thrown)))
      fresh.once('exit', () => resolve('its thread ended while opening'))
      onReport((report) => resolve(report.kind === 'failed' ? report.reason : undefined))
    })
    if (fault !== undefined) throw new Error(fault)
    let reason = 'its thread ended'
    onReport((report) => {
      if (report.kind === 'failed') failure = reason = report.reason
    })
    fresh.on('error', (thrown) => {
      failure = reason = reasonOf(thrown)
    })
    fresh.once('exit', () => {
      if (dismissed.has(fresh)) return
      failure = reason
      absence = replace(reason)
    })
    lastBeat = { count: -1, looks: 0 }
    return fresh
  }

  async function replace(reason: string): Promise<void> {
    onRestart(reason)
    while (!closing.signal.aborted) {
      try {
        worker = await start()
        absence = undefined
        return
      } catch (fault) {
        failure = reasonOf(fault)
        onRestart(`the attempt failed (${failure}), the next one follows`)
        await pause(1000, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  function restart(reason: string): Promise<void> {
    dismissed.add(worker)
    absence = worker.terminate().then(() => replace(reason))
    return absence
  }

  const watchdog = setInterval(() => {
    const count = Atomics.load(counts, 0)
    lastBeat = { count, looks: count === lastBeat.count ? lastBeat.looks + 1 : 0 }
    if (!absence && lastBeat.looks > watchdogSeconds) void restart('a query did not end')
  }, 1000)
  watchdog.unref()

  return {
    absence: () => absence,
    failure: () => failure,
    syncCount: () => Atomics.load(counts, 1),
    restart: () => restart('it was asked for'),
    async close() {
      clearInterval(watchdog)
      // Where there is no room it may never be replaced: that is broken off, and only one that was there at last is asked to end.
      closing.abort()
      await absence
      dismissed.add(worker)
      worker.postMessage('close' satisfies WorkerRequest)
      await ended
    },
  }
}

function reasonOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}
