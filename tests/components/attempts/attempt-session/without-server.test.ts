import { describe, expect, it } from 'vitest'
import { leftAnswers } from '@/lib/domain/answer-file'
import { BffError } from '@/lib/queries/bff'
import { place, type ExamServer } from '../exam-server'
import { choose, eachFromStart, newServer, onLine, openWindow, pass, sync } from './exam-window'

const MINUTE = 60_000
eachFromStart()

/** A paper that was open on a device whose calendar is wrong by `before`, and is opened again there without the server when it is wrong by `after`. */
async function openedAgain(server: ExamServer, { before, after, act, savesFail = false }: { before: number; after: number; /** No answer gets through any more. */ savesFail?: boolean; act?: (first: Awaited<ReturnType<typeof openWindow>>) => Promise<void> | void }) {
  server.there = 40
  server.back = 40
  const first = await openWindow(server, { calendar: () => Date.now() + before })
  await pass(200)
  await act?.(first)
  first.stop()
  server.fault = 'down'
  const doors = server.doors()
  const again = await openWindow(server, { store: first.store, calendar: () => Date.now() + after, doors: savesFail ? { ...doors, save: () => Promise.reject(new BffError('failed')) } : doors })
  await pass(200)
  return again
}

describe('a paper whose opening nobody answers, with nothing of it kept', () => {
  it.each(['down', 'deaf'] as const)('is asked for by the same press until it is there, and is written by it (%s)', async (fault) => {
    const server = newServer()
    server.fault = fault
    const doors = server.doors()
    const asked: { intentId: string; sinceMs?: number | null }[] = []
    const { session } = await openWindow(server, { doors: { ...doors, open: (start) => (asked.push(start), doors.open(start)) } })
    await pass(5 * MINUTE)
    expect(session.get()).toMatchObject({ phase: 'opening', isUnanswered: true })
    server.fault = 'none'
    await pass(5_000)
    expect([session.get().phase, server.epoch]).toEqual(['answering', 1])
    expect([new Set(asked.map(({ intentId }) => intentId)).size, ...asked.slice(0, 3).map(({ sinceMs }) => sinceMs)]).toEqual([1, null, 3_000, 6_000])
    choose(session, 1, 0)
    await pass(2_000)
    expect(server.stored('q1')).toBe('10')
  })

  it('is asked for at once when the network is back', async () => {
    const server = newServer()
    server.fault = 'down'
    const { session } = await openWindow(server)
    server.fault = 'none'
    session.wake()
    await pass(10)
    expect(session.get().phase).toBe('answering')
  })

  it('is not asked for while nobody sees its page, also when the network is back, and at once when it is shown', async () => {
    const server = newServer()
    const doors = server.doors()
    const asked: (number | null | undefined)[] = []
    const page = { isSeen: false }
    const { session } = await openWindow(server, { isSeen: () => page.isSeen, doors: { ...doors, open: (start) => (asked.push(start.sinceMs), doors.open(start)) } })
    const shown = (isSeen: boolean) => {
      page.isSeen = isSeen
      if (isSeen) session.wake()
      return pass(10)
    }
    await pass(60 * MINUTE)
    expect([asked, server.epoch]).toEqual([[], 0])
    server.fault = 'down'
    await shown(true)
    await shown(false)
    await pass(60 * MINUTE)
    server.fault = 'none'
    session.wake()
    await pass(MINUTE)
    expect([asked, server.epoch]).toEqual([[null], 0])
    await shown(true)
    // From the first time that it was sent, however long its page had been there.
    expect([session.get().phase, server.epoch, asked.length, Math.round(asked[1]! / MINUTE)]).toEqual(['answering', 1, 2, 61])
  })

  it('is asked for also unseen where this browser keeps it, as answers may wait, and no other', async () => {
    const server = newServer()
    const doors = server.doors()
    const asked: (string | null)[] = []
    const first = await openWindow(server)
    choose(first.session, 1, 0)
    server.fault = 'down'
    await pass(2_000)
    first.stop()
    server.fault = 'none'
    const { session } = await openWindow(server, { store: first.store, kept: first.kept, isSeen: () => false, doors: { ...doors, open: (start) => (asked.push(start.attemptId), doors.open(start)) } })
    await pass(5_000)
    expect([session.get().phase, server.stored('q1'), ...asked]).toEqual(['answering', '10', first.session.get().attempt!.ref.attemptId])
  })

  it('is not asked for any more where only another attempt would begin, or once its page is left', async () => {
    const server = newServer()
    const { doors } = onLine(server)
    let isAnswered = false
    let asked = 0
    const open = (): ReturnType<typeof doors.open> => ((asked += 1), isAnswered ? Promise.resolve({ started: false, why: 'unsure', words: '', ref: null }) : Promise.reject(new BffError('timeout')))
    const { session } = await openWindow(server, { doors: { ...doors, open } })
    const left = await openWindow(server, { doors: { ...doors, open } })
    left.stop()
    isAnswered = true
    await pass(MINUTE)
    expect([session.get().phase, session.get().refusal?.why, left.session.get().phase, asked]).toEqual(['refused', 'unsure', 'opening', 3])
  })

  it('takes nothing of an earlier attempt for its own', async () => {
    const server = newServer(1)
    server.begins = 'asked'
    const first = await openWindow(server)
    choose(first.session, 1, 3)
    await pass(1_000)
    first.stop()
    server.take('time')
    await pass(3 * MINUTE)
    server.fault = 'deaf'
    const { session } = await openWindow(server, { store: first.store, kept: first.kept })
    expect(session.get()).toMatchObject({ phase: 'opening', isUnanswered: true, attempt: null })
    server.fault = 'none'
    await pass(5_000)
    expect([session.get().phase, session.get().attempt?.ref.attemptId, session.get().sync?.get().journal.entries]).toEqual(['answering', 'a2', {}])
  })
})

