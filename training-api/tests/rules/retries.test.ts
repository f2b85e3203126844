import { describe, expect, test } from 'vitest'
import { createRetries } from '../../rules/retries.ts'

describe('what failed', () => {
  const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1000)

  test('is tried again after a pause that doubles up to ten minutes, until it succeeds', () => {
    const retries = createRetries<string>()
    const pauses: number[] = []
    for (let now = 0; pauses.length < 9;) {
      retries.failed('a', 'A', at(now))
      const pause = Array.from({ length: 700 }, (_, seconds) => seconds).find((seconds) => retries.due(at(now + seconds)).length > 0) ?? Infinity
      pauses.push(pause)
      now += pause
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600])
    retries.succeeded('a')
    expect([retries.keys(), retries.due(at(1e6))]).toEqual([[], []])
    retries.failed('a', 'A', at(0))
    expect(retries.due(at(5))).toEqual(['A'])
  })

  test('is tried at once when the clock was set back', () => {
    const retries = createRetries<string>()
    retries.failed('a', 'A', at(7_200))
    expect([retries.due(at(7_201)), retries.due(at(0))]).toEqual([[], ['A']])
  })

  test('is remembered ten thousand times', () => {
    const retries = createRetries<number>()
    for (let one = 0; one <= 10_000; one += 1) retries.failed(String(one), one, at(0))
    expect([retries.keys().length, retries.due(at(5))[0]]).toEqual([10_000, 1])
  })
})
