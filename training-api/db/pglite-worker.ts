import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS } from './durable-fs.ts'
import { servePglite } from './pglite-socket.ts'
import type { WorkerReport, WorkerRequest, WorkerSettings } from './pglite.ts'

const settings = workerData as WorkerSettings
const gauges = new Int32Array(settings.gauges)

// wal_sync_method: fdatasync is a stub in PGlite that syncs nothing, fsync is the one our file system answers.
const durable = ['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'full_page_writes=on']
const fleeting = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
// As on a server (client.ts); the upkeep counts tables that grow, and what is planned on them is planned anew.
const planOnce = 'plan_cache_mode=force_generic_plan'
const sizes = ['max_wal_size=64MB', 'min_wal_size=32MB', 'shared_buffers=64MB']

function report(message: WorkerReport): void {
  parentPort?.postMessage(message)
}

function reasonOf(fault: unknown): string {
  if (fault instanceof Error) return fault.message
  // What the engine's own file system throws is no error of JavaScript's; 51 is its number of a full disk.
  const errno = fault && typeof fault === 'object' && 'errno' in fault ? Number(fault.errno) : null
  return errno === 51 ? 'no space left on the disk' : errno === null ? String(fault) : `the engine's file system failed (${errno})`
}

function leave(fault: unknown): void {
  report({ kind: 'failed', reason: reasonOf(fault) })
  process.exit(1)
}

async function open(): Promise<void> {
  const lasting = settings.dataDir !== undefined && settings.durable
  const db = await PGlite.create({
    ...settings.engine,
    ...(settings.dataDir === undefined
      ? {}
      : { fs: new DurableNodeFS(settings.dataDir, () => void Atomics.add(gauges, 1, 1)) }),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...[...(lasting ? durable : fleeting), ...sizes, planOnce].flatMap((setting) => ['-c', setting]),
    ],
  })
  const server = servePglite(db, leave)
  const { path, port } = settings.socket
  server.listen(path === undefined ? { host: '127.0.0.1', port } : { path })
  await once(server, 'listening')
  setInterval(() => Atomics.add(gauges, 0, 1), 1000).unref()
  parentPort?.once('message', (request: WorkerRequest) => {
    if (request !== 'close') return
    server.close()
    db.close().then(() => process.exit(0), leave)
  })
  report({ kind: 'ready' })
}

open().catch(leave)
