import { describe, expect, it, test, vi } from 'vitest'
import { platformOf } from '@/scripts/chaos/calls.mjs'
import { faultsOfStatuses } from '@/scripts/chaos/disk.mjs'
import { faultBehindFront, faultOfDoor, faultOfPlatform } from '@/scripts/chaos/door-answers.mjs'
import { askDoor } from '@/scripts/chaos/web.mjs'
import { Cut } from '../../../training-api/tests/answer-kill-stage.ts'
import { messages } from '../../../training-api/rules/messages.ts'

const told = (error: object) => JSON.stringify({ error })

test.each([[502, 'failed'], [502, 'malformed'], [504, 'timeout'], [429, 'busy']])('a door may put somebody off with %i and %s', (status, code) => {
  expect(faultOfDoor({ status, text: told({ code }) })).toBeNull()
})

test.each([
  ['a raw 500', 500, 'Internal Server Error', 'answered 500 in no form of ours'],
  ['a 500 in our form', 500, told({ code: 'failed' }), 'answered 500'],
  ['a code that is none', 502, told({ code: 'toString' }), 'answered 502'],
  ['a no for good', 409, told({ code: 'rejected' }), 'answered 409'],
  ['more than our form', 502, '{"error":{"code":"failed"},"trace":"x"}', 'answered 502'],
  ['more within it', 502, told({ code: 'failed', cause: 'x' }), 'answered 502'],
  ['a stack in our form', 502, told({ code: 'failed', message: 'Error: x\n    at load (/srv/app.js:3:14)' }), 'shows its insides'],
  ['the platform’s stack', 502, told({ code: 'failed', message: 'java.lang.NullPointerException' }), 'shows its insides'],
  ['a page', 200, '<html></html>', 'answered 200'],
  ['nothing', 0, 'fetch failed', 'did not answer: fetch failed'],
])('a door may not put somebody off with %s', (_, status, text, fault) => {
  expect(faultOfDoor({ status, text })).toContain(fault)
})

it('behind the front a door may be answered by an empty 503, and by nothing else that is not ours', () => {
  expect([faultBehindFront({ status: 503, text: '' }), faultBehindFront({ status: 502, text: told({ code: 'failed' }) })]).toEqual([null, null])
  expect([faultBehindFront({ status: 502, text: '' }), faultBehindFront({ status: 503, text: 'no upstream' }), faultOfDoor({ status: 503, text: '' })].every((fault) => fault?.includes('in no form of ours'))).toBe(true)
})

test.each([
  ['a database that is away', 503, { code: 1, msg: messages.databaseAway, data: null }, null],
  ['a disk without room', 507, { code: 1, msg: messages.diskFull, data: null }, null],
  ['too much asked', 429, { code: 1, msg: messages.tooOften, data: null }, null],
  ['a fault of its own', 500, { code: 1, msg: messages.serverFault, data: null }, 'answered 500'],
  ['a success that is none', 503, { code: 0, msg: null, data: null }, 'answered 503'],
  ['its insides', 503, { code: 1, msg: `${messages.databaseAway} at com.x`, data: null }, 'shows its insides'],
])('the training API puts somebody off for %s', (_, status, reply, fault) => {
  const found = faultOfPlatform({ status, text: JSON.stringify(reply) })
  if (fault === null) expect(found).toBeNull()
  else expect(found).toContain(fault)
})

it('the training API may not leave somebody without an answer', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ access_token: 'x', user_info: { id: 1 } })))
  const platform = await platformOf('http://localhost', 'learner001')
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed')
  })
  const error: unknown = await platform.post('train/app/note').catch((cause: unknown) => cause)
  vi.unstubAllGlobals()
  expect(error).toBeInstanceOf(Cut)
  expect(error).toMatchObject({ status: 0, text: 'TypeError: fetch failed' })
  expect(faultOfPlatform({ status: 0, text: 'TypeError: fetch failed' })).toBe('the platform did not answer: TypeError: fetch failed')
})

it.each([
  [[200, 507, 503], []],
  [[200, 200], ['the disk was not full']],
  [[500, 507, 500, 'refused'], ['a write was answered 500', 'a write was refused']],
  [[200, 0], ['the disk was not full', 'a write was not answered']],
  [[507, 0], ['a write was not answered']],
])('answers of a platform on a full disk: %j', (statuses, faults) => {
  expect(faultsOfStatuses(statuses)).toEqual(faults)
})

describe('what a door answers', () => {
  it.each([
    ['a status', new Response('raw', { status: 500 }), { status: 500, text: 'raw' }],
    ['a page', new Response('<html>'), { status: 200, text: '<html>' }],
  ])('is kept whole where it has to be asked again: %s', async (_, answer, kept) => {
    vi.stubGlobal('fetch', async () => answer)
    const error: unknown = await askDoor('http://localhost/x', {}).catch((cause: unknown) => cause)
    vi.unstubAllGlobals()
    expect(error).toBeInstanceOf(Cut)
    expect(error).toMatchObject(kept)
  })

  it('is missing where the connection broke', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed')
    })
    const error: unknown = await askDoor('http://localhost/x', {}).catch((cause: unknown) => cause)
    vi.unstubAllGlobals()
    expect(error).toMatchObject({ status: 0 })
  })
})
