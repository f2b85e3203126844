import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AttemptSession } from '@/components/attempts/attempt-session'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { MemoryStore, type AttemptStore } from '@/components/attempts/attempt-store'
import { leftAnswers } from '@/lib/domain/answer-file'
import { answerText, type AttemptRef } from '@/lib/domain/attempts'
import { pendingCount } from '@/lib/domain/attempts-journal'
import { ExamServer, place, questions } from './exam-server'

const START = Date.parse('2026-03-10T10:00:00+08:00')
beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  for (const session of sessions.splice(0)) session.close()
  vi.useRealTimers()
})

const sessions: AttemptSession[] = []
class DurableStore extends MemoryStore {
  override readonly isDurable: boolean = true
}
type Tabs = Set<{ epoch: number | null; told: { onLost: () => void; onHandedIn: () => void } }>

/** A window on the exam; windows that share `tabs` are of one browser. */
function windowOn(server: ExamServer, { store = new DurableStore() as AttemptStore, tabs = new Set() as Tabs, attemptId = null as string | null, doors = server.doors() as AttemptDoors } = {}) {
  const handedIn: AttemptRef[] = []
  const refused: (string | null)[] = []
  const session = new AttemptSession({
    learnerId: '1', place, store, doors, attemptId,
    onOpened: () => undefined, onHandedIn: (ref) => handedIn.push(ref), onRefused: (words) => refused.push(words),
    tab: (_id, told) => {
      const tab = { told, epoch: null as number | null }
      const others = () => [...tabs].filter((one) => one !== tab)
      tabs.add(tab)
      // As the real one: a claim of an older opening is answered by the newer one.
      const claim = (epoch: number | null) => {
        tab.epoch = epoch
        const newer = others().some((one) => one.epoch !== null && epoch !== null && one.epoch > epoch)
        if (newer) return told.onLost()
        for (const one of others()) one.told.onLost()
      }
      return { claim, handedIn: () => others().forEach((one) => one.told.onHandedIn()), close: () => void tabs.delete(tab) }
    },
  })
  sessions.push(session)
  const ticking = setInterval(() => session.tick(), 1_000)
  return { session, store, handedIn, refused, stop: () => { clearInterval(ticking); session.close() } }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const newServer = (minutes?: number) => new ExamServer(() => Date.now(), minutes)
const sync = (session: AttemptSession) => session.get().sync!
const choose = (session: AttemptSession, number: number, option: number) => sync(session).choose(`q${number}`, [questions[number - 1]!.options[option]!.id])
async function openWindow(server: ExamServer, more: Parameters<typeof windowOn>[1] = {}) {
  const window = windowOn(server, more)
  void window.session.open()
  await pass(10)
  return window
}

describe('an exam in one window', () => {
  it('opens the paper, saves after a moment, and knows what is saved', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    expect(session.get()).toMatchObject({ phase: 'answering', remaining: 45 * 60_000 })
    choose(session, 1, 2)
    expect(pendingCount(sync(session).get().journal)).toBe(1)
    await pass(200)
    expect(server.stored('q1')).toBe('')
    await pass(200)
    expect(server.stored('q1')).toBe('12')
    expect(sync(session).get()).toMatchObject({ isKept: true, isFailing: false, savedAt: START + 310 })
  })

  it('sends the latest of several choices, and at once when the learner moves on', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    for (const option of [0, 1, 3]) choose(session, 1, option)
    sync(session).goTo(1)
    await pass(10)
    expect(server.stored('q1')).toBe('13')
    expect(server.calls.save).toBe(1)
  })

  it('never has two saves on their way', async () => {
    const server = newServer()
    const doors = server.doors()
    let [most, under] = [0, 0]
    const slow: AttemptDoors = { ...doors, save: async (...given) => {
      most = Math.max(most, (under += 1))
      await new Promise((resolve) => setTimeout(resolve, 700))
      under -= 1
      return doors.save(...given)
    } }
    const { session } = await openWindow(server, { doors: slow })
    for (let number = 1; number <= 4; number += 1) {
      choose(session, number, 0)
      sync(session).goTo(number % 4)
      await pass(350)
    }
    await pass(5_000)
    expect(most).toBe(1)
    expect(sync(session).pending).toBe(0)
  })

  it('tries without end while the network is away, with pauses that stay short', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    server.fault = 'down'
    choose(session, 1, 1)
    await pass(20 * 60_000)
    expect(sync(session).get().isFailing).toBe(true)
    expect(server.calls.save).toBeGreaterThan(20 * 60 / 16)
    server.fault = 'none'
    await pass(16_000)
    expect(server.stored('q1')).toBe('11')
  })

  it('asks for a login when the session is over, and goes on after it', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    server.fault = 'expired'
    choose(session, 1, 1)
    await pass(1_000)
    expect(session.get().login).toBe('over')
    server.fault = 'none'
    session.loggedIn()
    await pass(100)
    expect(session.get().login).toBe('alive')
    expect(server.stored('q1')).toBe('11')
  })

  it('takes a refused answer back and says so', async () => {
    const server = newServer()
    const { session, refused } = await openWindow(server)
    sync(session).choose('q1', ['bad'])
    await pass(500)
    expect(refused).toEqual(['not an option'])
    expect(sync(session).get().journal.entries.q1).toMatchObject({ optionIds: [], pending: null })
  })

  it('is told of more time, and of less', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    server.deadline += 10 * 60_000
    await pass(40_000)
    expect(session.get().remaining).toBe(55 * 60_000 - 40_000)
  })
})

