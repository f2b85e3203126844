import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerText } from '@/lib/domain/attempts'
import { BffError } from '@/lib/queries/bff'
import { choose, DurableStore, eachFromStart, newServer, openWindow, pass, sync, type Tabs } from './exam-window'

eachFromStart()

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

  it('of which one takes over while a save by its earlier right is on its way: it goes on writing', async () => {
    const server = newServer()
    const doors = server.doors()
    let arrive = () => undefined as void
    let isHeld = true
    const held = new Promise<void>((resolve) => (arrive = resolve))
    const first = await openWindow(server, { doors: { ...doors, save: async (...given) => {
      if (isHeld) {
        isHeld = false
        await held
      }
      return doors.save(...given)
    } } })
    choose(first.session, 1, 0)
    await pass(500)
    await openWindow(server)
    await first.session.look()
    expect(sync(first.session).get().writing).toBe('elsewhere')
    await first.session.continueHere()
    arrive()
    await pass(20_000)
    expect([sync(first.session).get().writing, server.stored('q1')]).toEqual(['here', '10'])
  })

  it('of which one was overtaken: it loses nothing that is chosen while it reads again what stands there', async () => {
    const server = newServer()
    const doors = server.doors()
    let overtakes = true
    const save: typeof doors.save = async (key, saves, leaving) => {
      const outcome = await doors.save(key, saves, leaving)
      const { opId } = saves[0]!
      if (!overtakes) return outcome
      overtakes = false
      return { ...outcome, outcomes: [{ opId, outcome: 'superseded', words: null }] }
    }
    const first = await openWindow(server, { doors: { ...doors, save } })
    server.back = 2_000
    choose(first.session, 1, 1)
    await pass(2_500)
    expect(server.calls.takeOver).toBe(1)
    choose(first.session, 3, 1)
    server.back = 0
    await pass(10_000)
    expect(sync(first.session).get().journal.entries.q3!.optionIds).toEqual(['31'])
    expect(server.stored('q3')).toBe('31')
  })

  it('where the switches are used up while one reads: taking over says so and hands in', async () => {
    const server = newServer()
    const tabs: Tabs = new Set()
    const first = await openWindow(server, { tabs })
    await openWindow(server, { tabs })
    server.switches = { rule: 'count', countAllowed: 1, countUsed: 1, secondsAllowed: 0, secondsUsed: 0, exhausted: 'count' }
    await first.session.continueHere()
    expect(first.session.get().notice).toEqual({ by: 'switches', exhausted: 'count' })
    await pass(4_000)
    expect(server.handIns).toEqual(['switches'])
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

describe('the minute after the end', () => {
  /** The doors of a device whose network is cut while `isCut`; until late answers can come no more the server names no hand-in. */
  function device(server: ReturnType<typeof newServer>, line = { isCut: false }) {
    const doors = server.doors()
    const via = <Given extends unknown[], Reply>(call: (...given: Given) => Promise<Reply>) => (...given: Given) => (line.isCut ? Promise.reject(new BffError('failed')) : call(...given))
    const look: typeof doors.look = async (key) => {
      const standing = await doors.look(key)
      return server.now() > server.deadline && server.handIn === null ? { ...standing, status: 'handedIn' } : standing
    }
    return { ...doors, open: via(doors.open), save: via(doors.save), look: via(look), takeOver: via(doors.takeOver), handIn: via(doors.handIn) }
  }

  it('is left by a window that reads to the device that writes, whose answers come late', async () => {
    const server = newServer(2)
    const laptop = await openWindow(server, { doors: device(server) })
    const line = { isCut: false }
    const phone = await openWindow(server, { doors: device(server, line) })
    await pass(100_000)
    expect(sync(laptop.session).get().writing).toBe('elsewhere')
    line.isCut = true
    choose(phone.session, 1, 2)
    await pass(45_000)
    expect([laptop.session.get().phase, laptop.handedIn]).toEqual(['answering', []])
    line.isCut = false
    await pass(15_000)
    expect([server.stored('q1'), server.handIns, phone.session.get().phase]).toEqual(['12', ['time'], 'handedIn'])
    await pass(5_000)
    expect(laptop.session.get().phase).toBe('handedIn')
  })

  it('ends for a window that reads when nobody comes any more', async () => {
    const server = newServer(2)
    const laptop = await openWindow(server, { doors: device(server) })
    const phone = await openWindow(server, { doors: device(server) })
    phone.stop()
    await pass(185_000)
    expect([laptop.session.get().phase, server.handIns]).toEqual(['handedIn', []])
  })

  it('is not begun by a window that learns at the end that another device writes', async () => {
    const server = newServer(2)
    const laptop = await openWindow(server, { doors: device(server) })
    await pass(100_000)
    const phone = await openWindow(server, { doors: device(server, { isCut: false }) })
    phone.stop()
    await pass(30_000)
    expect([sync(laptop.session).get().writing, laptop.session.get().phase, server.handIns]).toEqual(['elsewhere', 'answering', []])
  })
})

describe('leaving a window that only reads', () => {
  const away = { cause: 'hidden' as const, counts: true, seconds: 300, lastedSeconds: 300 }
  const rule = { rule: 'both' as const, countAllowed: 3, countUsed: 0, secondsAllowed: 60, secondsUsed: 0, exhausted: null }

  it.each([['of one browser', new Set() as Tabs], ['of two devices, where it does not know yet', undefined]])('%s is no absence', async (_where, tabs) => {
    const server = newServer()
    server.switches = rule
    const first = await openWindow(server, { tabs })
    const second = await openWindow(server, { tabs })
    void first.session.wasAway(away)
    await pass(5_000)
    expect(server.calls.absence).toBe(0)
    expect(first.session.get()).toMatchObject({ phase: 'answering', notice: null, absence: null })
    expect(sync(first.session).get().writing).toBe('elsewhere')
    void second.session.wasAway(away)
    await pass(5_000)
    expect(server.switches).toMatchObject({ countUsed: 1, secondsUsed: 300 })
  })

  it('that reads while the limit is used up leaves the hand-in to the one that writes', async () => {
    const server = newServer()
    const first = await openWindow(server)
    const second = await openWindow(server)
    server.switches = { ...rule, exhausted: 'count' }
    await first.session.look()
    await pass(10_000)
    expect(first.session.get().notice).toBeNull()
    expect(server.handIns).toEqual([])
    await second.session.look()
    await pass(10_000)
    expect(second.session.get().phase).toBe('handedIn')
    expect(server.handIns).toEqual(['switches'])
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
        if (what === 'move') session.get().sync?.goTo(number - 1, `q${number}`)
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
    }), { numRuns: RUNS })
  }, 60_000 + RUNS * 500)
})
