import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { notRun, troubleLoop } from '@/scripts/chaos/loop.mjs'
import { exitCodeOf, handInSentence, notRunSentence } from '@/scripts/chaos/table.mjs'
import { leavesUp, withoutServer } from '@/scripts/chaos/writes.mjs'

/** A learner who is acknowledged every few milliseconds, as long as `isHeard` says so. */
class FakeLearner {
  acked = 0
  ackedAt = 0
  faults: string[] = []
  troubles: string[] = []
  done = new Map<string, number>()
  kinds: string[] = []
  turns = 1
  met = new Map<string, number>()
  wish: object | null = null
  sentAt: number | null = null
  wasUp: boolean[] = []
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
      if (!this.isHeard()) continue
      Object.assign(this, { acked: this.acked + 1, ackedAt: performance.now() })
      this.done.set('note', this.acked)
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

  meet() {
    this.met.set('note', (this.met.get('note') ?? 0) + 1)
  }

  troubleFaults({ isUp }: { isUp: boolean }): string[] {
    this.wasUp.push(isUp)
    return []
  }
}

const part = (accidents: string[] = []) => ({ name: 'part', accidents: () => accidents.splice(0) })

/** Takes in what is said to be wrong; what learners did is said beside it. */
const faultsInto = (said: string[]) => (text: string) => void (text.includes('; met by it: ') || said.push(text))

