// Whose processor time counts: a server with everything it has started, or the sessions of a database.
import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { givenServer } from '../lib/parts.mjs'
import { Refusal } from '../lib/refusal.mjs'
import { cpuMs, descendants, memoryMb, ownMemoryMb, parentOf } from './servers.mjs'

/** Processor time of a process to the nanosecond where the kernel tells it; 0 once it has ended. */
function sessionMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

/** A server and the processes it has started, as one. */
export function familyOf(server) {
  const all = () => [server.pid, ...descendants(server.pid)]
  const each = (read) => all().reduce((sum, pid) => sum + tolerantly(read, pid), 0)
  return { name: server.name, cpuMs: () => each(cpuMs), memoryMb: () => each(memoryMb), ownMemoryMb: () => each(ownMemoryMb) }
}

/** What each server takes by now, in MB by its name. */
export const memoryOf = (servers) => Object.fromEntries(servers.map((server) => [server.name, server.memoryMb()]))
export const sayMemory = (memory) => `memory after load: ${Object.entries(memory).map(([name, mb]) => `${name} ${mb.toFixed(0)} MB`).join(', ')}`

function tolerantly(read, pid) {
  try {
    return read({ pid })
  } catch (fault) {
    // It ended while we looked; what may not be read, or what this system does not tell, is no nothing.
    if (fault.code === 'ESRCH' || (fault.code === 'ENOENT' && !existsSync(`/proc/${pid}`))) return 0
    throw fault
  }
}

/** Whether a process is a session of PostgreSQL whose processor time is told here: in a container or on another machine its number is somebody else's. */
export function isReadableSession(pid) {
  try {
    readFileSync(`/proc/${pid}/schedstat`)
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}

function isMemoryReadable(pid) {
  try {
    memoryMb({ pid })
    return true
  } catch {
    return false
  }
}

/** Why what a server takes cannot be read. */
const sayUnreadable = () => givenServer()
  ? 'What the server that BENCH_DATABASE_URL names takes cannot be read here: it runs in a container, on another machine or as another user. Without the variable a server of this run\'s own is measured where one is installed.'
  : 'What this run\'s own PostgreSQL server takes cannot be read here: this system does not show what programs of another user take, and PostgreSQL does not run as root. Run it as a user of your own.'

/** The sessions of a database on this machine, with the server's own processes; `close` ends our own session. Refuses a server whose processes cannot be read. */
export async function sessionsOf(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' })
  // The database may be dropped before us, when the measurement is broken off.
  client.on('error', () => undefined)
  await client.connect()
  const { rows: [own] } = await client.query('select pg_backend_pid() as pid')
  if (!isReadableSession(own.pid) || !isMemoryReadable(own.pid)) {
    await client.end()
    throw new Refusal(sayUnreadable())
  }
  const list = async () => {
    const { rows } = await client.query(`select pid from pg_stat_activity where pid <> pg_backend_pid() and (datname = current_database() or backend_type not in ('client backend', 'autovacuum worker'))`)
    const pids = rows.map(({ pid }) => pid)
    return [...pids, ...pids.slice(0, 1).map(parentOf).filter(Boolean)]
  }
  let pids = await list()
  const last = new Map()
  const sumOf = (read) => pids.reduce((sum, pid) => sum + tolerantly(read, pid), 0)
  return {
    name: 'database',
    /** To be called before and after: sessions come and go, and what an ended one has used stays counted. */
    refresh: async () => {
      pids = await list()
    },
    cpuMs() {
      for (const pid of pids) last.set(pid, Math.max(last.get(pid) ?? 0, sessionMs(pid)))
      return [...last.values()].reduce((sum, ms) => sum + ms, 0)
    },
    memoryMb: () => sumOf(memoryMb),
    ownMemoryMb: () => sumOf(ownMemoryMb),
    close: () => client.end(),
  }
}
