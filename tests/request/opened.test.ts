import { sealData } from 'iron-session'
import { afterEach, expect, it, vi } from 'vitest'
import { openerOf } from '@/lib/request/opened'
import { sealPassword } from '@/lib/request/seal-passwords'

afterEach(() => vi.useRealTimers())

const seal = (value: object) => sealData(value, { password: sealPassword, ttl: 3600 })

it('what was opened is known for a minute, and then opened anew', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const open = openerOf<{ name: string }>({ ttl: 3600, most: 10 })
  const sealed = await seal({ name: 'one' })
  const first = await open(sealed)
  expect(first).toEqual({ name: 'one' })
  expect(await open(sealed)).toBe(first)
  vi.setSystemTime(Date.now() + 61_000)
  const later = await open(sealed)
  expect(later).toEqual(first)
  expect(later).not.toBe(first)
})

it('nobody who asks can change what the next one is given', async () => {
  const open = openerOf<{ name: string }>({ ttl: 3600, most: 10 })
  const opened = (await open(await seal({ name: 'one' }))) as { name: string }
  expect(() => (opened.name = 'another')).toThrow(TypeError)
})

it('what nobody sealed is nothing, and no more is known than was said', async () => {
  const open = openerOf<{ name: string }>({ ttl: 3600, most: 1 })
  expect(await open('Fe26.2*made*up')).toEqual({})
  const [one, two] = [await seal({ name: 'one' }), await seal({ name: 'two' })]
  const first = await open(one)
  await open(two)
  expect(await open(one)).not.toBe(first)
})
