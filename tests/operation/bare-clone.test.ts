import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'

// Who has just cloned has no packages, and perhaps an old Node: every command must come so far as to install them.
vi.setConfig({ testTimeout: 60_000 })

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const entries = [...new Set(Object.values(scripts).flatMap((line) => /^node (scripts\/[\w-]+\.mjs)/.exec(line)?.[1] ?? []))]

/** What a module takes in before its first line runs: names as they are written, of what stands outside of `scripts` or is no plain script. */
function foreignImports(entry: string, read = (file: string) => readFileSync(file, 'utf8')): string[] {
  const seen = new Set<string>()
  const foreign: string[] = []
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, name] of read(file).matchAll(/^(?:import\s+(?:[^'"]*?\sfrom\s+)?|export\s+(?:\*|\{[^}]*\})\s*from\s+)['"]([^'"]+)['"]/gm)) {
      if (name!.startsWith('node:')) continue
      const path = resolve(dirname(file), name!)
      if (name!.startsWith('.') && path.startsWith(resolve('scripts')) && path.endsWith('.mjs')) visit(path)
      else foreign.push(name!)
    }
  }
  visit(resolve(entry))
  // What an entry loads by itself, after it has seen to the Node it runs on, belongs to it.
  for (const [, name] of read(resolve(entry)).matchAll(/^import\('([^']+)'\)/gm)) visit(resolve(dirname(resolve(entry)), name!))
  return foreign
}

it('there are commands to look at', () => {
  for (const name of ['up', 'verify', 'bench', 'chaos', 'cluster', 'fuzz', 'db-copy', 'doctor']) expect(entries).toContain(`scripts/${name}.mjs`)
})

test.each(entries)('%s begins with nothing that must be installed', (entry) => {
  expect(foreignImports(entry)).toEqual([])
})

it('a command that begins with a package, or with a source that old Node cannot read, is found', () => {
  const files = { 'scripts/x.mjs': "import './lib/y.mjs'\n\nimport('./lib/z.mjs').then()", 'scripts/lib/y.mjs': "import pg from 'pg'", 'scripts/lib/z.mjs': "import {\n  a } from 'node:fs'\nexport { b } from '../../training-api/b.ts'" }
  const read = (file: string) => Object.entries(files).find(([name]) => file.endsWith(name))![1]
  expect(foreignImports('scripts/x.mjs', read)).toEqual(['pg', '../../training-api/b.ts'])
})

describe('in a folder without packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trainhall-bare-'))
  beforeAll(() => {
    cpSync('scripts', join(folder, 'scripts'), { recursive: true })
    cpSync('package.json', join(folder, 'package.json'))
    writeFileSync(join(folder, '.env'), 'PORT=3999\n')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(entries)('%s says how it is used', (entry) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [entry, '--help'], { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, NODE_ENV: 'test' } })
    expect(stderr).toBe('')
    expect(stdout).toContain('npm run ')
    expect(status).toBe(0)
  })
})

describe('in a folder without the packages that only build and test, as in the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trainhall-pruned-'))
  beforeAll(() => {
    cpSync('scripts', join(folder, 'scripts'), { recursive: true })
    for (const name of ['training-api', 'package.json', 'package-lock.json']) symlinkSync(resolve(name), join(folder, name))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(resolve('node_modules', 'node'), join(folder, 'node_modules', 'node'))
    const lock = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as { packages: Record<string, { dev?: boolean; devOptional?: boolean }> }
    const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional))
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ ...lock, packages }))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  // Without npm nothing can be installed.
  const run = (entry: string) => spawnSync(process.execPath, [entry], { cwd: folder, encoding: 'utf8', env: { PATH: '/nowhere', NODE_ENV: 'test', DATABASE_URL: 'postgres://u@127.0.0.1:9/x' } })

  it('programs run, and nothing is installed', () => {
    expect(run('scripts/answer-files.mjs')).toMatchObject({ status: 1, stderr: expect.stringContaining('ECONNREFUSED 127.0.0.1:9') })
  })

  it('what builds and tests asks for all packages', () => {
    expect(run('scripts/fuzz.mjs')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm was not found') })
  })
})

test.each(entries)('%s can be read by a Node that is too old, so that it is told so', (entry) => {
  expect(readFileSync(entry, 'utf8')).toMatch(/^(\/\/ .*\n)*import '\.\/lib\/node-version\.mjs'\n\nimport\('\.\/lib\/[\w-]+\.mjs'\)\.then\(\(\{ \w+ \}\) => \w+\(.*\)\)\n$/)
})

test.each([['add-tenant.ts', 'npm run add-tenant'], ['answer-files.ts', 'npm run answer-files'], ['db/copy/cli.ts', 'npm run db:copy'], ['db/forget.ts', 'npm run db:forget'], ['seed/cli.ts', '--learners']])('training-api/%s says itself how it is used', (program, usage) => {
  const { status, stdout } = spawnSync(process.execPath, [`training-api/${program}`, '--help'], { encoding: 'utf8' })
  expect(stdout).toContain(usage)
  expect(status).toBe(0)
})
