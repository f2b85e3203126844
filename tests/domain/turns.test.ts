import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { turnsOf } from '@/lib/domain/turns'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that says when it begins and ends when it is told to. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () => new Promise<string>((resolve, reject) => {
    begun.push(name)
    ends.set(name, (error) => (error ? reject(error) : resolve(name)))
  })
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)!(error) }
}

it('lets so many work at a time, the rest in the order in which it came, also after one that fails', async () => {
  const { begun, work, end } = works()
  const inTurn = turnsOf(2)
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => inTurn(work(name)))
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(begun).toEqual(['a', 'b'])
  end('b', new Error('no'))
  await expect(b).rejects.toThrow('no')
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a')
  end('c')
  expect([await a, await c]).toEqual(['a', 'c'])
  end('d')
  expect(await d).toBe('d')
  for (const name of ['e', 'f', 'g']) void inTurn(work(name))
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

it('has nobody wait longer than that, and nobody’s turn taken by who has left', async () => {
  const { begun, work, end } = works()
  const inTurn = turnsOf(1, { ms: 1_000, error: () => new Error('later') })
  const a = inTurn(work('a'))
  const left = expect(inTurn(work('b'))).rejects.toThrow('later')
  await vi.advanceTimersByTimeAsync(500)
  const c = inTurn(work('c'))
  await vi.advanceTimersByTimeAsync(501)
  await left
  end('a')
  await a
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a', 'c'])
  await vi.advanceTimersByTimeAsync(10_000)
  end('c')
  expect(await c).toBe('c')
})
