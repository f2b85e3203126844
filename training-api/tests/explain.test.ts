import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { UsageError } from '../arguments.ts'
import { endExplained } from '../explain.ts'

describe('why a program ends is told in one sentence', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    process.exitCode = undefined
  })

  function told(fault: unknown): string {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    endExplained(fault, 'It could not be done')
    expect(process.exitCode).toBe(1)
    return write.mock.calls.map(([text]) => String(text)).join('')
  }

  const driver = Object.assign(new Error('could not extend file "base/5/1": No space left on device'), { code: '53100' })
  test.each<[string, unknown, string]>([
    ['what is a sentence already', new UsageError('A tenant needs a domain.'), 'A tenant needs a domain.\n'],
    ['a statement that failed, without its values', new Error('Failed query: insert into learners values ($1)\nparams: secret', { cause: driver }), 'It could not be done: could not extend file "base/5/1": No space left on device\n'],
    ['every address that was tried', new Error('Failed query', { cause: new AggregateError([new Error('connect ECONNREFUSED ::1:9'), new Error('connect ECONNREFUSED 127.0.0.1:9')]) }), 'It could not be done: connect ECONNREFUSED ::1:9, connect ECONNREFUSED 127.0.0.1:9\n'],
    ['a fault that has a code alone', Object.assign(new Error(''), { code: 'ECONNRESET' }), 'It could not be done: ECONNRESET\n'],
    ['an address that is none', Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' }), 'It could not be done: Invalid URL\n'],
    ['what is no error at all', 'gone', 'It could not be done: gone\n'],
  ])('%s', (_what, fault, sentence) => {
    expect(told(fault)).toBe(sentence)
  })

  test.each<[string, string[], string, string]>([
    ['without TLS', ['N'], '?sslmode=require', 'The server does not support SSL connections'],
    ['that is none of PostgreSQL', ['E'], '?sslmode=require', 'There was an error establishing an SSL connection'],
    ['that wants a password', ['R\0\0\0\x17\0\0\0\nSCRAM-SHA-256\0\0', 'R\0\0\0\x0f\0\0\0\vr=x,s=x'], '', 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'],
    ['whose way of letting in is another', ['R\0\0\0\x0e\0\0\0\nPLAIN\0\0'], '', 'SASL: Only mechanism(s) SCRAM-SHA-256 are supported'],
  ])('what the driver says of a server %s', async (_what, answers, query, sentence) => {
    // The driver finds passwords here by itself.
    vi.stubEnv('PGPASSWORD', '')
    vi.stubEnv('PGPASSFILE', '/none')
    const server = createServer((socket) => socket.on('data', () => socket.write(answers.shift() ?? '', 'latin1'))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = new pg.Client(`postgres://u@127.0.0.1:${(server.address() as AddressInfo).port}/x${query}`)
    const fault: unknown = await client.connect().catch((reason: unknown) => reason)
    expect(told(fault)).toBe(`It could not be done: ${sentence}\n`)
    vi.unstubAllEnvs()
    server.close()
  })

  test.each([
    ['of its types', new TypeError('of undefined'), 'TypeError: of undefined'], ['of ours', new Error('A query went around its transaction'), 'Error: A query went around its transaction'],
    ['of a statement', Object.assign(new Error('duplicate key value'), { code: '23505' }), 'Error: duplicate key value'],
  ])('a mistake %s keeps the place where it happened', (_what, cause, said) => {
    const text = told(new Error('wrapped', { cause }))
    expect(text).toContain(`It could not be done: ${said}\n`)
    expect(text).toMatch(/\n\s+at .*explain\.test\.ts/)
  })
})

describe('without the database the small programs end with one sentence', () => {
  const run = (program: string, settings: Record<string, string>, ...args: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const file = fileURLToPath(new URL(`../${program}`, import.meta.url))
      execFile(process.execPath, [file, ...args], { env: { PATH: process.env.PATH, NODE_ENV: 'test', ...settings } }, (fault, out, err) => resolve({ code: Number(fault?.code ?? 0), said: (out + err).trim() }))
    })

  test.each([
    ['add-tenant.ts', ['--domain', 'a.example', '--name', 'A', '--account', 'a'], 'The tenant could not be added'],
    ['answer-files.ts', [], 'The answer files could not be read'],
    ['seed/cli.ts', [], 'The database could not be filled'],
  ])('%s', async (program, args, what) => {
    const { code, said } = await run(program, { DATABASE_URL: 'postgres://u@127.0.0.1:9/x' }, ...args)
    expect([code, said]).toEqual([1, `${what}: connect ECONNREFUSED 127.0.0.1:9`])
    const wrong = await run(program, { DATABASE_POOL_SIZE: 'x' }, ...args)
    expect(wrong.code).toBe(1)
    expect(wrong.said.split('\n')).toEqual([expect.stringContaining('because of its settings'), expect.stringContaining('DATABASE_POOL_SIZE must be')])
  }, 180_000)
})
