import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { forgetSettings } from '@/scripts/lib/forget-settings.mjs'
import { sessionSecret } from '@/scripts/lib/settings.mjs'

vi.setConfig({ testTimeout: 120_000 })

const operators = { DATABASE_URL: 'postgres://real', REDIS_URL: 'redis://real', SMS_WEBHOOK_URL: 'https://real.example', SMS_WEBHOOK_SECRET: 'x'.repeat(32), OTEL_EXPORTER_OTLP_ENDPOINT: 'http://real', OTEL_RESOURCE_ATTRIBUTES: 'a=b' }
const folder = mkdtempSync(join(tmpdir(), 'trainhall-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("a test's servers find none of the operator's settings, and everything that is meant for tests", () => {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', ...operators, PATH: '/bin', BENCH_DATABASE_URL: 'postgres://bench', TEST_DATABASE_URL: 'postgres://test', CHROMIUM_PATH: '/chromium' }
  forgetSettings(env)
  expect(env).toMatchObject({ PATH: '/bin', BENCH_DATABASE_URL: 'postgres://bench', TEST_DATABASE_URL: 'postgres://test', CHROMIUM_PATH: '/chromium' })
  // Empty and not absent: Next itself reads .env for what is absent.
  for (const name of [...Object.keys(operators), 'SESSION_SECRET', 'UPSTREAM_BASE_URL', 'MEDIA_DIR']) expect(env[name]).toBe('')
})

it('so it is for the tests in Node, for those in a browser, and for what verifies, measures and breaks', async () => {
  expect(process.env.DATABASE_URL).toBe('')
  for (const [name, value] of Object.entries(operators)) vi.stubEnv(name, value)
  await import('../../playwright.config')
  for (const name of Object.keys(operators)) expect(process.env[name]).toBe('')
  vi.unstubAllEnvs()
  for (const name of ['bench', 'chaos', 'cluster', 'e2e', 'verify']) expect(readFileSync(`scripts/lib/${name}.mjs`, 'utf8')).toMatch(/async work\(\) \{\n\s+forgetSettings\(\)/)
})

it('the secret that seals sessions is made once, and made anew where a full disk has left nothing or half of it', () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  const made = sessionSecret(data)
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(sessionSecret(data)).toBe(made)
  for (const left of ['', made.slice(0, 20)]) {
    writeFileSync(join(data, 'session-secret'), left)
    const anew = sessionSecret(data)
    expect(anew).toMatch(/^[\w-]{43}$/)
    expect(anew).not.toBe(made)
    expect(sessionSecret(data)).toBe(anew)
  }
  expect(readdirSync(data)).toEqual(['session-secret'])
  expect(statSync(join(data, 'session-secret')).mode & 0o777).toBe(0o600)
  expect(() => sessionSecret(join(folder, 'nowhere'))).toThrow(/^The session secret .* cannot be written \(ENOENT\)\.$/)
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

it('programs that work on what `npm run up` serves read .env as it does', () => {
  for (const name of ['api', 'doctor', 'answer-files', 'add-tenant', 'db:copy', 'db:forget']) expect(scripts[name]).toBe(`node scripts/${name.replace(':', '-')}.mjs`)
  for (const name of ['training-api', 'node_modules', 'package.json', 'package-lock.json']) symlinkSync(resolve(name), join(folder, name))
  cpSync('scripts', join(folder, 'scripts'), { recursive: true })
  writeFileSync(join(folder, '.env'), 'DATABASE_URL=postgres://127.0.0.1:9/moved\n')
  const { status, stderr } = spawnSync(`${scripts['db:copy']} here kept.backup`, { shell: true, cwd: folder, encoding: 'utf8', env: { NODE_ENV: 'test', PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` } })
  expect(status).toBe(1)
  expect(stderr).toContain('ECONNREFUSED 127.0.0.1:9')
})

it('the self-check asks the training API where `npm run up` has it, unless another platform is named', () => {
  const asked = (settings: Record<string, string>) => /The platform \((.*)\)/.exec(spawnSync(process.execPath, ['scripts/doctor.mjs'], { encoding: 'utf8', env: { NODE_ENV: 'test', PATH: process.env.PATH, UPSTREAM_BASE_URL: '', TRAINING_API_PORT: '9', ...settings } }).stdout)?.[1]
  expect([asked({}), asked({ UPSTREAM_BASE_URL: 'http://127.0.0.1:7' })]).toEqual(['http://127.0.0.1:9', 'http://127.0.0.1:7'])
})

it('the first line of .env is read also behind the mark that some editors put there', () => {
  const marked = join(folder, 'marked')
  cpSync('scripts', join(marked, 'scripts'), { recursive: true })
  writeFileSync(join(marked, '.env'), '\uFEFFPORT=3001\nDATA_DIR=kept\n')
  const read = (settings: Record<string, string>) => spawnSync(process.execPath, ['--input-type=module', '-e', `const { loadSettings } = await import('./scripts/lib/command.mjs')\nloadSettings()\nconsole.log(process.env.PORT, process.env.DATA_DIR)`], { cwd: marked, encoding: 'utf8', env: { NODE_ENV: 'test', PATH: process.env.PATH, ...settings } }).stdout.trim()
  expect([read({}), read({ PORT: '3002' })]).toEqual(['3001 kept', '3002 kept'])
})

describe('where Node cannot read .env by itself, as before 20.12', () => {
  const old = ['--import', 'data:text/javascript,delete process.loadEnvFile']

  it('programs of ours read it all the same', () => {
    const { stderr } = spawnSync(process.execPath, [...old, 'scripts/db-copy.mjs', 'here', 'kept.backup'], { cwd: folder, encoding: 'utf8', env: { NODE_ENV: 'test', PATH: process.env.PATH } })
    expect(stderr).toContain('ECONNREFUSED 127.0.0.1:9')
  })

  it('a command checks nothing before it runs on the Node that can', () => {
    const bare = join(folder, 'bare')
    const modules = join(bare, 'node_modules')
    mkdirSync(join(modules, 'node', 'bin'), { recursive: true })
    cpSync('scripts', join(bare, 'scripts'), { recursive: true })
    for (const file of [join(bare, 'package-lock.json'), join(modules, '.package-lock.json')]) writeFileSync(file, '{ "packages": {} }')
    writeFileSync(join(modules, 'node', 'bin', 'node'), '#!/bin/sh\necho "on the other Node: $*"\n', { mode: 0o755 })
    writeFileSync(join(bare, '.env'), 'PORT=3001\n')
    writeFileSync(join(bare, 'command.mjs'), `import { runCommand } from './scripts/lib/command.mjs'\nawait runCommand({ check: () => console.log('checked', process.env.PORT), work() {} })\n`)
    const run = (...words: string[]) => spawnSync(process.execPath, [...words, 'command.mjs'], { cwd: bare, encoding: 'utf8', env: { NODE_ENV: 'test', PATH: process.env.PATH } }).stdout
    expect(run()).toMatch(/^checked 3001\non the other Node: .*command\.mjs\n$/)
    expect(run(...old)).toMatch(/^on the other Node: .*command\.mjs\n$/)
  })
})
