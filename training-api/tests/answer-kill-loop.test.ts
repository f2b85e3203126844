import { expect, test, vi } from 'vitest'
import { answerKillLoop } from './answer-kill-loop.ts'
import { Cut, embeddedStage, freePort, lateSentence, processPart } from './answer-kill-stage.ts'
import type { Door, Part, Stage } from './answer-kill-stage.ts'
import { Gate, Taker } from './answer-kill-taker.ts'

// The long run, with the web and a PostgreSQL server where there are such: npm run chaos -- exams --rounds 200
test('no acknowledged answer is lost and nothing is handed in twice when the API is killed', async () => {
  const report = await answerKillLoop({ stage: await embeddedStage(), rounds: 2, takers: 6, seed: 20_260_310 })
  expect(report).toMatchObject({ rounds: 2, kills: { 'training API': 2 }, missing: 0, twice: 0 })
  // How soon a taker is answered again depends on the machine: the long run asks that.
  expect(report.faults.filter((fault) => !fault.includes('was answered again after'))).toEqual([])
  expect(report.answers).toBeGreaterThan(2)
}, 180_000)

let numbers = 0

/** The embedded stage with doors that are not what they seem, one for each taker. */
async function stageWith(lies: ((door: Door) => Door)[]): Promise<Stage> {
  const stage = await embeddedStage()
  return { ...stage, doorFor: async (account, number) => (lies[number] ?? ((door: Door) => door))(await stage.doorFor(account, number)) }
}

test('the loop sees answers that were acknowledged and not kept, hand-ins that are told by another number each time, and a taker who is never answered', async () => {
  const stage = await stageWith([
    (door) => ({ ...door, save: async () => ({ outcome: 'saved', receipt: null }) }),
    (door) => ({ ...door, save: () => Promise.reject(new Cut('away')), handIn: async () => ({ number: String((numbers += 1)), score: null, repeated: true }) }),
    (door) => ({ ...door, start: () => Promise.reject(new Cut('away')) }),
  ])
  const report = await answerKillLoop({ stage, rounds: 1, takers: 3, seed: 1, patienceMs: 10_000 })
  expect(report.missing).toBeGreaterThan(0)
  expect(report.twice).toBeGreaterThan(0)
  expect(report.faults).toContain('learner003 was not answered again')
}, 180_000)

test.each([
  [true, { missing: 0, twice: 0 }],
  [false, { missing: 1, twice: 0 }],
])('a hand-in that was acknowledged must be there afterwards (repeated: %s)', async (repeated, found) => {
  const [gate, tally] = [new Gate(), { answers: 0, handIns: 0, missing: 0, twice: 0, faults: [] }]
  const never = () => Promise.reject(new Cut('away'))
  const door: Door = {
    start: async () => ({ ref: { attemptId: '1', answerId: '2' }, epoch: 1, seq: 0, questions: [], saved: new Map() }),
    save: never, takeOver: never,
    // As a call does, it lets others have their turn.
    handIn: () => new Promise((told) => setImmediate(() => told({ number: 'n', score: null, repeated }))),
  }
  const taker = new Taker({ gate, account: 'learner001', door, random: () => 0, tally })
  gate.open()
  const working = taker.work()
  await vi.waitFor(() => expect(tally.handIns).toBeGreaterThan(0), { timeout: 10_000 })
  taker.stopped = true
  await working
  await taker.check()
  expect(tally).toMatchObject(found)
})

test('ten seconds are soon enough, and more are not', () => {
  expect(lateSentence('learner001', 10)).toBeNull()
  expect(lateSentence('learner001', 10.5)).toBe('learner001 was answered again after 10.5 s')
})

/** A part that answers once it is up; `first` is done as its program begins, `then` after each answer. */
async function partThat({ first = '', then = '' }: { first?: string; then?: string }): Promise<Part> {
  const port = await freePort()
  return processPart('part', ['--eval', `${first}; require('node:http').createServer((_, reply) => reply.end('up', () => { ${then} })).listen(${port}, '127.0.0.1')`], process.env, `http://127.0.0.1:${port}`)
}

test('a part that ends by itself has had an accident', async () => {
  const part = await partThat({ then: 'process.exit(3)' })
  await part.start()
  await expect.poll(() => part.accidents(), { timeout: 20_000 }).toEqual(['The part ended by itself (3): '])
})

test('so has one that ends with a fault when it is asked to, and not one that is killed', async () => {
  const part = await partThat({ first: "process.on('SIGTERM', () => process.exit(4))" })
  await part.start()
  await part.kill()
  expect(part.accidents()).toEqual([])
  await part.start()
  await part.stop()
  expect(part.accidents()).toEqual(['The part was asked to end and did so with 4: '])
})
