import { Worker } from 'node:worker_threads'

/** What the worker thread is told at its start; `gauges` is shared memory: [heartbeats, fsyncs]. */
export type WorkerSettings = {
  dataDir: string | undefined
  durable: boolean
  socket: { path: string; port?: undefined } | { path?: undefined; port: number }
  gauges: SharedArrayBuffer
}
export type WorkerRequest = 'close'
export type WorkerReport = { kind: 'ready' } | { kind: 'closed' } | { kind: 'failed'; reason: string }

/** A running PGlite: PostgreSQL in a worker thread behind a socket. */
export type RunningPglite = {
  /** How often the database has synced a file since it was opened. */
  syncCount(): number
  /** Ends the worker at once and starts another on the same directory: the cure for a query that never ends. */
  restart(): Promise<void>
  close(): Promise<void>
}

type Options = {
  dataDir: string | undefined
  durable: boolean
  socket: WorkerSettings['socket']
  /** Seconds without a heartbeat after which the worker counts as stuck. */
  watchdogSeconds: number
  beforeStart(): void
  onRestart(reason: string): void
}

/** PGlite, opened in a worker thread and listening on `socket`; rejects with PGlite's own words when it cannot open. */
export async function runPglite(options: Options): Promise<RunningPglite> {
  const gauges = new SharedArrayBuffer(8)
  const counts = new Int32Array(gauges)
  let closing = false
  let worker = await start()
  let lastBeat = { value: -1, at: performance.now() }

  function start(): Promise<Worker> {
    options.beforeStart()
    const settings: WorkerSettings = {
      dataDir: options.dataDir,
      durable: options.durable,
      socket: options.socket,
      gauges,
    }
    const fresh = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: settings })
    return new Promise((resolve, reject) => {
      fresh.once('error', reject)
      fresh.once('message', (report: WorkerReport) => {
        if (report.kind === 'failed') reject(new Error(report.reason))
        else resolve(fresh)
      })
    }).then(() => {
      fresh.removeAllListeners('error')
      fresh.on('error', (fault) => options.onRestart(`it failed: ${fault instanceof Error ? fault.message : fault}`))
      fresh.on('exit', () => {
        if (!closing && worker === fresh) void restart('it ended')
      })
      return fresh
    })
  }

  async function restart(reason: string): Promise<void> {
    const old = worker
    closing = true
    await old.terminate()
    closing = false
    options.onRestart(reason)
    worker = await start()
    lastBeat = { value: -1, at: performance.now() }
  }

  const watchdog = setInterval(() => {
    const value = Atomics.load(counts, 0)
    const now = performance.now()
    if (value !== lastBeat.value) lastBeat = { value, at: now }
    else if (now - lastBeat.at > options.watchdogSeconds * 1000 && !closing) void restart('a query did not end')
  }, 1000)
  watchdog.unref()

  return {
    syncCount: () => Atomics.load(counts, 1),
    restart: () => restart('it was asked to'),
    async close() {
      closing = true
      clearInterval(watchdog)
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.postMessage('close' satisfies WorkerRequest)
      await ended
    },
  }
}
