import { afterEach, expect, it, vi } from 'vitest'
import { AnsweringLearner, Visitor } from '@/scripts/chaos/answering.mjs'
import { Cut } from '../../../training-api/tests/answer-kill-stage.ts'

const paper = { ref: { attemptId: '1', answerId: '2' }, epoch: 1, seq: 0, questions: [{ id: 'q1', isMultiple: false, optionIds: ['11'] }], saved: new Map<string, string>() }

/** A learner at a door that keeps what it is told, or does as `save` says. */
async function learnerAt({ there = new Map<string, string>(), save = async () => ({ outcome: 'saved' }) }: { there?: Map<string, string>; save?: () => Promise<{ outcome: string }> }) {
  const door = { start: async () => ({ ...paper }), save, takeOver: async () => ({ epoch: 2, saved: there }) }
  const learner = new AnsweringLearner({ account: 'learner001', door, random: () => 0 })
  await learner.prepare()
  return learner
}

/** Lets somebody do things until `isEnough`, and holds them. */
async function workOf(who: AnsweringLearner | Visitor, isEnough: () => boolean) {
  void who.work()
  who.open()
  await vi.waitFor(() => expect(isEnough()).toBe(true), { interval: 1 })
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
  const refused = await learnerAt({ save: async () => ({ outcome: 'superseded' }) })
  await workOf(refused, () => refused.faults.length > 0)
  expect(refused.faults[0]).toBe('learner001: answer: was superseded')
})

it('a visitor is told something by a page that came whole', async () => {
  const replies = [new Response('', { status: 502 }), new Response('<html></html>')]
  vi.stubGlobal('fetch', async () => replies.shift() ?? new Response('<html>half'))
  const visitor = new Visitor({ name: 'visitor 1', front: 'http://localhost', random: () => 0 })
  await workOf(visitor, () => visitor.faults.length > 0)
  expect(visitor.acked).toBe(1)
  expect(visitor.troubles).toMatchObject([{ status: 502 }])
  expect(visitor.faults[0]).toBe('visitor 1: page: /login was answered 200 with 10 characters')
})
