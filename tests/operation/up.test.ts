import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { hostname, networkInterfaces, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '@/scripts/bench/servers.mjs'
import { readable } from '@/scripts/lib/server-lines.mjs'

vi.setConfig({ testTimeout: 60_000 })

// Our commands and the checks of settings, with two servers that only listen in place of the web and the training API.
const folder = mkdtempSync(join(tmpdir(), 'trainhall-up-'))
const place = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
beforeAll(() => {
  cpSync('scripts', join(folder, 'scripts'), { recursive: true })
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) place(path, '{ "packages": {} }')
  place('training-api/server.ts', `import { createServer } from 'node:http'\ncreateServer((_, response) => response.end()).listen(Number(process.env.TRAINING_API_PORT), process.env.TRAINING_API_HOST || '127.0.0.1')\n`)
  place('node_modules/next/dist/bin/next', `require('node:fs').writeFileSync('told.json', JSON.stringify(process.env))\nrequire('node:http').createServer((_, response) => response.end()).listen(Number(process.env.PORT))\nif (process.env.WEB_SAYS) console.log(process.env.WEB_SAYS)\n`)
  for (const path of ['lib', 'training-api/env.ts', 'node_modules/node']) symlinkSync(resolve(path), join(folder, path))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What `npm run dev` says with these settings until everything runs or it ends, and what its web was told. */
async function up(settings: Record<string, string>): Promise<{ said: string; told: NodeJS.ProcessEnv }> {
  rmSync(join(folder, 'told.json'), { force: true })
  const child = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { NODE_ENV: 'test', PATH: process.env.PATH, PORT: String(await freePort()), ...settings } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('Press Ctrl-C')) child.kill('SIGTERM')
    })
  }
  await new Promise((done) => child.once('close', done))
  expect(said).toContain('Press Ctrl-C')
  return { said, told: JSON.parse(readFileSync(join(folder, 'told.json'), 'utf8')) as NodeJS.ProcessEnv }
}

it('starts the training API and tells the accounts of its demo, also where its own address is given by name', async () => {
  const port = String(await freePort())
  const lan = Object.values(networkInterfaces()).flat().find((one) => one?.family === 'IPv4' && !one.internal)?.address
  for (const address of ['', `http://localhost:${port}/`, `http://${hostname().toUpperCase()}:${port}`, ...(lan ? [`http://${lan}:${port}`] : [])]) {
    const { said, told } = await up({ TRAINING_API_PORT: port, UPSTREAM_BASE_URL: address })
    for (const words of ['starting the training API', 'Password of every account', `Training API: http://localhost:${port}`]) expect(said).toContain(words)
    expect(told).toMatchObject({ UPSTREAM_BASE_URL: address || `http://127.0.0.1:${port}`, SIMULATION_BASE_URL: `http://localhost:${port}/simulation/` })
  }
})

it('finds the training API where it is told to listen', async () => {
  const port = String(await freePort())
  const own = Object.values(networkInterfaces()).flat()
  const lan = own.find((one) => one?.family === 'IPv4' && !one.internal)?.address
  const hosts = [['0.0.0.0', '127.0.0.1', 'localhost'], ...(lan ? [[lan, lan, lan]] : []), ...(own.some((one) => one?.address === '::1') ? [['::', '127.0.0.1', 'localhost'], ['::1', '[::1]', '[::1]']] : [])]
  for (const [host = '', reached, spelled] of hosts) {
    const { said, told } = await up({ TRAINING_API_PORT: port, TRAINING_API_HOST: host })
    for (const words of [`Training API: http://${spelled}:${port},`, `Codes for phones: http://${spelled}:${port}/demo/`]) expect(said).toContain(words)
    expect(told).toMatchObject({ UPSTREAM_BASE_URL: `http://${reached}:${port}`, SIMULATION_BASE_URL: `http://${spelled}:${port}/simulation/` })
  }
})

it('starts the web alone for a platform of somebody else’s, whose accounts it does not know', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  onTestFinished(() => void other.close())
  // What would be the training API's port may be anybody's.
  const { port } = other.address() as { port: number }
  const { said, told } = await up({ TRAINING_API_PORT: String(port), UPSTREAM_BASE_URL: 'https://platform.example/' })
  expect(said).toContain('for the domains and accounts of https://platform.example')
  expect(said).not.toMatch(/training API|every account|liming/i)
  expect(told).toMatchObject({ UPSTREAM_BASE_URL: 'https://platform.example/', SIMULATION_BASE_URL: '', NEXT_TELEMETRY_DISABLED: '1' })
})

it('asks nothing of the settings of a training API that it does not start', async () => {
  const port = String(await freePort())
  const { said } = await up({ PORT: port, TRAINING_API_PORT: port, DATABASE_URL: 'none', UPSTREAM_BASE_URL: 'https://platform.example' })
  expect(said).toContain('for the domains and accounts of https://platform.example')
})

const refusedLogin = '{"level":30,"time":"2026-11-28T05:00:00.000Z","audit":"login.refused","tenantId":"82","address":"127.0.0.1","reason":"wrong\\u001b[2J","msg":"audit"}'

it('passes on what a server writes into its log as it is, where no terminal is', async () => {
  const { said } = await up({ UPSTREAM_BASE_URL: 'https://platform.example', WEB_SAYS: `begins\n${refusedLogin}` })
  expect(said.split('\n')).toContain(refusedLogin)
  expect(said).toContain('begins')
})

it.each([
  [refusedLogin, 'audit: login.refused, tenantId 82, address 127.0.0.1, reason wrong [2J'],
  ['{"level":50,"time":"x","error":"Error: gone","msg":"Redis cannot be used"}', 'error: Redis cannot be used: error Error: gone'],
  ['{"level":40,"time":1,"pid":7,"hostname":"h","name":"training-api","err":{"type":"Error","message":"late","at":[]},"ms":4,"msg":"Slow"}', 'warning: Slow: late: ms 4'],
  ['{"level":30,"time":1,"engine":"pglite","port":4000,"msg":"Listens"}', 'Listens'],
  ['{ no line of ours', '{ no line of ours'],
])('says for people in a terminal what a server wrote: %s', (line, words) => {
  expect(readable(line)).toBe(words)
})
