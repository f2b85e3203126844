import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '@/scripts/bench/servers.mjs'

vi.setConfig({ testTimeout: 120_000 })

const cli = resolve('node_modules/@playwright/test/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'trainhall-playwright-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  writeFileSync(join(folder, 'server.mjs'), "import { createServer } from 'node:http'\ncreateServer((_request, response) => response.end('here')).listen(Number(process.env.PORT), '127.0.0.1')\n// Left alone it goes by itself.\nsetTimeout(() => process.exit(), 90_000)\n")
  writeFileSync(join(folder, 'long.spec.mjs'), `import { test } from '${resolve('node_modules/@playwright/test/index.mjs')}'\ntest('long', async () => { console.log('begun'); await new Promise((done) => setTimeout(done, 60_000)) })\n`)
})

/** Words for Playwright: a test of a minute beside a server at a port, which its own command line starts. */
async function besideServer(loaded = ''): Promise<{ words: string[]; port: number }> {
  const port = await freePort()
  const config = join(folder, `${port}.config.mjs`)
  const webServer = { command: `node ${loaded} ${join(folder, 'server.mjs')}`, url: `http://127.0.0.1:${port}`, env: { PORT: String(port) }, gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 } }
  writeFileSync(config, `export default ${JSON.stringify({ testDir: folder, reporter: 'line', outputDir: join(folder, 'results'), webServer })}\n`)
  return { words: ['--config', config], port }
}

/** Runs a program that begins such a test, and sends it a signal once it has. */
async function interruptedOnceBegun(signal: NodeJS.Signals, args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { NODE_ENV: 'test', PATH: process.env.PATH } })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (said.includes('begun')) return
    said += text
    if (said.includes('begun')) child.kill(signal)
  })
  await new Promise((done) => child.once('close', done))
  expect(said).toContain('begun')
}

const isGone = (port: number) => vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed'), { timeout: 20_000 })

it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('a command that is ended by %s while it tests in a browser leaves no server behind', async (signal) => {
  const { words, port } = await besideServer()
  const program = `
    import { runCommand } from '${process.cwd()}/scripts/lib/command.mjs'
    import { startPlaywright } from '${process.cwd()}/scripts/lib/playwright.mjs'
    await runCommand({ interruptedCode: 130, async work() { await startPlaywright(${JSON.stringify(words)}, {}).ended } })`
  await interruptedOnceBegun(signal, ['--input-type=module', '-e', program])
  await isGone(port)
})

it('a server of the browser tests goes with Playwright when that is killed', async () => {
  const { words, port } = await besideServer(`--import ${resolve('tests/support/end-with-stdin.mjs')}`)
  await interruptedOnceBegun('SIGKILL', [cli, 'test', ...words])
  await isGone(port)
})

it('every command starts Playwright in the way in which it ends with its servers, and each of these in theirs', () => {
  for (const name of ['verify', 'e2e', 'fuzz']) {
    const source = readFileSync(`scripts/lib/${name}.mjs`, 'utf8')
    expect(source, name).toContain('startPlaywright(')
    expect(source, name).not.toContain('cli.js')
  }
  const commands = [...readFileSync('playwright.config.ts', 'utf8').matchAll(/^ +command: (.*)$/gm)].map(([, command]) => command)
  expect(commands.length).toBe(3)
  for (const command of commands) expect(command).toMatch(/^server\(/)
})
