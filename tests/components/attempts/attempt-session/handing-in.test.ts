import { describe, expect, it, vi } from 'vitest'
import { leftAnswers } from '@/lib/domain/answer-file'
import { BffError } from '@/lib/queries/bff'
import { place } from '../exam-server'
import { choose, DurableStore, eachFromStart, newServer, openWindow, pass } from './exam-window'

eachFromStart()

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

  it.each(['missing', 'invalid', 'rejected'] as const)('does not wait for ever behind an answer that is refused for good (%s)', async (code) => {
    const server = newServer()
    const { session } = await openWindow(server, { doors: { ...server.doors(), save: async () => Promise.reject(new BffError(code)) } })
    choose(session, 1, 1)
    await pass(5_000)
    void session.handIn('learner')
    await pass(30_000)
    expect(session.get()).toMatchObject({ phase: 'handedIn', handIn: { number: 'R-1' } })
    expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 1, letters: 'B' }])
  })

  it('does not wait for ever behind an answer that is turned down again and again, and gives a busy platform another chance', async () => {
    for (const refusals of [2, Number.POSITIVE_INFINITY]) {
      const server = newServer()
      const doors = server.doors()
      let turnedDown = 0
      const save: typeof doors.save = async (key, saves, leaving) => (turnedDown >= refusals
        ? doors.save(key, saves, leaving)
        : ((turnedDown += 1), { verdict: 'taken', outcomes: saves.map(({ opId }) => ({ opId, outcome: 'unclear', words: '系统繁忙' })), standing: null, savedAt: server.now() }))
      const { session, stop } = await openWindow(server, { doors: { ...doors, save } })
      choose(session, 1, 1)
      void session.handIn('learner')
      await pass(30_000)
      expect(session.get()).toMatchObject({ phase: 'handedIn', handIn: { number: 'R-1' } })
      expect([turnedDown, server.stored('q1')]).toEqual(refusals === 2 ? [2, '11'] : [3, ''])
      if (refusals > 2) expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 1, letters: 'B' }])
      stop()
    }
  })

  it('goes back to answering, and to saving, where the paper is refused as well', async () => {
    const server = newServer()
    let refuses = true
    const doors = server.doors()
    const { session } = await openWindow(server, { doors: { ...doors, save: async (...given) => (refuses ? Promise.reject(new BffError('rejected', 'no')) : doors.save(...given)) } })
    server.turnsDown = new BffError('rejected', 'no')
    choose(session, 1, 1)
    void session.handIn('learner')
    await pass(30_000)
    expect(session.get().phase).toBe('answering')
    refuses = false
    await pass(60_000)
    expect(server.stored('q1')).toBe('11')
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

  it.each(['with an answer that waits', 'with nothing that waits'])('%s is done ten seconds after a long cut at the latest, whatever the dice say', async (what) => {
    const dice = vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const server = newServer()
    const { session } = await openWindow(server)
    server.fault = 'down'
    if (what === 'with an answer that waits') choose(session, 1, 1)
    void session.handIn('learner')
    // Just after a try of many.
    const tries = () => server.calls.save + server.calls.handIn
    await pass(60_000)
    const before = tries()
    while (tries() === before) await pass(50)
    server.fault = 'none'
    await pass(9_500)
    expect(session.get().phase).toBe('handedIn')
    dice.mockRestore()
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

  it.each([['the device that wrote last', true], ['a device that only read', false]])('is opened again after its end by %s', async (_who, isOwn) => {
    const server = newServer(1)
    const doors = server.doors()
    const late = () => (server.handIn === null && Date.now() >= server.deadline ? { status: 'handedIn' as const } : {})
    const look: typeof doors.look = async (key) => ({ ...(await doors.look(key)), ...late() })
    // As our platform: no opening after the end is that of a new writer.
    const open: typeof doors.open = async (start) => {
      const before = server.epoch
      const outcome = await doors.open(start)
      if (!outcome.started || Date.now() < server.deadline) return outcome
      server.epoch = before
      return { ...outcome, attempt: { ...outcome.attempt, standing: { ...outcome.attempt.standing, ...late(), epoch: before } } }
    }
    const store = new DurableStore()
    const before = await openWindow(server, { doors: { ...doors, open, look }, store })
    const other = isOwn ? null : await openWindow(server, { doors: { ...doors, look } })
    await pass(55_000)
    before.stop()
    other?.stop()
    await pass(10_000)
    const { session } = await openWindow(server, { doors: { ...doors, open, look }, store })
    await pass(10_000)
    expect([session.get().phase, server.handIns]).toEqual(isOwn ? ['handedIn', ['time']] : ['answering', []])
    await pass(50_000)
    expect([session.get().phase, server.handIns]).toEqual(['handedIn', isOwn ? ['time'] : []])
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

describe('a hand-in that the platform turns down', () => {
  it.each([['in words', new BffError('rejected', '未到最短答题时间'), '未到最短答题时间'], ['as unknown', new BffError('missing'), null], ['as ill-formed', new BffError('invalid'), null]])('%s is said, and the learner goes on', async (_how, refusal, words) => {
    const server = newServer()
    server.turnsDown = refusal
    const { session, refused, stop, store } = await openWindow(server)
    choose(session, 1, 1)
    void session.handIn('learner')
    await pass(60_000)
    expect(server.handIns).toEqual(['learner'])
    expect(session.get()).toMatchObject({ phase: 'answering', waitsForNetwork: false, left: null })
    expect(refused).toEqual([[words, 'paper']])
    choose(session, 2, 1)
    await pass(1_000)
    expect(server.stored('q2')).toBe('21')

    stop()
    const again = await openWindow(server, { store })
    await pass(10_000)
    expect(server.handIns).toEqual(['learner'])
    server.turnsDown = null
    void again.session.handIn('learner')
    await pass(2_000)
    expect(again.session.get().phase).toBe('handedIn')
  })

  it('when the time is over leads out, once, and keeps what did not arrive', async () => {
    const server = newServer(1)
    const { session, store } = await openWindow(server)
    await pass(50_000)
    const { save } = server.calls
    server.turnsDown = new BffError('rejected', '考试已被取消')
    choose(session, 1, 1)
    await pass(60_000)
    expect(server.calls.save).toBeGreaterThan(save)
    expect(server.handIns).toEqual(['time'])
    expect(session.get()).toMatchObject({ phase: 'refused', refusal: { why: 'notTaken', words: '考试已被取消' }, notice: null, left: null })
    expect(await store.read('1', place)).toMatchObject({ handInBy: null })
  })
})
