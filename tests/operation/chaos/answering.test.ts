import { afterEach, describe, expect, it, vi } from 'vitest'
import { AnsweringLearner, judgeHandIns, Visitor } from '@/scripts/chaos/answering.mjs'
import { Cut } from '../../../training-api/tests/answer-kill-stage.ts'

const paper = { ref: { attemptId: '1', answerId: '2' }, epoch: 1, seq: 0, questions: [{ id: 'q1', isMultiple: false, optionIds: ['11'] }], saved: new Map<string, string>() }

type Told = { number: string | null; score: null; repeated: boolean }

/** A learner at a door that keeps what it is told, or does as `save` and `handIn` say; each paper it opens is another. */
async function learnerAt({ there = new Map<string, string>(), save = async () => ({ outcome: 'saved' }), handIn = async () => ({ number: 'n', score: null, repeated: true }) }: { there?: Map<string, string>; save?: () => Promise<{ outcome: string }>; handIn?: () => Promise<Told> }) {
  let opened = 0
  const door = { start: async () => ({ ...paper, ref: { attemptId: String((opened += 1)), answerId: '2' } }), save, takeOver: async () => ({ epoch: 2, saved: there }), handIn }
  const learner = new AnsweringLearner({ account: 'learner001', door, random: () => 0 })
  await learner.prepare()
  return learner
}

/** Lets somebody do things until `isEnough`, and holds them. */
async function workOf(who: AnsweringLearner | Visitor, isEnough: () => boolean) {
  void who.work()
  who.open()
  await vi.waitFor(() => expect(isEnough()).toBe(true), { interval: 1, timeout: 10_000 })
  await who.hold()
  who.stop()
}

afterEach(() => vi.unstubAllGlobals())

it('an answer that was acknowledged and is not there is missing', async () => {
  const gone = await learnerAt({})
  await workOf(gone, () => gone.acked > 0)
  expect(await gone.check()).toEqual({ missing: ['learner001: the answer to q1 is undefined, not 11'], twice: [] })
  const kept = await learnerAt({ there: new Map([['q1', '11']]) })
  await workOf(kept, () => kept.acked > 0)
  expect(await kept.check()).toEqual({ missing: [], twice: [] })
})

it('of an answer that is under way nobody knows, and one that was not taken is a fault', async () => {
  let tries = 0
  const cut = await learnerAt({ save: async () => {
    tries += 1
    throw new Cut('gone')
  } })
  await workOf(cut, () => tries > 1)
  expect([await cut.check(), cut.faults, cut.acked]).toEqual([{ missing: [], twice: [] }, [], 0])
  // However often it is tried, it is one answer that met a trouble.
  expect([[...cut.met], [...cut.done]]).toEqual([[['answer', 1]], []])
  const refused = await learnerAt({ save: async () => ({ outcome: 'superseded' }) })
  await workOf(refused, () => refused.faults.length > 0)
  expect(refused.faults[0]).toBe('learner001: answer: was superseded')
})

it('how somebody was put off is judged, and that nothing came only where the web was up', async () => {
  const troubles = [{ status: 500, text: 'Internal Server Error' }, { status: 0, text: 'fetch failed' }]
  const learner = await learnerAt({ save: async () => {
    throw Object.assign(new Cut('gone'), troubles[learner.troubles.length % 2])
  } })
  await workOf(learner, () => learner.troubles.length >= 3)
  const raw = 'learner001: a door answered 500 in no form of ours: Internal Server Error'
  expect(learner.troubleFaults({ isUp: false })).toEqual([raw])
  expect(learner.troubleFaults({ isUp: true })).toEqual([raw, 'learner001: a door did not answer: fetch failed'])
})

it('an answer of which not a word is said is under way, and sent again', async () => {
  const outcomes = ['not answered', 'saved']
  const sent: unknown[] = []
  const learner = await learnerAt({ save: async (...given: unknown[]) => {
    sent.push(given[1])
    return { outcome: outcomes.shift() ?? 'saved' }
  } })
  await workOf(learner, () => learner.acked > 0)
  expect(sent[1]).toBe(sent[0])
  expect(learner.done.get('answer')).toBe(learner.acked)
  expect(learner.faults).toEqual([])
})

