import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { sendEarlier } from '@/components/attempts/earlier-attempt'
import { leftAnswers } from '@/lib/domain/answer-file'
import type { OpenedAttempt, Save, SaveOutcome } from '@/lib/domain/attempts'
import { chosen, newJournal, pendingCount } from '@/lib/domain/attempts-journal'
import { saveStateOf } from '@/lib/domain/attempts-save'
import type { ErrorCode } from '@/lib/domain/errors'
import { BffError } from '@/lib/queries/bff'
import { place, questions, type ExamServer } from '../exam-server'
import { choose, eachFromStart, newServer, openWindow, pass, sync } from './exam-window'

eachFromStart()

const unclear = ({ opId }: Save, words: string | null = '系统繁忙'): SaveOutcome => ({ opId, outcome: 'unclear', words })
const taken = (server: ExamServer, outcomes: SaveOutcome[]) => ({ verdict: 'taken' as const, outcomes, standing: null, savedAt: server.now() })

/** Doors that turn some questions down, after some seconds for each answer: all in one call, or one by one until five seconds are over. */
function slowDoors(server: ExamServer, { together, turnedDown, ms = 3_000 }: { together: boolean; turnedDown: string[]; ms?: number }): AttemptDoors {
  const work = () => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const doors = server.doors()
  const save: AttemptDoors['save'] = async (key, saves, leaving) => {
    const outcomes: SaveOutcome[] = []
    const begun = Date.now()
    if (together) await work()
    for (const one of saves) {
      if (!together && outcomes.length > 0 && Date.now() - begun > 5_000) break
      if (!together) await work()
      if (turnedDown.includes(one.questionId)) outcomes.push(unclear(one))
      else outcomes.push(...(await doors.save(key, [one], leaving)).outcomes)
    }
    return taken(server, outcomes)
  }
  return { ...doors, save }
}

describe.each([['one by one', false], ['in one call', true]])('answers that are turned down again and again, sent %s', (_, together) => {
  const doorsOf = (server: ExamServer) => slowDoors(server, { together, turnedDown: ['q1', 'q2'] })

  it('keep no later ones back', async () => {
    const server = newServer()
    const { session } = await openWindow(server, { doors: doorsOf(server) })
    for (const number of [1, 2, 3, 4]) choose(session, number, 1)
    await pass(30_000)
    expect([3, 4].map((number) => server.stored(`q${number}`))).toEqual(['31', '41'])
    expect(Object.keys(sync(session).get().journal.entries).filter((id) => sync(session).get().journal.entries[id]!.pending)).toEqual(['q1', 'q2'])
  })

  it('are what a hand-in goes without, and not those behind them', async () => {
    const server = newServer()
    const { session } = await openWindow(server, { doors: doorsOf(server) })
    for (const number of [1, 2, 3, 4]) choose(session, number, 1)
    void session.handIn('learner')
    await pass(120_000)
    expect(session.get().phase).toBe('handedIn')
    expect([3, 4].map((number) => server.stored(`q${number}`))).toEqual(['31', '41'])
    expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 1 }, { number: 2 }])
  })
})

describe('a hand-in', () => {
  it('counts a refusal only when everything that waits was looked at', async () => {
    const server = newServer()
    const { session } = await openWindow(server, { doors: slowDoors(server, { together: false, turnedDown: ['q1', 'q2', 'q3'] }) })
    for (const number of [1, 2, 3, 4]) choose(session, number, 1)
    void session.handIn('learner')
    await pass(180_000)
    expect([session.get().phase, server.stored('q4')]).toEqual(['handedIn', '41'])
    expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3 }])
  })
})

describe('a hand-in of answers that are all turned down, one in a call of twenty seconds', () => {
  it('waits until each was, and not three times over', async () => {
    const server = newServer()
    const turnedDown = questions.map(({ id }) => id)
    const { session } = await openWindow(server, { doors: slowDoors(server, { together: false, turnedDown, ms: 20_000 }) })
    for (const number of turnedDown.keys()) choose(session, number + 1, 1)
    void session.handIn('learner')
    await pass(turnedDown.length * 20_000 - 1_000)
    expect(session.get().phase).toBe('handingIn')
    // Pauses between the calls are eight seconds at most.
    await pass(40_000)
    expect([session.get().phase, leftAnswers(session.get().left!).length]).toEqual(['handedIn', turnedDown.length])
  })
})

