import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '@/lib/env'
import { isDemo } from '@/scripts/lib/settings.mjs'
import { readEnv } from '@/training-api/env'

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

describe('a platform that hangs', () => {
  it('keeps nobody longer than seven seconds, and what is uploaded two minutes', () => {
    const { UPSTREAM_TIMEOUT_MS, UPSTREAM_UPLOAD_TIMEOUT_MS } = parseEnv({})
    expect([UPSTREAM_TIMEOUT_MS, UPSTREAM_UPLOAD_TIMEOUT_MS]).toEqual([7_000, 120_000])
    expect(readFileSync('.env.example', 'utf8')).toMatch(/^UPSTREAM_TIMEOUT_MS=7000$/m)
  })
})
