import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 120_000 })

/** Runs a program, sends it a signal as soon as it has said something, and gives how it ended and all it said. */
function interrupted(signal: NodeJS.Signals, args: string[], sign: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { NODE_ENV: 'test', PATH: process.env.PATH } })
  let said = ''
  let isSent = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (isSent || !said.includes(sign)) return
      isSent = true
      child.kill(signal)
    })
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a command that is ended by %s undoes what would outlive it, newest first, and once', async (signal) => {
  const program = `
    import { runCommand } from '${process.cwd()}/scripts/lib/command.mjs'
    import { start, undoAtEnd } from '${process.cwd()}/scripts/lib/processes.mjs'
    await runCommand({ interruptedCode: 130, async work() {
      undoAtEnd(async () => console.log('database dropped'))
      const early = undoAtEnd(async () => console.log('early'))
      await early()
      undoAtEnd(async () => { throw new Error('cannot be undone') })
      const server = start('server', process.execPath, ['-e', 'process.on("SIGTERM", () => { console.log("server ended"); process.exit() }); console.log("begun"); setInterval(() => {}, 1000)'], { onLine: (line) => console.log(line) })
      await server.ended
      await new Promise(() => setInterval(() => {}, 1000))
    } })`
  const { code, said } = await interrupted(signal, ['--input-type=module', '-e', program], 'begun')
  expect(code).toBe(130)
  expect(said.match(/early|begun|server ended|database dropped/g)).toEqual(['early', 'begun', 'server ended', 'database dropped'])
  // Said on stderr, which has no order with the rest.
  expect(said.match(/cannot be undone/g)).toHaveLength(1)
})

it.each([
  ['asked to end', 'process.on("SIGTERM", () => { console.log("asked"); process.exit() })', 'begun\nasked\n'],
  ['killed when it does not', 'process.on("SIGTERM", () => console.log("asked"))', 'begun\nasked\n'],
])('what a command has started is %s where the command itself is killed', async (_how, hears, said) => {
  // It holds our pipe, whose end is heard when it has ended too; by itself it would say so.
  const server = `${hears}; console.log('begun'); setTimeout(() => { console.log('left alone'); process.exit() }, 60_000)`
  const program = `
    import { runCommand } from '${process.cwd()}/scripts/lib/command.mjs'
    import { start } from '${process.cwd()}/scripts/lib/processes.mjs'
    await runCommand({ interruptedCode: 130, async work() {
      await start('server', process.execPath, ['-e', ${JSON.stringify(server)}], { patienceSeconds: 2 }).ended
    } })`
  expect(await interrupted('SIGKILL', ['--input-type=module', '-e', program], 'begun')).toEqual({ code: null, said })
})

describe('a program of a measurement, and what it has started itself', () => {
  /** Both hold our pipe, whose end is heard when they have ended too; by themselves they would say so. */
  const program = (does: string, stands = '') => `
    import { setTimeout as pause } from 'node:timers/promises'
    import { runCommand } from '${process.cwd()}/scripts/lib/command.mjs'
    import { spawnAlong, undoAtEnd } from '${process.cwd()}/scripts/lib/processes.mjs'
    const below = "setTimeout(() => console.log('left alone'), 60_000)"
    const server = "require('node:child_process').spawn(process.execPath, ['-e', process.argv[1]], { stdio: 'inherit' }).on('spawn', () => console.log('begun')); setTimeout(() => {}, 60_000)"
    await runCommand({ interruptedCode: 130, async work() {
      const child = spawnAlong(process.execPath, ['-e', server, below], { stdio: ['ignore', 'inherit', 'inherit'] })
      ${stands}
      ${does}
      await pause(60_000)
    } })`
  // Not before it has begun what is below it, of which it is heard first.
  const standsStill = "await new Promise((done) => process.once('SIGCONT', done)); child.kill('SIGSTOP')"
  const ended = (code: number | null, said = 'begun\n') => ({ code, said })

  it('are killed when the command exits, also where they stand still', async () => {
    expect(await interrupted('SIGTERM', ['--input-type=module', '-e', program('')], 'begun')).toEqual(ended(130, 'begun\n\nStopping …\n'))
    expect(await interrupted('SIGCONT', ['--input-type=module', '-e', program('process.exit(3)', standsStill)], 'begun')).toEqual(ended(3))
  })

  it('are killed at a second signal, whatever is still being undone', async () => {
    const twice = "undoAtEnd(() => pause(60_000)); process.once('SIGINT', () => setTimeout(() => process.kill(process.pid, 'SIGINT'), 600))"
    expect(await interrupted('SIGINT', ['--input-type=module', '-e', program(twice)], 'begun')).toEqual(ended(130, 'begun\n\nStopping …\n'))
  })

  it('are ended where the command is killed, also where they stand still', async () => {
    const killed = program("process.kill(process.pid, 'SIGKILL')", standsStill)
    expect(await interrupted('SIGCONT', ['--input-type=module', '-e', killed], 'begun')).toEqual(ended(null))
  })

  it('are not started while everything is being ended', async () => {
    const again = "undoAtEnd(async () => { try { spawnAlong('sleep', ['60'], { stdio: 'inherit' }) } catch (error) { console.log(error.message) } })"
    expect(await interrupted('SIGTERM', ['--input-type=module', '-e', program(again)], 'begun')).toEqual(ended(130, 'begun\n\nStopping …\nEverything is being ended.\n'))
  })
})

