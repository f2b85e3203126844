import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const compose = read('compose.yaml')
/** What stands under a key at the left edge. */
const section = (name: string) => new RegExp(`^${name}:.*\\n((?:[ #].*\\n|\\n)*)`, 'm').exec(compose)![1]!
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)
const example = namesIn(read('.env.example'), /^([A-Z][A-Z0-9_]*)=/gm)

const servers = [
  { name: 'x-web', env: 'lib/env.ts', elsewhere: { NODE_ENV: 'the image', PORT: 'the image starts it on 3000', PUBLIC_PORT: 'Caddy has those of http and https' } },
  { name: 'x-training-api', env: 'training-api/env.ts', elsewhere: { DATA_DIR: 'the image' } },
] as const

describe.each(servers)('$name of compose.yaml', ({ name, env, elsewhere }) => {
  const settings = namesIn(read(env), /^ {2}([A-Z][A-Z0-9_]+): /gm)

  it('hands on every setting that the server reads', () => {
    const given = namesIn(section('x-operation') + section(name), /^ +([A-Z][A-Z0-9_]+):/gm)
    const wanted = [...settings, ...example.filter((one) => one.startsWith('OTEL_'))]
    expect(settings.length).toBeGreaterThan(10)
    expect(wanted.filter((one) => !given.includes(one) && !(one in elsewhere))).toEqual([])
  })

  it('and .env.example has a line for it', () => {
    expect(settings.filter((one) => !example.includes(one) && one !== 'NODE_ENV')).toEqual([])
  })
})

describe('compose.yaml', () => {
  it('takes nothing from outside but what it is told has a default, or says what is missing', () => {
    const needed = namesIn(compose, /\$\{([A-Z_]+):\?/g)
    expect([...new Set(needed)].sort()).toEqual(['ACME_EMAIL', 'CONTENT_DOMAIN', 'POSTGRES_PASSWORD', 'SESSION_SECRET'])
    expect(namesIn(compose, /\$\{([A-Z_]+)\}/g).filter((one) => !needed.includes(one))).toEqual([])
    const guide = read('docs/operating.md')
    for (const name of needed) expect(guide).toMatch(new RegExp(`^${name}=`, 'm'))
  })

  it('is for people unless it is told that it is for a trial', () => {
    expect(compose.match(/DEMO: .*/g)).toEqual(['DEMO: ${DEMO:-off}'])
  })

  it('builds its image once, by a web, which is there also where the training APIs are left out', () => {
    expect(compose.match(/^.*\bbuild:.*$/gm)).toEqual(['    build: .'])
    expect(section('services')).toMatch(/^ {2}web-1:\n {4}<<: \*web\n {4}build: \.$/m)
  })

  it('has an image without the secrets and backups that lie beside it', () => {
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env*', '*.backup']))
  })
})
