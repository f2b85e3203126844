import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '@/lib/env'
import { isDemo } from '@/scripts/lib/settings.mjs'
import { readEnv, readServerEnv } from '@/training-api/env'

const served = { NODE_ENV: 'production', SESSION_SECRET: 'a-secret-for-the-tests-only-0123456789' }

describe('a web that serves people', () => {
  it('does not start with the client secret that everybody knows', () => {
    for (const known of [{}, { UPSTREAM_CLIENT_SECRET: '' }, { UPSTREAM_CLIENT_SECRET: 'train' }]) {
      expect(() => parseEnv({ ...served, DEMO: 'off', ...known })).toThrow('UPSTREAM_CLIENT_SECRET must be another')
    }
    expect(parseEnv({ ...served, DEMO: 'off', UPSTREAM_CLIENT_SECRET: 'its-own' }).UPSTREAM_CLIENT_SECRET).toBe('its-own')
  })

  it.each([
    ['the demo', { ...served, DEMO: 'on' }],
    ['development', { DEMO: 'off' }],
    ['a build, which calls nobody,', { NODE_ENV: 'production', NEXT_PHASE: 'phase-production-build', DEMO: 'off' }],
  ])('%s needs no other', (_name, settings) => {
    expect(parseEnv(settings).UPSTREAM_CLIENT_SECRET).toBe('train')
  })
})

describe('the key for passwords', () => {
  it.each([['sixteen bytes', 'pigxpigxpigxpig!', true], ['sixteen characters of more bytes', '密钥密钥密钥密钥密钥密钥密钥密钥', false], ['few characters of sixteen bytes', '密钥密钥密!', true], ['fifteen bytes', 'pigxpigxpigxpig', false]])('of %s', (_name, key, isRight) => {
    const parse = () => parseEnv({ UPSTREAM_PASSWORD_KEY: key })
    if (isRight) expect(parse().UPSTREAM_PASSWORD_KEY).toBe(key)
    else expect(parse).toThrow('UPSTREAM_PASSWORD_KEY must be 16 bytes')
  })
})

describe('the demo', () => {
  it.each([
    ['on', true], ['1', true], ['true', true], ['', true], [undefined, true], ['off', false], ['0', false], ['false', false],
  ])('with DEMO=%s is %s for the web, the training API and the command that starts both', (DEMO, demo) => {
    expect([parseEnv({ DEMO }).DEMO, readEnv({ DEMO, UPSTREAM_CLIENT_SECRET: 'own' }).demo, isDemo(DEMO)]).toEqual([demo, demo, demo])
  })
})