describe('an exam that is opened again', () => {
  it('sends what no server had heard of, from the browser\'s storage', async () => {
    const server = newServer()
    const first = await openWindow(server)
    server.fault = 'down'
    choose(first.session, 2, 3)
    sync(first.session).toggleMark('q3')
    await pass(500)
    first.stop()
    server.fault = 'none'
    const { session } = await openWindow(server, { store: first.store })
    await pass(500)
    expect(server.stored('q2')).toBe('23')
    expect(sync(session).get().journal.marked).toEqual(['q3'])
  })

  it('goes on without the server from what was kept, and joins it when it is back', async () => {
    const server = newServer()
    const first = await openWindow(server)
    choose(first.session, 1, 0)
    await pass(500)
    first.stop()
    server.fault = 'down'
    const { session } = await openWindow(server, { store: first.store })
    expect(session.get().phase).toBe('answering')
    expect(session.get().remaining).toBeGreaterThan(44 * 60_000)
    choose(session, 2, 1)
    await pass(1_000)
    server.fault = 'none'
    await pass(20_000)
    expect([server.stored('q1'), server.stored('q2')]).toEqual(['10', '21'])
  })

  it('without anything kept says that it could not be opened', async () => {
    const server = newServer()
    server.fault = 'down'
    const { session } = await openWindow(server)
    expect(session.get().phase).toBe('failed')
  })

  it('that was handed in meanwhile begins no other', async () => {
    const server = newServer()
    server.take('learner')
    const { session } = await openWindow(server, { attemptId: 'a1' })
    expect(session.get()).toMatchObject({ phase: 'refused', refusal: { why: 'handedIn', ref: { attemptId: 'a1' } } })
  })

  it('while it was being handed in goes on with that', async () => {
    const server = newServer()
    const first = await openWindow(server)
    server.fault = 'down'
    void first.session.handIn('learner')
    await pass(1_000)
    first.stop()
    server.fault = 'none'
    const { handedIn } = await openWindow(server, { store: first.store })
    await pass(5_000)
    expect(handedIn).toHaveLength(1)
    expect(server.log).toEqual(['handed in by learner'])
  })
})