describe('a paper', () => {
  /** Lets a learner hand in while calls go as `told` says, one after another, and look at it afterwards. */
  async function handedIn(told: (Told | Cut)[]) {
    let asked = 0
    const learner = await learnerAt({ there: new Map([['q1', '11']]), handIn: async () => {
      const next = told[Math.min(asked, told.length - 1)]!
      asked += 1
      if (next instanceof Cut) throw next
      return next
    } })
    void learner.work()
    learner.open()
    const letGo = await learner.readyToHandIn()
    expect([learner.wish, asked]).toMatchObject([{ name: 'hand-in' }, 0])
    letGo()
    await vi.waitFor(() => expect(learner.sittings.length).toBe(2), { interval: 1, timeout: 10_000 })
    await learner.hold()
    learner.stop()
    return { learner, found: await learner.check() }
  }

  it('is handed in when its learner is let go, asked for again until somebody answers, and then another is begun', async () => {
    const { learner, found } = await handedIn([new Cut('gone'), { number: 'n', score: null, repeated: true }])
    expect([found, learner.faults]).toEqual([{ missing: [], twice: [] }, []])
    expect(learner.sittings.map(({ attemptId }: { attemptId: string }) => attemptId)).toEqual(['1', '2'])
    await learner.finish()
    expect(learner.sittings[1]).toMatchObject({ handIns: [{ number: 'n' }], askedAt: expect.any(Number) })
  })

  it('that nobody comes to hand in is a fault, and so is a run without such a hand-in', async () => {
    const busy = await learnerAt({})
    const lines: string[] = []
    const row = { faults: 0 }
    await busy.readyToHandIn(10)
    expect(busy.faults).toEqual(['learner001: nobody could hand in'])
    judgeHandIns(row, [busy], (text: string) => lines.push(text))
    expect([row.faults, lines]).toEqual([1, ['papers: no hand-in was asked for during trouble']])
    const { learner } = await handedIn([{ number: 'n', score: null, repeated: true }])
    judgeHandIns(row, [busy, learner], (text: string) => lines.push(text))
    expect([row.faults, learner.faults]).toEqual([1, []])
  })

  it('whose hand-in was acknowledged and is not there afterwards is missing', async () => {
    const { found } = await handedIn([{ number: 'n', score: null, repeated: false }])
    expect(found).toEqual({ missing: ['learner001: the hand-in of 1 was not there'], twice: [] })
  })

  it('that is told by another number afterwards was handed in twice', async () => {
    const { found } = await handedIn([{ number: 'n', score: null, repeated: false }, { number: 'm', score: null, repeated: true }])
    expect(found).toEqual({ missing: [], twice: ['learner001: the paper 1 was handed in as n and m'] })
  })
})

it('a visitor is told something by a page that came whole', async () => {
  const away = '<main><p>Away</p></main>'
  const replies = [new Response('', { status: 502 }), new Response(away, { status: 503 }), new Response(`<meta http-equiv="refresh" content="5">${away}`, { status: 503 }), new Response('<html></html>')]
  vi.stubGlobal('fetch', async () => replies.shift() ?? new Response('<html>half'))
  const visitor = new Visitor({ name: 'visitor 1', front: 'http://localhost', random: () => 0 })
  await workOf(visitor, () => visitor.faults.length > 0)
  expect(visitor.acked).toBe(1)
  expect(visitor.troubles.map(({ status }) => status)).toEqual([502, 503, 503])
  // What puts them off says so by its status, and leads on or comes again by itself.
  expect(visitor.troubleFaults({ isUp: true })).toEqual(['visitor 1: a page was answered 502', 'visitor 1: a page has no way on (503): Away'])
  expect(visitor.faults[0]).toBe('visitor 1: page: /login was answered 200 with 10 characters')
})
