import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { store } from '@/lib/request/store'

// Node's own pauses know no other clock than the real one.
vi.mock('node:timers/promises', () => ({ setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) }))

type Once = typeof import('@/lib/request/once').once

/** What a process of its own has: the store is shared, what is under way in it is not. */
async function web(): Promise<Once> {
  vi.resetModules()
  delete (globalThis as { trainhallUnderWay?: unknown }).trainhallUnderWay
  return (await import('@/lib/request/once')).once
}

let webs: [Once, Once]
beforeEach(async () => {
  webs = [await web(), await web()]
})

describe('a write that must not happen twice', () => {
  it('happens once when two webs are asked at the same moment, and both give its answer', async () => {
    let times = 0
    const act = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { times: (times += 1) }
    }
    expect(await Promise.all([webs[0]('same', 60, act), webs[1]('same', 60, act), webs[0]('same', 60, act)])).toEqual(Array(3).fill({ times: 1 }))
    expect(await webs[1]('same', 60, act)).toEqual({ times: 1 })
  })

  it('that fails in one web is tried by the other', async () => {
    const fails = Promise.withResolvers<never>()
    const first = webs[0]('failing', 60, () => fails.promise).catch((error: unknown) => error)
    const second = webs[1]('failing', 60, async () => 'done')
    fails.reject(new Error('away'))
    expect([await first, await second]).toEqual([new Error('away'), 'done'])
  })

  it('that dies with its web is done by the other a few seconds later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    // Which says no more that it is at it.
    const dead = vi.spyOn(globalThis, 'setInterval').mockReturnValue(0 as never)
    onTestFinished(() => {
      dead.mockRestore()
      vi.useRealTimers()
    })
    void webs[0]('dying', 60, () => new Promise(() => {}))
    const given = webs[1]('dying', 60, async () => 'done')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await given).toBe('done')
  })

  it('that takes its time is not done by the other while nothing that the first says reaches Redis', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] })
    const hold = store.hold
    let [isAlone, first] = [false, '']
    // A link that rests answers from the web's own memory.
    const resting = vi.spyOn(store, 'hold').mockImplementation((key, holder, ttlSeconds) => (isAlone && holder === first ? Promise.resolve(true) : hold(key, holder, ttlSeconds)))
    onTestFinished(() => {
      resting.mockRestore()
      vi.useRealTimers()
    })
    const act = (answer: string) => () => new Promise<string>((resolve) => setTimeout(() => resolve(answer), 10_000))
    const given = [webs[0]('resting', 60, act('first'))]
    first = resting.mock.calls[0]![1]
    given.push(webs[1]('resting', 60, act('second')))
    await vi.advanceTimersByTimeAsync(1_500)
    isAlone = true
    await vi.advanceTimersByTimeAsync(6_000)
    isAlone = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await Promise.all(given)).toEqual(['first', 'first'])
  })

  it('that a web goes on with after standing still stays the one’s whose turn it became', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] })
    const still = vi.spyOn(globalThis, 'setInterval').mockReturnValue(999_999 as never)
    onTestFinished(() => {
      still.mockRestore()
      vi.useRealTimers()
    })
    const [slow, next] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const act = vi.fn(async () => 'third')
    const first = webs[0]('moved', 60, () => slow.promise).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    const goesOn = still.mock.calls[0]![0] as () => void
    still.mockRestore()
    await vi.advanceTimersByTimeAsync(10_000)
    const second = webs[1]('moved', 60, () => next.promise)
    await vi.advanceTimersByTimeAsync(2_000)
    goesOn()
    slow.reject(new Error('cut off'))
    expect(await first).toEqual(new Error('cut off'))
    const third = (await web())('moved', 60, act)
    await vi.advanceTimersByTimeAsync(2_000)
    next.resolve('second')
    await vi.advanceTimersByTimeAsync(2_000)
    expect([await second, await third, act.mock.calls.length]).toEqual(['second', 'second', 0])
  })

  it('that another web never finishes is given up, and not done a second time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const act = vi.fn(async () => 'done')
    void webs[0]('hanging', 60, () => new Promise(() => {}))
    const given = webs[1]('hanging', 60, act).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await given).toMatchObject({ code: 'timeout' })
    expect(act).not.toHaveBeenCalled()
  })
})
