import { describe, expect, it } from 'vitest'
import { onceThere } from '../db/once-there.ts'

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' })

/** A database that meets each try with the next of these faults, and then is there. */
function database(...faults: Error[]) {
  const asked: number[] = []
  const open = async () => {
    const fault = faults[asked.push(asked.length) - 1]
    if (fault) throw fault
    return 'open'
  }
  return { asked, open }
}

describe('a database at the start of a server', () => {
  const heard: unknown[] = []
  const given = { patienceMs: 60_000, pauseMs: 1, signal: new AbortController().signal, onWait: (fault: unknown) => void heard.push(fault) }

  it('is waited for while it is away, and that is said once', async () => {
    const { asked, open } = database(away, new Error('wrapped', { cause: away }), away)
    expect(await onceThere(open, given)).toBe('open')
    expect(asked).toHaveLength(4)
    expect(heard).toEqual([away])
  })

  it('is not asked twice when it says no', async () => {
    const { asked, open } = database(wrong)
    await expect(onceThere(open, given)).rejects.toBe(wrong)
    expect(asked).toHaveLength(1)
  })

  it('is given up when the patience is over, or whoever waits is to end', async () => {
    const { asked, open } = database(away, away)
    await expect(onceThere(open, { ...given, patienceMs: 0 })).rejects.toBe(away)
    expect(asked).toHaveLength(1)
    const ending = new AbortController()
    const waiting = onceThere(database(away, away).open, { ...given, pauseMs: 30_000, signal: ending.signal, onWait: () => ending.abort() })
    await expect(waiting).rejects.toBe(away)
  })
})