describe('handing in', () => {
  it('sends what waits first, then hands in once, however often it is asked', async () => {
    const server = newServer()
    const { session, handedIn } = await openWindow(server)
    choose(session, 1, 1)
    void session.handIn('learner')
    void session.handIn('learner')
    void session.handIn('time')
    await pass(2_000)
    expect(server.stored('q1')).toBe('11')
    expect(server.handIns).toEqual(['learner'])
    expect(handedIn).toEqual([{ attemptId: 'a1', answerId: 'b1' }])
    expect(session.get()).toMatchObject({ phase: 'handedIn', handIn: { number: 'R-1' } })
  })

  it('waits for the network, says so, and takes no more answers', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    server.fault = 'down'
    choose(session, 1, 1)
    void session.handIn('learner')
    await pass(60_000)
    expect(session.get()).toMatchObject({ phase: 'handingIn', waitsForNetwork: true })
    server.fault = 'none'
    await pass(20_000)
    expect(session.get().phase).toBe('handedIn')
    expect(server.stored('q1')).toBe('11')
    expect(server.log).toEqual(['handed in by learner'])
  })

  it('that was done though nobody heard of it is not done again', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    server.fault = 'deaf'
    void session.handIn('learner')
    await pass(5_000)
    server.fault = 'none'
    await pass(15_000)
    expect(session.get().phase).toBe('handedIn')
    expect(server.log).toEqual(['handed in by learner'])
  })

  it('by time gives a notice of three seconds first', async () => {
    const server = newServer(1)
    const { session } = await openWindow(server)
    choose(session, 1, 0)
    await pass(60_500)
    expect(session.get()).toMatchObject({ phase: 'answering', notice: { by: 'time' } })
    expect(server.handIns).toEqual([])
    await pass(4_000)
    expect(server.handIns).toEqual(['time'])
    expect(session.get().phase).toBe('handedIn')
  })

  it('by time gives its notice also where the server was first', async () => {
    const server = newServer(1)
    const { session } = await openWindow(server)
    choose(session, 1, 0)
    await pass(59_500)
    server.take('time')
    await pass(1_000)
    expect(session.get()).toMatchObject({ phase: 'answering', notice: { by: 'time' } })
    await pass(4_000)
    expect(session.get()).toMatchObject({ phase: 'handedIn', handIn: { by: 'time' } })
    expect(server.stored('q1')).toBe('10')
    expect(server.log).toEqual(['handed in by time'])
  })

  it('by time asks the server first, which may have given more', async () => {
    const server = newServer(1)
    const { session } = await openWindow(server)
    await pass(45_000)
    server.deadline += 600_000
    await pass(20_000)
    expect(session.get()).toMatchObject({ phase: 'answering', notice: null })
    expect(session.get().remaining).toBeGreaterThan(500_000)
  })

  it('by time offline waits for the late window before anything is given up', async () => {
    const server = newServer(1)
    const { session } = await openWindow(server)
    await pass(50_000)
    server.fault = 'down'
    choose(session, 1, 3)
    await pass(40_000)
    server.take('time')
    server.fault = 'none'
    await pass(20_000)
    expect(server.stored('q1')).toBe('13')
    expect(session.get().phase).toBe('handedIn')
    expect(server.log).toEqual(['handed in by time'])
  })

  it('after the late window says what was not confirmed, and keeps it until the learner has it', async () => {
    const server = newServer(1)
    const { session, store, handedIn } = await openWindow(server)
    choose(session, 2, 1)
    await pass(50_000)
    server.fault = 'down'
    choose(session, 1, 3)
    await pass(80_000)
    expect(session.get()).toMatchObject({ phase: 'handingIn', waitsForNetwork: true })
    expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 1, letters: 'D' }])
    server.take('time')
    server.fault = 'none'
    await pass(20_000)
    expect(session.get()).toMatchObject({ phase: 'handedIn', handIn: { number: 'R-1' } })
    expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 1, letters: 'D' }])
    expect(handedIn).toHaveLength(0)
    expect(await store.read('1', place)).not.toBeNull()
    await session.leftRead()
    expect(handedIn).toHaveLength(1)
    expect(await store.read('1', place)).toBeNull()
  })

  it('after the late window, opened again, still has what was not confirmed', async () => {
    const server = newServer(1)
    const first = await openWindow(server)
    await pass(50_000)
    server.fault = 'down'
    choose(first.session, 1, 3)
    await pass(1_000)
    first.stop()
    await pass(120_000)
    server.take('time')
    server.fault = 'none'
    const { session, store } = await openWindow(server, { store: first.store })
    expect(session.get()).toMatchObject({ phase: 'refused', refusal: { why: 'handedIn' } })
    expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 1, letters: 'D' }])
    await session.leftRead()
    expect(session.get().left).toBeNull()
    expect(await store.read('1', place)).toBeNull()
  })

  it('by the server is heard of, and what waits is still tried', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    server.take('switches')
    choose(session, 1, 2)
    await pass(40_000)
    expect(server.stored('q1')).toBe('12')
    expect(session.get()).toMatchObject({ phase: 'handedIn', handIn: { by: 'switches' } })
    expect(server.log).toHaveLength(1)
  })
})

describe('leaving the page', () => {
  const away = { cause: 'hidden' as const, counts: true, seconds: 5, lastedSeconds: 5 }
  const rule = { rule: 'count' as const, countAllowed: 2, countUsed: 0, secondsAllowed: 0, secondsUsed: 0, exhausted: null }

  it('is told, with what is left; used up it hands in after three seconds', async () => {
    const server = newServer()
    server.switches = rule
    const { session } = await openWindow(server)
    session.wasAway(away)
    await pass(100)
    expect(session.get().absence).toMatchObject({ counted: true, switches: { countUsed: 1 } })
    session.wasAway(away)
    await pass(100)
    expect(session.get().notice).toEqual({ by: 'switches', exhausted: 'count' })
    await pass(4_000)
    expect(server.handIns).toEqual(['switches'])
  })

  it('without a network hands nothing in before the server has counted', async () => {
    const server = newServer()
    server.switches = { ...rule, countAllowed: 1 }
    const { session } = await openWindow(server)
    server.fault = 'down'
    session.wasAway(away)
    await pass(30_000)
    expect(session.get()).toMatchObject({ phase: 'answering', notice: null })
    server.fault = 'none'
    await pass(2_000)
    expect(session.get().notice).toMatchObject({ by: 'switches' })
  })

  it('counts once, though the first word of it was not heard', async () => {
    const server = newServer()
    server.switches = { ...rule, countAllowed: 5 }
    const { session } = await openWindow(server)
    server.fault = 'deaf'
    session.wasAway(away)
    await pass(100)
    server.fault = 'none'
    await pass(5_000)
    expect(server.switches.countUsed).toBe(1)
  })
})

