// A PostgreSQL server of our own, in a folder of its own, that may be killed.
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databasePart } from '../../training-api/tests/answer-kill-stage.ts'
import { descendants, freePort } from '../bench/servers.mjs'
import { postgresPrograms } from '../lib/parts.mjs'
import { spawnAlong, tell, undoAtEnd } from '../lib/processes.mjs'


/** PostgreSQL does not run as root: whom it runs as then. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n').map((line) => line.split(':'))
  const user = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Why there is no server of our own where `makeCluster` gives null. */
export const noCluster = 'no PostgreSQL server is installed here'

/** A server that is ready to start, with the address of its database, in a folder of the system's or `within` one; null where no PostgreSQL is installed. */
export async function makeCluster({ within = tmpdir() } = {}) {
  const programs = postgresPrograms()
  if (!programs) return null
  const who = unprivileged()
  const folder = mkdtempSync(join(within, 'trainhall-cluster-'))
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid)
  const data = join(folder, 'data')
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'trainhall', '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-sync'], { ...who, cwd: folder, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr || made.error}`)
  const port = await freePort()
  const url = `postgres://trainhall@127.0.0.1:${port}/postgres`
  let child = null
  // While it comes up an attempt or two may fail; afterwards it ends only when it is asked to.
  let isUp = false
  const accidents = []

  async function answers() {
    const client = new pg.Client({ connectionString: url })
    // The server may go while one asks; the connection says so beside the call.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const everybody = () => (child ? [child.pid, ...descendants(child.pid)] : [])
  async function end(signal, pids) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    isUp = false
    const ended = new Promise((done) => child.once('exit', done))
    tell(signal, pids)
    await ended
  }

  const part = {
    name: databasePart,
    async start() {
      let said = ''
      for (let waited = 0; waited < 60_000; waited += 25) {
        // What a killed server leaves behind may keep the next one from starting for a moment.
        if (!child || child.exitCode !== null || child.signalCode !== null) {
          child = spawnAlong(join(programs, 'postgres'), ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='], { ...who, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }, everybody)
          child.stderr.on('data', (chunk) => (said = (said + chunk).slice(-2000)))
          child.once('exit', (code, signal) => {
            if (isUp) accidents.push(`The ${databasePart} ended by itself (${signal ?? code}): ${said}`)
            isUp = false
          })
        }
        if (await answers()) {
          isUp = true
          return
        }
        await pause(25)
      }
      throw new Error(`the database does not answer: ${said}`)
    },
    /** Starts it again where it has ended by itself for want of room, as whoever runs it would; that is no accident. */
    async revive() {
      if (!(await answers())) await part.start()
      accidents.length = 0
    },
    kill: () => end('SIGKILL', everybody()),
    standStill: () => tell('SIGSTOP', everybody()),
    goOn: () => tell('SIGCONT', everybody()),
    stop: () => end('SIGINT', child ? [child.pid] : []),
    accidents: () => accidents.splice(0),
  }
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  const close = undoAtEnd(async () => {
    await part.stop()
    process.off('exit', remove)
    remove()
  })
  return { part, url, close }
}
