import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

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
    await vi.advanceTimersByTimeAsync(7_000)
    expect(await given).toBe('done')
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
