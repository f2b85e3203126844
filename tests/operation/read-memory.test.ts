import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type * as fs from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { familyOf, sessionsOf } from '@/scripts/bench/processes.mjs'
import { requireParts } from '@/scripts/lib/parts.mjs'

/** What stands in the place of /proc/…/smaps_rollup: a text, or the fault of a system that has none. */
const told = vi.hoisted(() => ({ text: undefined as string | undefined, fault: undefined as string | undefined }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  const readFileSync = (file: string, ...rest: [BufferEncoding]) => {
    if (!String(file).endsWith('/smaps_rollup')) return real.readFileSync(file, ...rest)
    if (told.fault) throw Object.assign(new Error(told.fault), { code: told.fault })
    return told.text ?? real.readFileSync(file, ...rest)
  }
  const existsSync = (file: string) => real.existsSync(file) && !(told.fault === 'ENOENT' && file.endsWith('/smaps_rollup'))
  return { ...real, readFileSync, existsSync }
})
afterEach(() => {
  vi.unstubAllEnvs()
  Object.assign(told, { text: undefined, fault: undefined })
})

/** A server whose session has a number that is nobody's here. */
vi.mock('pg', () => ({ default: { Client: class { on() {} async connect() {} async query() { return { rows: [{ pid: 2 ** 22 }] } } async end() {} } } }))

const here = process.platform === 'linux' ? it : it.skip

here('what may not or cannot be read is no nothing; a program that has ended is', () => {
  const own = familyOf({ name: 'own', pid: process.pid })
  expect(own.ownMemoryMb()).toBeGreaterThan(0)
  told.fault = 'ENOENT'
  expect(own.memoryMb).toThrow('ENOENT')
  told.fault = 'ESRCH'
  expect(own.memoryMb()).toBe(0)
  told.fault = undefined
  expect(familyOf({ name: 'ended', pid: 2 ** 22 }).memoryMb()).toBe(0)
})

here('a system that does not tell memory, or not what programs have filled themselves, is refused what needs it', () => {
  expect(() => requireParts(['proc'])).not.toThrow()
  told.text = 'Rss: 10 kB\nPss: 10 kB\n'
  expect(() => requireParts(['proc'])).toThrow('Missing here: Linux 5.4 or newer, whose /proc tells what programs take (smaps_rollup).')
  Object.assign(told, { text: undefined, fault: 'ENOENT' })
  expect(() => requireParts(['proc'])).toThrow('Missing here: Linux 5.4')
})

it('a server that cannot be looked into is refused by its own name: that of the variable only where it is set', async () => {
  vi.stubEnv('BENCH_DATABASE_URL', 'postgres://bench@127.0.0.1:5432/postgres')
  await expect(sessionsOf('postgres://x')).rejects.toThrow(/^What the server that BENCH_DATABASE_URL names takes cannot be read here/)
  vi.stubEnv('BENCH_DATABASE_URL', '')
  await expect(sessionsOf('postgres://x')).rejects.toThrow(/^What this run's own PostgreSQL server takes cannot be read here(?!.*BENCH_DATABASE_URL)/)
})

const canDropRights = process.getuid?.() === 0 && !spawnSync('setpriv', ['--version']).error

describe.runIf(canDropRights)('root without every right, as in a container', () => {
  let other: ChildProcess
  beforeAll(() => {
    other = spawn('sleep', ['60'], { argv0: 'postgres: session', uid: 65534, gid: 65534, stdio: 'ignore' })
  })
  afterAll(() => other.kill())
  const run = (program: string) => {
    const { stdout, stderr } = spawnSync('setpriv', ['--bounding-set=-sys_ptrace,-sys_admin,-perfmon', process.execPath, '--input-type=module', '-e', program, String(other.pid)], { encoding: 'utf8' })
    return { stdout, stderr }
  }

  it('reads what a program of another user takes', () => {
    const program = `
      import { readFileSync } from 'node:fs'
      import { memoryMb } from '${process.cwd()}/scripts/bench/servers.mjs'
      const pid = process.argv[1]
      try { readFileSync('/proc/' + pid + '/smaps_rollup'); console.log('read') } catch ({ code }) { console.log(code) }
      console.log(memoryMb({ pid }) > 0)`
    expect(run(program)).toEqual({ stdout: 'EACCES\ntrue\n', stderr: '' })
  })

  it('is told the processor time of a session of another user', () => {
    expect(run(`import { isReadableSession } from '${process.cwd()}/scripts/bench/processes.mjs'\nconsole.log(isReadableSession(process.argv[1]))`)).toEqual({ stdout: 'true\n', stderr: '' })
  })
})
