import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { log, scrubbed } from '@/lib/log'
import { hearFramework } from '@/lib/operation/framework-words'

const { error, warn } = console
const written = { error: vi.spyOn(log, 'error').mockReturnValue(undefined), warn: vi.spyOn(log, 'warn').mockReturnValue(undefined) }
beforeEach(() => {
  vi.useFakeTimers()
  hearFramework()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  Object.assign(console, { error, warn })
  for (const level of Object.values(written)) level.mockClear()
})

it('what the framework says is one event, stack and all', () => {
  console.error(' ⨯', new Error('a header\nof a visitor'))
  expect(written.error.mock.calls).toEqual([[{ said: expect.stringMatching(/⨯ Error: a header\nof a visitor\n {4}at /) as string }, 'the framework says']])
})

it('however much of it visitors bring about, so much is written in a minute, and how much more there was', () => {
  for (let time = 0; time < 1_000; time += 1) console.error('Error', time)
  expect(written.error).toHaveBeenCalledTimes(20)
  vi.advanceTimersByTime(60_000)
  expect(written.warn.mock.calls).toEqual([[{ times: 980 }, 'the framework said more']])
})

it('of a long line the log writes the beginning, and no half of what it would have struck out', () => {
  for (let before = 3_985; before < 4_001; before += 1) console.warn(`${'x'.repeat(before)} 13800000001 ${'x'.repeat(100_000)}`)
  const said = written.warn.mock.calls.map(([facts]) => scrubbed((facts as { said: string }).said))
  expect([said.length, said.filter((line) => /1380/.test(line) || line.length > 4_000)]).toEqual([16, []])
})
