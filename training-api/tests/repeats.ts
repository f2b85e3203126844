import fc from 'fast-check'
import { expect } from 'vitest'
import { testMoment } from './support.ts'
import type { Reply, TestApi, TestLearner } from './support.ts'

/** Something a learner wants once: the call is sent under an id of its own, or says what shall be and not what shall change. */
export type Wish = () => Promise<Reply<unknown>>

/** A kind of write: what somebody wishes one after the other, and what is there to be seen of it afterwards. */
export type Writes = {
  name: string
  /** Minutes between one wish and the next. */
  minutes?: number
  /** What a learner who has touched nothing yet wishes; the calls that are made here are not repeated. */
  wishes(who: TestLearner, api: TestApi): Promise<Wish[]>
  /** The same for two learners who wished the same. */
  state(who: TestLearner, api: TestApi): Promise<unknown>
  /** The part of an answer that a repetition must be told again; all of it unless said otherwise. */
  told?(reply: Reply<unknown>): unknown
}

/** How often each wish is sent in all, and how many sequences are tried; REPEAT_RUNS makes it a long run. */
const times = 5
const runs = Number(process.env.REPEAT_RUNS ?? 2)
const seed = Number(process.env.REPEAT_SEED ?? 20_260_310)

/**
 * Whether a kind of write means the same however often and however late its calls are repeated: one learner's calls arrive
 * five times each, the repetitions at random later moments, another learner's arrive once; both must end in one state, and
 * every repetition must be told what the first was told.
 */
export async function expectRepeatable(api: TestApi, freshLearner: () => Promise<TestLearner>, writes: Writes): Promise<void> {
  const { minutes = 2, told = ({ status, code, data }: Reply<unknown>) => ({ status, code, data }) } = writes
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: (times - 1) * 6, maxLength: (times - 1) * 6 }), async (delays) => {
      const states: unknown[] = []
      for (const isRepeating of [true, false]) {
        api.clock.set(testMoment)
        const who = await freshLearner()
        const wishes = await writes.wishes(who, api)
        const first: unknown[] = []
        // Repetitions of each wish by the turn after which they arrive.
        const late = wishes.map((_wish, turn) => wishes.flatMap((_each, wish) => delays.slice(wish * (times - 1), (wish + 1) * (times - 1)).filter((delay) => turn >= wish && wish + (delay % (wishes.length - wish)) === turn).map(() => wish)))
        for (const [turn, wish] of wishes.entries()) {
          first.push(told(await wish()))
          for (const again of isRepeating ? (late[turn] ?? []) : []) expect(told(await (wishes[again] as Wish)()), `repetition of wish ${again + 1} after wish ${turn + 1}`).toEqual(first[again])
          api.clock.advance({ minutes })
        }
        states.push(await writes.state(who, api))
      }
      expect(states[0]).toEqual(states[1])
    }),
    { seed, numRuns: runs, endOnFailure: true },
  )
}