describe('a setting', () => {
  it.each([
    ['REDIS_URL', 'redis://h:6379/abc'], ['REDIS_URL', 'redis://:%zz@h:6379'], ['REDIS_URL', 'redis://'], ['REDIS_URL', 'http://h'],
    ['FILE_HOSTS', 'https://cdn.example'], ['FILE_HOSTS', 'cdn.example/films'], ['FILE_HOSTS', 'cdn.example; script-src *'],
    ['CONTENT_ORIGIN', 'https://content.example/x'], ['CONTENT_ORIGIN', 'https://content.example?x'], ['CONTENT_ORIGIN', 'https://a@content.example'],
    ['TENANT_CACHE_SECONDS', 'abc'], ['TENANT_CACHE_SECONDS', '0'], ['PUBLIC_SCHEME', 'ftp'], ['PORT', '70000'], ['DRAIN_SECONDS', '301'],
    ['OTEL_TRACES_SAMPLER', 'ratio'], ['OTEL_TRACES_SAMPLER_ARG', '5%'], ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['UPSTREAM_TIMEOUT_MS', '2147483648'], ['UPSTREAM_UPLOAD_TIMEOUT_MS', '2147483648'], ['SESSION_MAX_AGE_SECONDS', '9007199254740991'], ['SESSION_IDLE_SECONDS', '9007199254740991'],
    ['UPSTREAM_BASE_URL', 'https://platform.example/?x=1'], ['UPSTREAM_BASE_URL', 'https://platform.example/#x'], ['UPSTREAM_BASE_URL', 'https://name:word@platform.example'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318?x'], ['UPSTREAM_CLIENT_ID', 'train:web'], ['DRAIN_SECONDS', ' '], ['PORT', '\t'], ['OTEL_TRACES_SAMPLER_ARG', ' '],
  ])('%s=%s is refused in one sentence that names it', (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`^The web cannot start, because of its settings: ${name} must [^\n]+\\.$`))
  })

  it.each([
    ['REDIS_URL', 'redis://user:p%40ss@h:6379/2', 'redis://user:p%40ss@h:6379/2'], ['REDIS_URL', 'rediss://[::1]:6380/', 'rediss://[::1]:6380/'],
    ['FILE_HOSTS', 'CDN.example, films.example:8443,[::1]:80', ['cdn.example', 'films.example:8443', '[::1]:80']], ['CONTENT_ORIGIN', 'https://Content.example:443/', 'https://content.example'],
    ['OTEL_TRACES_SAMPLER', 'parentbased_traceidratio', 'parentbased_traceidratio'],
  ] as const)('%s=%s is read', (name, value, read) => {
    expect(parseEnv({ [name]: value })[name]).toEqual(read)
  })

  it('of a share of traces goes with a sampler that takes one', () => {
    expect(parseEnv({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' }).OTEL_TRACES_SAMPLER_ARG).toBe(0.05)
    for (const sampler of [{}, { OTEL_TRACES_SAMPLER: 'always_on' }]) expect(() => parseEnv({ ...sampler, OTEL_TRACES_SAMPLER_ARG: '0.05' })).toThrow('OTEL_TRACES_SAMPLER_ARG needs OTEL_TRACES_SAMPLER=')
  })
})

describe('a setting of the training API', () => {
  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318?x'], ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318/#'], ['UPSTREAM_CLIENT_ID', 'train:web'],
    ['MEDIA_DIR', 'package.json'], ['MEDIA_DIR', 'nowhere/media'], ['TRAINING_API_PORT', ' '], ['TRAINING_API_METRICS_PORT', ' '],
  ])('%s=%s is refused in one sentence that names it', (name, value) => {
    expect(() => readServerEnv({ [name]: value })).toThrow(new RegExp(`^The training API cannot start, because of its settings:\n  ${name} must [^\n]+$`))
  })

  it('of its media is looked at by a server alone', () => {
    expect(readEnv({ MEDIA_DIR: 'nowhere/media' }).mediaDir).toBe('nowhere/media')
  })

  it.each(['training-api', 'nowhere/data/media'])('may name a folder that is there, or is to be made with the data: %s', (MEDIA_DIR) => {
    expect(readServerEnv({ MEDIA_DIR, DATA_DIR: 'nowhere/data' }).mediaDir).toBe(MEDIA_DIR)
  })
})

describe('a start with wrong settings', () => {
  const programs = {
    'the command that starts both servers': `import('./scripts/lib/server-settings.mjs').then(({ requireReadable }) => requireReadable({ SESSION_SECRET: 'short', DRAIN_SECONDS: 'soon' })).catch((refusal) => { console.error(refusal.message); process.exit(1) })`,
    'the web': `import { registerHooks } from 'node:module'
      registerHooks({ resolve: (name, context, next) => next(name === '@/lib/env' ? new URL('./lib/env.ts', 'file://' + process.cwd() + '/').href : name, context) })
      await (await import('./lib/operation/require-settings.ts')).requireSettings()`,
  }
  it.each(Object.entries(programs))('ends %s with one sentence for each server, and no stack', (name, program) => {
    const { status, stderr } = spawnSync(process.execPath, ['--conditions=react-server', '--input-type=module', '-e', program], { encoding: 'utf8', env: { NODE_ENV: 'production', PATH: process.env.PATH, SESSION_SECRET: 'short', DRAIN_SECONDS: 'soon' } })
    expect(status).toBe(1)
    expect(stderr).toContain('The web cannot start, because of its settings: DRAIN_SECONDS must be a whole number from 0 to 300; SESSION_SECRET must have at least 32 characters.\n')
    expect(stderr.includes('The training API cannot start, because of its settings:\n  DRAIN_SECONDS must')).toBe(name !== 'the web')
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})

describe('a platform that hangs', () => {
  it('keeps nobody longer than seven seconds, and what is uploaded two minutes', () => {
    const { UPSTREAM_TIMEOUT_MS, UPSTREAM_UPLOAD_TIMEOUT_MS } = parseEnv({})
    expect([UPSTREAM_TIMEOUT_MS, UPSTREAM_UPLOAD_TIMEOUT_MS]).toEqual([7_000, 120_000])
    expect(readFileSync('.env.example', 'utf8')).toMatch(/^UPSTREAM_TIMEOUT_MS=7000$/m)
  })
})
