import { describe, expect, it, vi } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { MemoryStore } from '@/components/attempts/attempt-store'
import { pendingCount } from '@/lib/domain/attempts-journal'
import { BffError } from '@/lib/queries/bff'
import { choose, eachFromStart, newServer, onLine, openWindow, pass, START, sync } from './exam-window'
import { place } from '../exam-server'

eachFromStart()

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

  it('sends a choice at once where the browser keeps nothing', async () => {
    const server = newServer()
    const { session } = await openWindow(server, { store: new MemoryStore() })
    choose(session, 1, 2)
    await pass(20)
    expect(server.stored('q1')).toBe('12')
  })

  it('sends the latest of several choices, and at once when the learner moves on', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    for (const option of [0, 1, 3]) choose(session, 1, option)
    sync(session).goTo(1, 'q2')
    await pass(10)
    expect(server.stored('q1')).toBe('13')
    expect(server.calls.save).toBe(1)
  })

  it('is saved ten seconds after a long cut at the latest, whatever the dice say', async () => {
    // What the browser's own dice would say at worst.
    const dice = vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const server = newServer()
    const { session } = await openWindow(server)
    server.fault = 'down'
    choose(session, 1, 2)
    // Just after a try of many.
    const tries = () => server.calls.save
    await pass(60_000)
    const before = tries()
    while (tries() === before) await pass(50)
    server.fault = 'none'
    await pass(9_000)
    expect([server.stored('q1'), sync(session).pending]).toEqual(['12', 0])
    dice.mockRestore()
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
      sync(session).goTo(number % 4, `q${(number % 4) + 1}`)
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

  it('tells a session that is another learner’s from a platform that refuses', async () => {
    const login = async (refusal: BffError) => {
      const server = newServer()
      const { session } = await openWindow(server, { doors: { ...server.doors(), save: () => Promise.reject(refusal) } })
      choose(session, 1, 1)
      await pass(1_000)
      return session.get().login
    }
    expect(await login(new BffError('expired', undefined, { learner: 'other' }))).toBe('otherLearner')
    expect(await login(new BffError('expired'))).toBe('over')
    expect(await login(new BffError('forbidden', '权限不足，不允许访问'))).toBe('alive')
  })

  it('asks no longer for a login that was made elsewhere: a server that answers shows that', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    server.fault = 'expired'
    choose(session, 1, 1)
    await pass(1_000)
    server.fault = 'none'
    session.wake()
    await pass(100)
    expect([session.get().login, server.stored('q1')]).toEqual(['alive', '11'])
  })

  it('takes a refused answer back and says so', async () => {
    const server = newServer()
    const { session, refused } = await openWindow(server)
    sync(session).choose('q1', ['bad'])
    await pass(500)
    expect(refused).toEqual([['not an option', 'answer']])
    expect(sync(session).get().journal.entries.q1).toMatchObject({ optionIds: [], pending: null })
  })

  it('keeps an answer that is turned down for no known reason, calls it not saved, says so once, and tries again', async () => {
    const server = newServer()
    const doors = server.doors()
    let isBusy = true
    const save: typeof doors.save = async (key, saves, leaving) => (isBusy
      ? { verdict: 'taken', outcomes: saves.map(({ opId }) => ({ opId, outcome: 'unclear', words: '系统繁忙' })), standing: null, savedAt: server.now() }
      : doors.save(key, saves, leaving))
    const { session, refused } = await openWindow(server, { doors: { ...doors, save } })
    choose(session, 1, 1)
    await pass(60_000)
    expect(refused).toEqual([['系统繁忙', 'answer']])
    expect(sync(session).get()).toMatchObject({ isRefused: true, isFailing: true, savedAt: null, journal: { entries: { q1: { optionIds: ['11'], pending: {} } } } })
    isBusy = false
    await pass(10_000)
    expect([server.stored('q1'), sync(session).pending, sync(session).get().isRefused]).toEqual(['11', 0, false])
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

  it.each([['is still sent', true], ['and is not taken is shown', false]])('that was taken away meanwhile: what waited %s', async (_what, isTaken) => {
    const server = newServer()
    const { line, doors } = onLine(server)
    const first = await openWindow(server, { doors })
    line.isCut = true
    choose(first.session, 1, 1)
    await pass(1_000)
    first.stop()
    const own = server.doors()
    const gone = () => Promise.reject(new BffError('missing'))
    const { session } = await openWindow(server, { store: first.store, kept: first.kept, attemptId: 'a1', doors: { ...own, open: gone, ...(isTaken ? {} : { save: gone }) } })
    await pass(2_000)
    expect([server.stored('q1'), session.get().phase, session.get().left === null]).toEqual(isTaken ? ['11', 'failed', true] : ['', 'refused', false])
    expect(session.get().isMissing).toBe(isTaken)
  })

  it('that was taken away meanwhile is gone on with by its name, within its time and without asking again and again', async () => {
    const server = newServer()
    const own = server.doors()
    const asked: (string | null)[] = []
    const open: typeof own.open = (start) => {
      asked.push(start.attemptId)
      return start.attemptId === 'a1' && isThere ? own.open(start) : Promise.reject(new BffError('missing'))
    }
    let isThere = true
    const before = await openWindow(server)
    choose(before.session, 1, 1)
    await pass(1_000)
    before.stop()
    const { store, kept } = before
    const page = await openWindow(server, { store, kept, doors: { ...own, open } })
    choose(page.session, 2, 1)
    await pass(1_000)
    expect([asked, page.session.get().phase, server.stored('q1'), server.stored('q2')]).toEqual([[null, 'a1'], 'answering', '11', '21'])
    page.stop()
    isThere = false
    asked.length = 0
    expect((await openWindow(server, { store, kept, doors: { ...own, open } })).session.get()).toMatchObject({ phase: 'failed', isMissing: true })
    expect(asked).toEqual([null, 'a1'])
  })

  it.each([['forbidden', 'opening', 1], ['malformed', 'failed', 0]] as const)('without anything kept and for good (%s) says that it could not be opened, or that the learner may not be here', async (code, phase, led) => {
    const server = newServer()
    const onForbidden = vi.fn()
    const { session } = await openWindow(server, { onForbidden, doors: { ...server.doors(), open: () => Promise.reject(new BffError(code)) } })
    expect([session.get().phase, onForbidden.mock.calls.length]).toEqual([phase, led])
  })

  it('of which something is kept leads nowhere, whoever may be here', async () => {
    const server = newServer()
    const { store, stop } = await openWindow(server)
    stop()
    const onForbidden = vi.fn()
    const { session } = await openWindow(server, { store, onForbidden, doors: { ...server.doors(), open: () => Promise.reject(new BffError('forbidden')) } })
    expect([session.get().phase, onForbidden.mock.calls.length]).toEqual(['failed', 0])
  })

  it('that was handed in meanwhile begins no other', async () => {
    const server = newServer()
    server.take('learner')
    const { session } = await openWindow(server, { attemptId: 'a1' })
    expect(session.get()).toMatchObject({ phase: 'refused', refusal: { why: 'handedIn', ref: { attemptId: 'a1' } } })
  })

  it('that was handed in takes nothing from another one that is answered in another tab', async () => {
    const server = newServer()
    const running = await openWindow(server)
    const { session } = await openWindow(server, { store: running.store, attemptId: 'a0', doors: { ...server.doors(), open: async () => ({ started: false, why: 'handedIn', words: '', ref: { attemptId: 'a0', answerId: 'b0' } }) } })
    expect(session.get().phase).toBe('refused')
    expect(await running.store.read('1', place)).toMatchObject({ attempt: { ref: { attemptId: 'a1' } } })
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
