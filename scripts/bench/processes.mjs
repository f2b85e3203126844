// Whose processor time counts: a server with everything it has started, or the sessions of a database.
import { readFileSync } from 'node:fs'
import pg from 'pg'
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
  const each = (read) => all().reduce((sum, pid) => sum + tolerantly(() => read({ pid })), 0)
  return { name: server.name, cpuMs: () => each(cpuMs), memoryMb: () => each(memoryMb), ownMemoryMb: () => each(ownMemoryMb) }
}

function tolerantly(read) {
  try {
    return read()
  } catch {
    // It ended while we looked.
    return 0
  }
}

/** The sessions of a database on this machine, with the server's own processes; `close` ends our own session. */
export async function sessionsOf(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' })
  // The database may be dropped before us, when the measurement is broken off.
  client.on('error', () => undefined)
  await client.connect()
  const list = async () => {
    const { rows } = await client.query(`select pid from pg_stat_activity where pid <> pg_backend_pid() and (datname = current_database() or backend_type not in ('client backend', 'autovacuum worker'))`)
    const pids = rows.map(({ pid }) => pid)
    return [...pids, ...pids.slice(0, 1).map(parentOf).filter(Boolean)]
  }
  let pids = await list()
  const last = new Map()
  const sumOf = (read) => pids.reduce((sum, pid) => sum + tolerantly(() => read({ pid })), 0)
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