it('what measures and breaks starts its programs in this way', () => {
  for (const file of ['scripts/bench/servers.mjs', 'scripts/cluster/front.mjs', 'scripts/chaos/cluster.mjs', 'training-api/tests/answer-kill-stage.ts']) {
    expect(readFileSync(file, 'utf8'), file).toMatch(/\bspawnAlong\(/)
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/\bspawn\(/)
  }
})

it.each([['SIGINT', 7], ['SIGTERM', 8]] as const)('a program that has our terminal is asked to end by %s as we were, as often as we were, and its code is ours', async (signal, code) => {
  const child = `
    let times = 0
    for (const [name, code] of [['SIGINT', 7], ['SIGTERM', 8]]) process.on(name, () => { console.log(name); if (++times === 2) process.exit(code) })
    console.log('begun'); setInterval(() => {}, 1000)`
  const program = `
    import { runCommand } from '${process.cwd()}/scripts/lib/command.mjs'
    import { exitCodeOf, start } from '${process.cwd()}/scripts/lib/processes.mjs'
    // The second signal comes when the first is no longer taken for the same.
    process.once('${signal}', () => setTimeout(() => process.kill(process.pid, '${signal}'), 600))
    await runCommand({ interruptedCode: 130, async work() {
      process.exitCode = exitCodeOf(await start('program', process.execPath, ['-e', ${JSON.stringify(child)}], { foreground: true, patienceSeconds: Infinity }).ended)
    } })`
  const ended = await interrupted(signal, ['--input-type=module', '-e', program], 'begun')
  expect(ended).toEqual({ code, said: `begun\n${signal}\n${signal}\n` })
})

it('npm run e2e and its kin hand their words on to Playwright, with the browser they are told or find', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  for (const name of ['e2e', 'views', 'lighthouse', 'crawl']) expect(scripts[name]).toMatch(/^node scripts\/e2e\.mjs --project=(gate|wide)\b/)
  // A web that runs elsewhere needs no build here.
  const run = (CHROMIUM_PATH: string) => spawnSync(process.execPath, ['scripts/e2e.mjs', '--project=gate', '--list', 'framework-facts', '-g', 'F14'], { encoding: 'utf8', env: { ...process.env, E2E_BASE_URL: 'http://127.0.0.1:9', CHROMIUM_PATH } })
  const listed = run(process.execPath)
  expect(listed.stdout).toMatch(/Total: \d+ tests? in 1 file/)
  expect(listed.status).toBe(0)
  expect(run('/nowhere')).toMatchObject({ status: 1, stderr: expect.stringContaining('CHROMIUM_PATH names /nowhere, which does not exist.') })
})

it.each([['verify'], ['e2e', '--list'], ['fuzz', 'doors']])('npm run %s says at its beginning that a port of its servers is taken', async (name, ...words) => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  const env = { ...process.env, E2E_BASE_URL: '', E2E_WEB_PORT: String(port), E2E_API_PORT: '47181', E2E_PROXY_PORT: '47182' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.mjs`, ...words], { encoding: 'utf8', timeout: 20_000, env })
  other.close()
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `\nPort ${port} is taken by another program; stop it or choose another port with E2E_WEB_PORT.\n` })
})

it('what starts the web builds it first when its sources have changed', () => {
  for (const name of ['lib/e2e', 'lib/cluster', 'lib/chaos', 'lib/fuzz', 'bench/web/arrangements', 'lib/verify', 'lib/up']) expect(readFileSync(`scripts/${name}.mjs`, 'utf8')).toMatch(/await buildWhenStale\(\)|, buildWhenStale\]/)
})
