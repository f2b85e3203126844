import { describe, expect, it, test, vi } from 'vitest'
import { faultOfDoor } from '@/scripts/chaos/door-answers.mjs'
import { askDoor } from '@/scripts/chaos/web.mjs'
import { Cut } from '../../../training-api/tests/answer-kill-stage.ts'

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
