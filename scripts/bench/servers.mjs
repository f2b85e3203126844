// Servers for a measurement: each in a process of its own, whose CPU time the kernel counts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnAlong, undoAtEnd } from '../lib/processes.mjs'

const TICKS_PER_SECOND = 100

/** A port that nobody listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Starts a program and waits until its address answers; `stop` ends it, or the end of the command. */
export async function startServer(name, args, env, ready) {
  const child = spawnAlong(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said = (said + chunk).slice(-4000)))
  const server = { name, child, pid: child.pid, stop: undoAtEnd(() => end(child)) }
  for (let waited = 0; waited < 120_000; waited += 100) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    const reply = await fetch(ready).catch(() => null)
    if (reply?.ok) return server
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${name} does not answer at ${ready}: ${said}`)
}

/** CPU time of a process and all its threads so far, in milliseconds (Linux). */
export function cpuMs({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

const kilobytes = (text, name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

/** What the system tells of a process's memory. Root in a container may not look at a program of another user, such as PostgreSQL; that user may. */
function memoryOf(pid) {
  const file = `/proc/${pid}/smaps_rollup`
  try {
    return readFileSync(file, 'utf8')
  } catch (fault) {
    if (fault.code !== 'EACCES' || process.getuid() !== 0) throw fault
    const { uid, gid } = statSync(`/proc/${pid}`)
    const { status, stdout, stderr } = spawnSync('cat', [file], { uid, gid, encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C' } })
    if (status === 0 || stderr?.includes('No such')) return stdout
    throw fault
  }
}

/** Memory of a process in MB (proportional share). */
export function memoryMb({ pid }) {
  return kilobytes(memoryOf(pid), 'Pss') / 1024
}

/** What of it the process has filled itself, without its share of programs' files, which rises when others that use them end. */
export function ownMemoryMb({ pid }) {
  const text = memoryOf(pid)
  return (kilobytes(text, 'Pss_Anon') + kilobytes(text, 'Pss_Shmem')) / 1024
}

/** The process that has started a process; 0 when it has ended. */
export function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')[1])
  } catch {
    return 0
  }
}

/** The process ids of the descendants of a process; none where the system keeps no list of them. */
export function descendants(pid) {
  const parents = new Map()
  for (const entry of existsSync('/proc') ? readdirSync('/proc') : []) if (/^\d+$/.test(entry)) parents.set(Number(entry), parentOf(entry))
  const below = [pid]
  for (const parent of below) for (const [child, of] of parents) if (of === parent && !below.includes(child)) below.push(child)
  return below.slice(1)
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(impatience)
}

/** A folder for a database that goes when the measurement ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'trainhall-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