describe('what is turned down', () => {
  it('is said once for each answer and each of its reasons, and stays said while others are saved', async () => {
    const server = newServer()
    const doors = server.doors()
    let words: string | null = '系统繁忙'
    const save: AttemptDoors['save'] = async (key, saves, leaving) => {
      const { outcomes } = await doors.save(key, saves.filter(({ questionId }) => questionId !== 'q1'), leaving)
      return taken(server, [...saves.filter(({ questionId }) => questionId === 'q1').map((one) => unclear(one, words)), ...outcomes])
    }
    const { session, refused } = await openWindow(server, { doors: { ...doors, save } })
    choose(session, 1, 1)
    await pass(20_000)
    choose(session, 2, 1)
    await pass(20_000)
    expect([server.stored('q2'), sync(session).get().isRefused]).toEqual(['21', true])
    expect(refused).toEqual([['系统繁忙', 'answer']])
    words = '题目已撤销'
    await pass(20_000)
    expect(refused).toEqual([['系统繁忙', 'answer'], ['题目已撤销', 'answer']])
  })

  it('while the page goes away is sent again by itself where the page stays', async () => {
    const server = newServer()
    const doors = server.doors()
    const save: AttemptDoors['save'] = async (key, saves, leaving) => (leaving ? taken(server, saves.map((one) => unclear(one))) : doors.save(key, saves, leaving))
    const { session } = await openWindow(server, { doors: { ...doors, save } })
    choose(session, 1, 1)
    session.leave()
    await pass(5_000)
    expect([server.stored('q1'), sync(session).pending]).toEqual(['11', 0])
  })

  it('of an earlier attempt keeps no other answer of it back, and stays kept', async () => {
    const attempt: OpenedAttempt = { place, ref: { attemptId: 'a1', answerId: 'b1' }, title: 'Exam', questions, answers: {}, standing: { ...newServer().standing(), epoch: null }, extraTimeFactor: 1 }
    const journal = [1, 2, 3, 4].reduce((so, number) => chosen(so, `q${number}`, [`${number}1`], `op-${number}`), newJournal({}, 0))
    const arrived: string[] = []
    const save: AttemptDoors['save'] = async (_key, saves) => {
      const two = saves.slice(0, 2)
      arrived.push(...two.map(({ questionId }) => questionId))
      return { verdict: 'taken', outcomes: two.map((one) => (['q1', 'q2'].includes(one.questionId) ? unclear(one) : { opId: one.opId, outcome: 'saved', words: null })), standing: null, savedAt: 0 }
    }
    const left = await sendEarlier({ attempt, journal, ahead: 0, handInBy: null }, { learnerId: '1', store: { forget: async () => undefined }, doors: { save } })
    expect(arrived).toEqual(['q1', 'q2', 'q3', 'q4'])
    expect(leftAnswers(left!)).toMatchObject([{ number: 1 }, { number: 2 }])
  })

  it('with the whole call is said to be so, and not that the network is cut, and is sent again until it is taken', async () => {
    const server = newServer()
    const doors = server.doors()
    let no: ErrorCode | null = 'missing'
    const { session } = await openWindow(server, { doors: { ...doors, save: (...given) => (no ? Promise.reject(new BffError(no)) : doors.save(...given)) } })
    const said = () => {
      const { journal, ...facts } = sync(session).get()
      return saveStateOf({ ...facts, pending: pendingCount(journal), isOnline: true })
    }
    choose(session, 1, 1)
    for (const [answer, state] of [['missing', 'refused'], ['invalid', 'refused'], ['rejected', 'refused'], ['forbidden', 'refused'], ['timeout', 'offline'], ['failed', 'offline'], [null, 'saved']] as const) {
      no = answer
      await pass(20_000)
      expect([answer, said()]).toEqual([answer, state])
    }
    expect(server.stored('q1')).toBe('11')
  })
})
