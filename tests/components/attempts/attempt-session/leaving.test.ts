import { describe, expect, it } from 'vitest'
import { pause } from '@/components/attempts/pause'
import { newWatch, wentOn } from '@/lib/domain/attempts-switches'
import { BffError } from '@/lib/queries/bff'
import { place } from '../exam-server'
import { choose, DurableStore, eachFromStart, newServer, onLine, openWindow, pass, type Tabs } from './exam-window'

eachFromStart()

describe('leaving the page', () => {
  const away = { cause: 'hidden' as const, counts: true, seconds: 5, lastedSeconds: 5 }
  const rule = { rule: 'count' as const, countAllowed: 2, countUsed: 0, secondsAllowed: 0, secondsUsed: 0, exhausted: null }

  it('is told, with what is left; used up it hands in after three seconds', async () => {
    const server = newServer()
    server.switches = rule
    const { session } = await openWindow(server)
    void session.wasAway(away)
    await pass(100)
    expect(session.get().absence).toMatchObject({ counted: true, switches: { countUsed: 1 } })
    void session.wasAway(away)
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
    void session.wasAway(away)
    await pass(30_000)
    expect(session.get()).toMatchObject({ phase: 'answering', notice: null })
    expect(server.handIns).toEqual([])
    // Nobody is asked every second by everybody whose absence waits.
    expect(server.calls.absence).toBeLessThan(12)
    server.fault = 'none'
    await pass(15_000)
    expect(server.handIns).toEqual(['switches'])
  })

  it('counts once, though the first word of it was not heard', async () => {
    const server = newServer()
    server.switches = { ...rule, countAllowed: 5 }
    const { session } = await openWindow(server)
    server.fault = 'deaf'
    void session.wasAway(away)
    await pass(100)
    server.fault = 'none'
    await pass(5_000)
    expect(server.switches.countUsed).toBe(1)
  })

  it('used up says so also after the page was loaded again, and hands in', async () => {
    const server = newServer()
    server.switches = rule
    const first = await openWindow(server)
    void first.session.wasAway(away)
    await pass(100)
    void first.session.wasAway(away)
    await pass(1_000)
    expect(first.session.get().notice).toMatchObject({ by: 'switches' })
    first.stop()
    const { session } = await openWindow(server, { store: first.store, kept: first.kept })
    expect(session.get()).toMatchObject({ phase: 'answering', notice: { by: 'switches', exhausted: 'count' } })
    await pass(4_000)
    expect([session.get().phase, server.handIns]).toEqual(['handedIn', ['switches']])
  })

  it('is told by the next page where this one could not, once', async () => {
    const server = newServer()
    server.switches = { ...rule, countAllowed: 5 }
    const first = await openWindow(server)
    void first.session.wasAway(away)
    await pass(100)
    server.fault = 'down'
    first.session.leftAway(away)
    await pass(10)
    first.stop()
    server.fault = 'none'
    const { session, kept } = await openWindow(server, { store: first.store, kept: first.kept })
    await pass(3_000)
    expect(server.switches.countUsed).toBe(2)
    expect(session.get().absence).toMatchObject({ counted: true })
    expect(kept.keysUnder('absences:')).toEqual([])
  })

  it('with the page counts once, whether its last word was heard or not', async () => {
    const server = newServer()
    server.switches = { ...rule, countAllowed: 5 }
    const first = await openWindow(server)
    server.fault = 'deaf'
    first.session.leftAway(away)
    await pass(10)
    first.stop()
    server.fault = 'none'
    await openWindow(server, { store: first.store, kept: first.kept })
    await pass(3_000)
    expect(server.switches.countUsed).toBe(1)
  })

  it('while the page is loaded again, for less than counts, is nothing', async () => {
    const server = newServer()
    server.switches = rule
    const { session, kept } = await openWindow(server)
    session.leftAway({ cause: 'tooShort', counts: false, seconds: 0, lastedSeconds: 1 })
    await pass(2_000)
    expect([server.calls.absence, kept.keysUnder('absences:')]).toEqual([0, []])
  })

  it('that the server refuses to hear of is not told for ever', async () => {
    const server = newServer()
    server.switches = rule
    const doors = server.doors()
    let told = 0
    const absence = () => {
      told += 1
      return Promise.reject(new BffError('rejected', 'x'))
    }
    const { session, kept } = await openWindow(server, { doors: { ...doors, absence } })
    void session.wasAway(away)
    await pass(20_000)
    expect([told, kept.keysUnder('absences:')]).toEqual([1, []])
  })
})