/** One round of a cause under two learners, of whom the second is heard as `isHeard` says; gives its row and what was said. */
async function oneRound({ isHeard = () => true, parts = [part()], begin = () => {} }: { isHeard?: () => boolean; parts?: ReturnType<typeof part>[]; begin?: () => void }) {
  const said: string[] = []
  const causes = [{ name: 'trouble', lastsMs: 10, begin: async () => begin(), end: async () => {} }]
  const learners = [new FakeLearner('learner001', () => true), new FakeLearner('learner002', isHeard)]
  const [row] = await troubleLoop({ learners, parts, causes, rounds: 1, random: () => 0, line: faultsInto(said), patience: 500 })
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

/** A round of which one learner is told something so many seconds after its end; `wish` is what they wish for then, sent so many seconds before. */
async function answeredLate({ seconds, wish, sentBefore = null }: { seconds: number; wish?: { patienceSeconds?: number }; sentBefore?: number | null }) {
  let endedAt = 0
  const said: string[] = []
  const learner = Object.assign(new FakeLearner('learner001', () => endedAt === 0), { wish, sentAt: null as number | null })
  const end = async () => {
    endedAt = performance.now()
    learner.sentAt = sentBefore === null ? null : endedAt - sentBefore * 1000
  }
  const working = troubleLoop({ learners: [learner], parts: [part()], causes: [{ name: 'trouble', lastsMs: 10, begin: async () => {}, end }], rounds: 1, random: () => 0, line: faultsInto(said) })
  await vi.waitFor(() => expect(endedAt).toBeGreaterThan(0), { interval: 1, timeout: 10_000 })
  Object.assign(learner, { acked: learner.acked + 1, ackedAt: endedAt + seconds * 1000 })
  const [row] = await working
  return { row: row ?? expect.unreachable(), said }
}

it('who waits for a hand-in has a figure of their own, and ten seconds from the moment on when it is given up', async () => {
  const handIn = { patienceSeconds: 15 }
  const late = await answeredLate({ seconds: 11 })
  expect(late.row).toMatchObject({ faults: 1, slowestSeconds: 11, handInSeconds: null })
  const waited = await answeredLate({ seconds: 11, wish: handIn, sentBefore: 5 })
  expect(waited.row).toMatchObject({ faults: 0, slowestSeconds: 0, handInSeconds: 11 })
  expect(handInSentence([late.row, waited.row])).toBe("hand-ins: 11 s, of which up to 15 s is the wait for the platform's own answer")
  expect(handInSentence([late.row])).toBeNull()
  const tooLate = await answeredLate({ seconds: 21, wish: handIn, sentBefore: 5 })
  expect(tooLate.said).toEqual([expect.stringMatching(/learner001 was answered again after 11\.\d s beyond the 10\.0 s that a hand-in waits$/)])
  // The web's own number.
  expect(readFileSync('lib/training/attempts.ts', 'utf8')).toContain('HAND_IN_AGAIN_MS = 15_000')
  // What was given up before the end, or is not under way, waits for nothing.
  expect((await answeredLate({ seconds: 11, wish: handIn, sentBefore: 16 })).row).toMatchObject({ faults: 1, handInSeconds: null })
  expect((await answeredLate({ seconds: 11, wish: handIn })).row).toMatchObject({ faults: 1, handInSeconds: null })
})

it('what is asked for again after the end counts for the slowest recovery, and may not come late', async () => {
  const said: string[] = []
  const again = async () => [{ who: '/Home', seconds: 3 }, { who: '/news', seconds: 12 }, { who: '/login still says', seconds: null }]
  const [row] = await troubleLoop({ learners: [new FakeLearner('learner001', () => true)], parts: [part()], causes: [{ name: 'trouble', lastsMs: 10, begin: async () => {}, end: async () => {}, again }], rounds: 1, random: () => 0, line: faultsInto(said), patience: 20_000 })
  expect(row).toMatchObject({ faults: 2, slowestSeconds: 20 })
  expect(said).toEqual(['trouble: /news was answered again after 12.0 s', 'trouble: /login still says was not answered again'])
})

it('what learners did and what a cause met is said for each cause, and what none of them ever did is a fault', async () => {
  const said: string[] = []
  const learner = Object.assign(new FakeLearner('learner001', () => true), { kinds: ['note', 'review', 'visit'] })
  // Who has done too little for everything to come up says nothing of it.
  const brief = Object.assign(new FakeLearner('learner002', () => true), { kinds: ['grade'], turns: 1_000_000 })
  const causes = [{ name: 'trouble', lastsMs: 10, begin: async () => {}, end: async () => {} }]
  const rows = await troubleLoop({ learners: [learner, brief], parts: [part()], causes, rounds: 1, random: () => 0, line: (text: string) => said.push(text) })
  expect(said).toEqual([expect.stringMatching(/^trouble: acknowledged \d+ note; met by it: 2 note$/), 'nobody did in any round: review, visit'])
  expect(rows.map(({ faults }: { faults: number }) => faults)).toEqual([0, 2])
})

it('a door that does not answer is looked for where a cause leaves up whom its learner asks', async () => {
  const learners = [new FakeLearner('learner001', () => true), new FakeLearner('learner002', () => true)]
  const only = (learner: { account: string }) => learner.account === 'learner002'
  const causes = [true, only, undefined].map((isWebUp, at) => ({ name: `trouble ${at}`, isWebUp, lastsMs: 10, begin: async () => {}, end: async () => {} }))
  await troubleLoop({ learners, parts: [part()], causes, rounds: 3, random: () => 0, line: () => {} })
  expect(learners.map(({ wasUp }) => wasUp)).toEqual([[true, false, false], [true, true, false]])
})

it('of those who write, who asks the web has it while the training API is away, and everybody whom they ask while the database is', () => {
  const [direct, byWeb] = [{ cookie: undefined }, { cookie: 'session' }]
  expect(['database', 'training API', 'web', 'all'].map((name) => [leavesUp(name, direct), leavesUp(name, byWeb)])).toEqual([[true, true], [false, true], [false, false], [false, false]])
})

it('a round that cannot be begun hides nothing of the rounds before', async () => {
  let rounds = 0
  const begin = async () => {
    if ((rounds += 1) === 2) throw new Error('The web did not start')
  }
  const run = troubleLoop({ learners: [new FakeLearner('learner001', () => true)], parts: [part()], causes: [{ name: 'trouble', lastsMs: 10, begin, end: async () => {} }, { name: 'later', begin, end: async () => {} }], rounds: 3, random: () => 0, line: () => {} })
  await expect(run).rejects.toMatchObject({ message: 'The web did not start', rows: [{ cause: 'trouble', rounds: 1, faults: 0 }] })
})

it('a part that ended by itself is a fault', async () => {
  const { row, said } = await oneRound({ parts: [part(), part(['The web ended by itself (1)'])] })
  expect(said).toEqual(['trouble: The web ended by itself (1)'])
  expect(row.faults).toBe(1)
})

it('of causes that had no round nothing is known, and the last line says so', async () => {
  const cause = (name: string) => ({ name, lastsMs: 10, begin: async () => {}, end: async () => {} })
  const rows = await troubleLoop({ learners: [new FakeLearner('learner001', () => true)], parts: [part()], causes: [cause('first'), cause('second')], rounds: 1, random: () => 0, line: () => {} })
  expect(rows).toMatchObject([{ cause: 'first', rounds: 1 }, { cause: 'second', notRun: 'not enough rounds (1) for 2 causes' }])
  expect(rows[0]).not.toHaveProperty('notRun')
  const named = rows.map((row: { cause: string }) => ({ ...row, mode: 'parts' }))
  expect(notRunSentence(named)).toBe('Not everything was run here; nothing is known of parts (second).')
  // Whoever asks for few rounds is told, and has what was asked for.
  expect([true, false].map((isMixed) => exitCodeOf(named, { isMixed }))).toEqual([0, 0])
})

it('without PostgreSQL everything that needs it is named', () => {
  expect(notRunSentence(withoutServer().map((row) => ({ ...row, mode: 'writes' })))).toContain('writes (kill -9 database), writes (database stands still), writes (rows of half of them locked)')
})

it('what cannot be run fails where it was named, and is only said where everything was to be run', () => {
  const rows = [notRun('disk full', 'no disk')]
  expect(exitCodeOf(rows, { isMixed: false })).toBe(1)
  expect(exitCodeOf(rows, { isMixed: true })).toBe(0)
  // The last line of the command names all of it.
  const named = [{ ...rows[0]!, mode: 'disk' }, { ...notRun('kill -9 database', 'none'), mode: 'writes' }]
  expect(notRunSentence(named)).toBe('Not everything was run here; nothing is known of disk (disk full), writes (kill -9 database).')
  expect(notRunSentence([{ mode: 'study', cause: 'kill -9 training API' }])).toBeNull()
  expect(readFileSync('scripts/lib/chaos.mjs', 'utf8')).toMatch(/if \(lacking !== null\) console\.log\(lacking\)\n\s+process\.exitCode = /)
})
