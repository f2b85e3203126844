import { describe, expect, it } from 'vitest'
import { troubleOf } from '../../rules/troubles.ts'

const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

describe('what keeps a server from doing what it was asked', () => {
  it.each([
    ['PostgreSQL has no room', coded('53100'), 'full'],
    ['a file has no room', coded('ENOSPC'), 'full'],
    ['the embedded database has no room', new Error('could not extend file "base/5/16384": No space left on device'), 'full'],
    ['the server is gone', coded('ECONNREFUSED'), 'away'],
    ['the server is shutting down', coded('57P01'), 'away'],
    ['the server takes no writes', coded('25006', 'cannot execute INSERT in a read-only transaction'), 'away'],
    ['a connection exception', coded('08006'), 'away'],
    ['the connection ended', new Error('Connection terminated unexpectedly'), 'away'],
    ['no connection in time', new Error('timeout exceeded when trying to connect'), 'away'],
    ['somebody has locked it', coded('55P03'), 'busy'],
    ['a statement took too long', coded('57014'), 'busy'],
    ['too much waits', coded('EAGAIN'), 'busy'],
    ['a silent network', new Error('Query read timeout'), 'away'],
    ['the engine is started anew', new Error('The database is being started anew.'), 'away'],
  ])('%s', (_, fault, trouble) => {
    expect(troubleOf(fault)).toBe(trouble)
    expect(troubleOf(new Error('Failed query: select 1', { cause: fault }))).toBe(trouble)
    expect(troubleOf(new AggregateError([new Error('another'), fault]))).toBe(trouble)
  })

  it.each([['a duplicate', coded('23505')], ['a fault of ours', new TypeError('of undefined')], ['no error at all', 'ENOSPC'], ['nothing', null]])('is not %s', (_, fault) => {
    expect(troubleOf(fault)).toBeNull()
  })
})