describe('two windows', () => {
  it('of one browser: the older reads only at once, and can take over with the newest answers', async () => {
    const server = newServer()
    const tabs: Tabs = new Set()
    const store = new DurableStore()
    const first = await openWindow(server, { tabs, store })
    const second = await openWindow(server, { tabs, store })
    expect(sync(first.session).get().writing).toBe('elsewhere')
    choose(second.session, 1, 2)
    await pass(500)
    await first.session.continueHere()
    expect(sync(first.session).get()).toMatchObject({ writing: 'here', journal: { entries: { q1: { optionIds: ['12'] } } } })
    expect(sync(second.session).get().writing).toBe('elsewhere')
  })

  it('of two devices: the older hears of it with its next save, and overwrites nothing', async () => {
    const server = newServer()
    const first = await openWindow(server)
    const second = await openWindow(server)
    choose(second.session, 1, 2)
    await pass(500)
    choose(first.session, 1, 0)
    await pass(500)
    expect(sync(first.session).get().writing).toBe('elsewhere')
    expect(server.stored('q1')).toBe('12')
    await first.session.continueHere()
    expect(first.session.get().lost).toBe(1)
    expect(sync(first.session).get().journal.entries.q1!.optionIds).toEqual(['12'])
  })

  it('that only read hear of the hand-in', async () => {
    const server = newServer()
    const tabs: Tabs = new Set()
    const first = await openWindow(server, { tabs })
    const second = await openWindow(server, { tabs })
    void second.session.handIn('learner')
    await pass(2_000)
    expect(first.session.get().phase).toBe('handedIn')
    expect(first.handedIn).toHaveLength(1)
    expect(server.handIns).toEqual(['learner'])
  })
})

type Step = { window: number; what: 'choose' | 'pass' | 'slow' | 'cut' | 'deaf' | 'heal' | 'takeOver' | 'move' | 'handIn' | 'reload'; number: number; option: number; ms: number }
const RUNS = Number(process.env.ATTEMPT_RUNS ?? 40)

describe('whatever happens', () => {
  const step = fc.record<Step>({
    window: fc.nat(1), what: fc.constantFrom('choose', 'choose', 'choose', 'choose', 'pass', 'pass', 'slow', 'slow', 'cut', 'deaf', 'heal', 'heal', 'takeOver', 'move', 'reload', 'handIn'),
    number: fc.integer({ min: 1, max: 3 }), option: fc.nat(1), ms: fc.integer({ min: 0, max: 3_000 }),
  })

  it('what the screen that writes calls saved is stored, and the paper is handed in at most once', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const server = newServer()
      const browser = { tabs: new Set() as Tabs, store: new DurableStore() }
      const windows = [await openWindow(server, browser), await openWindow(server, browser)]
      const writers = () => windows.filter(({ session }) => session.get().phase === 'answering' && session.get().sync?.get().writing === 'here')
      const check = () => {
        expect(writers().length).toBeLessThanOrEqual(1)
        if (server.handIn) return
        for (const { session } of writers()) {
          for (const [id, { pending, optionIds }] of Object.entries(sync(session).get().journal.entries)) if (pending === null) expect(server.stored(id), id).toBe(answerText(optionIds))
        }
      }
      for (const { window: index, what, number, option, ms } of steps) {
        const { session } = windows[index]!
        if (what === 'choose' && session.get().sync) choose(session, number, option)
        if (what === 'pass') await pass(ms)
        if (what === 'cut') server.fault = 'down'
        if (what === 'deaf') server.fault = 'deaf'
        if (what === 'heal') server.fault = 'none'
        if (what === 'slow') [server.there, server.back] = [ms % 900, (ms * 7) % 900]
        if (what === 'move') session.get().sync?.goTo(number - 1)
        if (what === 'takeOver' && session.get().sync?.get().writing === 'elsewhere') void session.continueHere().catch(() => undefined)
        if (what === 'handIn' && number === 1 && option === 1) void session.handIn('learner')
        if (what === 'reload') {
          windows[index]!.stop()
          windows[index] = await openWindow(server, browser)
        }
        await pass(1)
        check()
      }
      server.fault = 'none'
      await pass(60_000)
      check()
      for (const { session } of writers()) expect(sync(session).pending).toBe(0)
      expect(server.log.length).toBeLessThanOrEqual(1)
      if (!steps.some(({ what, number, option }) => what === 'handIn' && number === 1 && option === 1)) expect(server.log).toEqual([])
      for (const one of windows) one.stop()
    }), { numRuns: RUNS, ...(process.env.ATTEMPT_SEED ? { seed: Number(process.env.ATTEMPT_SEED) } : {}) })
  }, 60_000 + RUNS * 500)
})