describe('a paper that is opened again without the server', () => {
  it.each([['an hour fast', 60 * MINUTE], ['an hour slow', -60 * MINUTE], ['right', 0]])('has the time it has, on a device whose clock is %s', async (_how, wrong) => {
    const { session } = await openedAgain(newServer(), { before: wrong, after: wrong })
    expect(session.get().phase).toBe('answering')
    expect(session.get().remaining).toBeGreaterThan(44.9 * MINUTE)
    expect(session.get().remaining).toBeLessThanOrEqual(45 * MINUTE)
  })

  it('has the server’s time as soon as that answers, however the device was set meanwhile', async () => {
    const server = newServer()
    const { session } = await openedAgain(server, { before: 0, after: 40 * MINUTE })
    expect(session.get().remaining).toBeLessThan(5 * MINUTE)
    server.fault = 'none'
    await pass(5_000)
    session.tick()
    expect(session.get().remaining).toBeGreaterThan(44.5 * MINUTE)
  })

  it('is not handed in because the device says that the time is over, and goes on when the server knows better', async () => {
    const server = newServer()
    const { session } = await openedAgain(server, { before: 0, after: 45 * MINUTE - 5_000 })
    choose(session, 2, 1)
    await pass(2 * MINUTE)
    expect(session.get().phase).toBe('handingIn')
    server.fault = 'none'
    await pass(30_000)
    expect(server.handIns).toEqual([])
    expect(session.get().phase).toBe('answering')
    choose(session, 1, 0)
    await pass(2_000)
    expect([server.stored('q1'), server.stored('q2')]).toEqual(['10', '21'])
  })

  it('is handed in when the server says so too, with what waited', async () => {
    const server = newServer(2)
    const { session, handedIn } = await openedAgain(server, { before: 0, after: 0 })
    choose(session, 2, 1)
    await pass(2.2 * MINUTE)
    server.fault = 'none'
    await pass(20_000)
    expect(server.handIns).toEqual(['time'])
    expect(server.stored('q2')).toBe('21')
    expect(handedIn).toHaveLength(1)
  })

  it('is still being handed in when that was confirmed before, and goes when the server is back', async () => {
    const server = newServer()
    const { session, handedIn } = await openedAgain(server, {
      before: 0, after: 0,
      act: async (first) => {
        choose(first.session, 1, 0)
        await pass(1_000)
        server.fault = 'down'
        void first.session.handIn('learner')
        await pass(5_000)
      },
    })
    expect(session.get()).toMatchObject({ phase: 'handingIn', waitsForNetwork: true })
    await pass(10_000)
    server.fault = 'none'
    await pass(20_000)
    expect(server.handIns).toEqual(['learner'])
    expect(handedIn).toHaveLength(1)
  })

  it('is handed in as it was confirmed there, with the answers that wait', async () => {
    const server = newServer()
    const { session, handedIn } = await openedAgain(server, { before: 0, after: 0 })
    choose(session, 3, 2)
    void session.handIn('learner')
    await pass(7_000)
    expect(session.get().phase).toBe('handingIn')
    server.fault = 'none'
    await pass(20_000)
    expect(server.stored('q3')).toBe('32')
    expect(server.handIns).toEqual(['learner'])
    expect(handedIn).toHaveLength(1)
  })

  it('never gives way to a failure while its time passes, and is joined again after it', async () => {
    const server = newServer(2)
    const { session } = await openedAgain(server, { before: 0, after: 0 })
    const phases: string[] = []
    session.watch(() => phases.push(session.get().phase))
    choose(session, 2, 1)
    await pass(4 * MINUTE)
    expect(phases).not.toContain('failed')
    expect(session.get()).toMatchObject({ phase: 'handingIn', waitsForNetwork: true })
    server.take('time')
    server.fault = 'none'
    await pass(20_000)
    expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 2, letters: 'B' }])
  })

  it('after its time still sends within the late minute what waits, and is then over', async () => {
    const server = newServer(1)
    const { session } = await openedAgain(server, {
      before: 0, after: 0,
      act: async (first) => {
        server.fault = 'down'
        choose(first.session, 1, 3)
        await pass(1_000)
        first.stop()
        await pass(1.2 * MINUTE)
      },
    })
    expect(session.get().phase).not.toBe('failed')
    await pass(5_000)
    server.fault = 'none'
    await pass(20_000)
    expect(server.stored('q1')).toBe('13')
    expect(server.handIns).toEqual(['time'])
  })

  it('and was handed in elsewhere meanwhile, begins no other and leaves what was answered here to be handed in late', async () => {
    const server = newServer()
    server.begins = 'asked'
    const { session, store } = await openedAgain(server, { before: 0, after: 0, savesFail: true })
    choose(session, 2, 1)
    await pass(1_000)
    server.take('learner')
    server.fault = 'none'
    await pass(10_000)
    expect(session.get()).toMatchObject({ phase: 'refused', refusal: { why: 'handedIn' } })
    expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 2, letters: 'B' }])
    expect((await store.read('1', place))?.journal.entries.q2?.pending).not.toBeNull()
    expect(server.attempt).toBe(1)
  })

  it('where another attempt begins keeps its answers beside that one, and takes none of them over', async () => {
    const server = newServer()
    server.begins = 'always'
    const { session, store } = await openedAgain(server, { before: 0, after: 0, savesFail: true })
    choose(session, 2, 1)
    await pass(1_000)
    server.take('learner')
    server.fault = 'none'
    await pass(10_000)
    expect(session.get()).toMatchObject({ phase: 'answering', attempt: { ref: { attemptId: 'a2' } } })
    expect(sync(session).get().journal.entries.q2).toBeUndefined()
    expect(server.stored('q2')).toBe('')
    const earlier = async () => (await store.readEarlier('1', place)).map(({ attempt }) => attempt.ref.attemptId)
    expect(await earlier()).toEqual(['a1'])
    void session.handIn('learner')
    await pass(5_000)
    expect(session.get().phase).toBe('handedIn')
    expect(await earlier()).toEqual(['a1'])
    await store.forget('1', (await store.readEarlier('1', place))[0]!.attempt)
    expect(await earlier()).toEqual([])
  })
})
