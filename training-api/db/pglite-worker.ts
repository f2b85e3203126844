import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { DurableNodeFS } from './durable-fs.ts'
import type { WorkerRequest, WorkerReport, WorkerSettings } from './pglite.ts'

const settings = workerData as WorkerSettings
const gauges = new Int32Array(settings.gauges)
const port = parentPort
if (!port) throw new Error('pglite-worker.ts runs in a worker thread only')

const report = (message: WorkerReport) => port.postMessage(message)

// wal_sync_method: fdatasync is a stub in PGlite that syncs nothing, fsync is the one our file system answers.
const durable = ['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'full_page_writes=on']
const fleeting = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const sizes = ['max_wal_size=64MB', 'min_wal_size=32MB', 'shared_buffers=64MB']

async function open(): Promise<void> {
  const lasting = settings.dataDir !== undefined && settings.durable
  const db = await PGlite.create({
    ...(settings.dataDir === undefined
      ? {}
      : { fs: new DurableNodeFS(settings.dataDir, () => void Atomics.add(gauges, 1, 1)) }),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...[...(lasting ? durable : fleeting), ...sizes].flatMap((setting) => ['-c', setting]),
    ],
  })
  const server = new PGLiteSocketServer({
    db,
    ...(settings.socket.path ? { path: settings.socket.path } : { host: '127.0.0.1', port: settings.socket.port }),
    maxConnections: 4,
  })
  await server.start()
  const pulse = setInterval(() => Atomics.add(gauges, 0, 1), 1000)
  pulse.unref()
  port!.on('message', (request: WorkerRequest) => {
    if (request !== 'close') return
    clearInterval(pulse)
    server
      .stop()
      .then(() => db.close())
      .then(
        () => report({ kind: 'closed' }),
        (fault: unknown) => report({ kind: 'failed', reason: String(fault) }),
      )
      .finally(() => port!.close())
  })
  report({ kind: 'ready' })
}

open().catch((fault: unknown) => {
  report({ kind: 'failed', reason: fault instanceof Error ? fault.message : String(fault) })
  port.close()
})