describe('going on to another page of ours', () => {
  const rule = { rule: 'count' as const, countAllowed: 5, countUsed: 0, secondsAllowed: 0, secondsUsed: 0, exhausted: null }
  const elsewhere = () => wentOn(newWatch(false), performance.now())

  /** A server with a window that was left so; `back` opens another window of the same browser, as coming back does. */
  async function leftExam() {
    const server = newServer()
    server.switches = rule
    const first = await openWindow(server)
    first.session.close(elsewhere())
    first.stop()
    return { server, switches: () => server.switches, back: () => openWindow(server, { store: first.store, kept: first.kept }) }
  }

  it('is one absence, up to the return', async () => {
    const { switches, back } = await leftExam()
    await pass(5_000)
    const { session } = await back()
    await pass(3_000)
    expect(switches()).toMatchObject({ countUsed: 1, secondsUsed: 5 })
    expect(session.get().absence).toMatchObject({ counted: true, judged: { cause: 'hidden' } })
  })

  it('for less than a second is nothing', async () => {
    const { server, back } = await leftExam()
    await pass(900)
    await back()
    await pass(3_000)
    expect(server.calls.absence).toBe(0)
  })

  it('is nothing where another device wrote meanwhile, and is not told at a later return either', async () => {
    const { server, back } = await leftExam()
    await openWindow(server, { store: new DurableStore() })
    await pass(60_000)
    const second = await back()
    second.stop()
    await back()
    await pass(3_000)
    expect(server.calls.absence).toBe(0)
  })

  it('out of a window that only reads is nothing', async () => {
    const server = newServer()
    server.switches = rule
    const tabs = new Set() as NonNullable<NonNullable<Parameters<typeof openWindow>[1]>['tabs']>
    const first = await openWindow(server, { tabs })
    await openWindow(server, { store: first.store, kept: first.kept, tabs })
    first.session.close(elsewhere())
    first.stop()
    await pass(5_000)
    await openWindow(server, { store: first.store, kept: first.kept, tabs })
    await pass(3_000)
    expect(server.calls.absence).toBe(0)
  })

  it('of a paper that was handed in meanwhile is nothing', async () => {
    const { server, back } = await leftExam()
    server.take('learner')
    await pass(5_000)
    await back()
    await pass(3_000)
    expect(server.calls.absence).toBe(0)
  })

  it('counts no time in which the learner is back and the server away', async () => {
    const { server, switches, back } = await leftExam()
    await pass(5_000)
    server.fault = 'down'
    await back()
    await pass(60_000)
    server.fault = 'none'
    await pass(20_000)
    expect(switches()).toMatchObject({ countUsed: 1, secondsUsed: 5 })
  })
})

describe('going on to another page of ours while this browser writes slowly and nobody is reached', () => {
  class SlowStore extends DurableStore {
    override async keepJournal(...given: Parameters<DurableStore['keepJournal']>) {
      await pause(150)
      return super.keepJournal(...given)
    }
  }

  it('keeps what was chosen last', async () => {
    const server = newServer()
    const { line, doors } = onLine(server)
    const store = new SlowStore()
    const first = await openWindow(server, { store, doors })
    await pass(1_000)
    line.isCut = true
    for (const option of [1, 2]) {
      choose(first.session, 1, option)
      await pass(50)
    }
    first.session.leave()
    first.stop()
    await pass(5_000)
    line.isCut = false
    await openWindow(server, { store, kept: first.kept })
    await pass(5_000)
    expect(server.stored('q1')).toBe('12')
  })

  it('keeps nothing of a tab that only reads over what the other one writes', async () => {
    const server = newServer()
    const tabs: Tabs = new Set()
    const store = new SlowStore()
    const reader = await openWindow(server, { store, tabs })
    await pass(1_000)
    choose(reader.session, 1, 1)
    const writer = await openWindow(server, { store, tabs, kept: reader.kept })
    await pass(300)
    choose(writer.session, 1, 2)
    reader.stop()
    await pass(5_000)
    expect((await store.read('1', place))?.journal.entries.q1?.optionIds).toEqual(['12'])
  })
})
