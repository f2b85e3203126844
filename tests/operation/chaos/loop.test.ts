import { expect, it, vi } from 'vitest'
import { notRun, troubleLoop } from '@/scripts/chaos/loop.mjs'
import { exitCodeOf } from '@/scripts/chaos/table.mjs'

/** A learner who is acknowledged every few milliseconds, as long as `isHeard` says so. */
class FakeLearner {
  acked = 0
  ackedAt = 0
  faults: string[] = []
  troubles: string[] = []
  readonly account: string
  readonly isHeard: () => boolean
  #isStopped = false

  constructor(account: string, isHeard: () => boolean) {
    this.account = account
    this.isHeard = isHeard
  }

  async work() {
    while (!this.#isStopped) {
      await new Promise((done) => setTimeout(done, 5))
      if (this.isHeard()) Object.assign(this, { acked: this.acked + 1, ackedAt: performance.now() })
    }
  }

  open() {}
  async hold() {}
  stop() {
    this.#isStopped = true
  }

  async check() {
    return { missing: [], twice: [] }
  }
}

const part = (accidents: string[] = []) => ({ name: 'part', accidents: () => accidents.splice(0) })

/** One round of a cause under two learners, of whom the second is heard as `isHeard` says; gives its row and what was said. */
async function oneRound({ isHeard = () => true, parts = [part()], begin = () => {} }: { isHeard?: () => boolean; parts?: ReturnType<typeof part>[]; begin?: () => void }) {
  const said: string[] = []
  const causes = [{ name: 'trouble', lastsMs: 10, begin: async () => begin(), end: async () => {} }]
  const learners = [new FakeLearner('learner001', () => true), new FakeLearner('learner002', isHeard)]
  const [row] = await troubleLoop({ learners, parts, causes, rounds: 1, random: () => 0, line: (text: string) => said.push(text), patience: 500 })
  return { row: row ?? expect.unreachable(), said }
}

it('a round after which everybody is answered has no fault', async () => {
  const { row, said } = await oneRound({})
  expect({ row, said }).toMatchObject({ row: { rounds: 1, missing: 0, twice: 0, faults: 0 }, said: [] })
  expect(exitCodeOf([row], { isMixed: false })).toBe(0)
})

it('a learner who is never answered again is a fault, and the command fails', async () => {
  let isOver = false
  const { row, said } = await oneRound({ isHeard: () => !isOver, begin: () => (isOver = true) })
  expect(said).toEqual(['trouble: learner002 was not answered again'])
  expect(row).toMatchObject({ faults: 1, slowestSeconds: 0.5 })
  expect(exitCodeOf([row], { isMixed: true })).toBe(1)
})

it('who had begun a call for which one waits long may be later by that', async () => {
  let endedAt = 0
  const late = async (patienceSeconds: number) => {
    const learner = Object.assign(new FakeLearner('learner001', () => endedAt === 0), { wish: { patienceSeconds } })
    const causes = [{ name: 'trouble', lastsMs: 10, begin: async () => {}, end: async () => void (endedAt = performance.now()) }]
    const working = troubleLoop({ learners: [learner], parts: [part()], causes, rounds: 1, random: () => 0, line: () => {} })
    await vi.waitFor(() => expect(endedAt).toBeGreaterThan(0), { interval: 1 })
    // Eleven seconds after the end, of which one need not wait.
    Object.assign(learner, { acked: learner.acked + 1, ackedAt: endedAt + 11_000 })
    const [row] = await working
    endedAt = 0
    return row?.faults
  }
  expect([await late(0), await late(2)]).toEqual([1, 0])
})

it('a part that ended by itself is a fault', async () => {
  const { row, said } = await oneRound({ parts: [part(), part(['The web ended by itself (1)'])] })
  expect(said).toEqual(['trouble: The web ended by itself (1)'])
  expect(row.faults).toBe(1)
})

it('what cannot be run fails where it was named, and is only said where everything was to be run', () => {
  const rows = [notRun('disk full', 'no disk')]
  expect(exitCodeOf(rows, { isMixed: false })).toBe(1)
  expect(exitCodeOf(rows, { isMixed: true })).toBe(0)
})
