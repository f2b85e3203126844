import { describe, expect, it } from 'vitest'
import { BffError } from '@/lib/queries/bff'
import { choose, eachFromStart, newServer, onLine, openWindow, pass, sync, type Tabs } from './exam-window'

eachFromStart()

describe('a hand-in that waits for the network', () => {
  it.each(['learner', 'time'] as const)('by the %s does not end the paper that another device has gone on with', async (by) => {
    const server = newServer(2)
    const { line, doors } = onLine(server)
    const phone = await openWindow(server, { doors })
    choose(phone.session, 1, 1)
    await pass(1_000)
    line.isCut = true
    if (by === 'learner') void phone.session.handIn('learner')
    else await pass(121_000)
    await pass(5_000)
    expect(phone.session.get()).toMatchObject({ phase: 'handingIn', waitsForNetwork: true })
    // There is more time than the phone has heard of.
    server.deadline += 600_000
    const laptop = await openWindow(server)
    choose(laptop.session, 1, 2)
    await pass(1_000)
    line.isCut = false
    await pass(20_000)
    expect(server.handIns).toEqual([])
    expect(phone.session.get().phase).toBe('answering')
    expect(sync(phone.session).get().writing).toBe('elsewhere')
    choose(laptop.session, 2, 1)
    await pass(1_000)
    expect([server.stored('q1'), server.stored('q2')]).toEqual(['12', '21'])
  })

  it('nor does a page that is loaded anew, which then goes on answering', async () => {
    const server = newServer()
    const { line, doors } = onLine(server)
    const phone = await openWindow(server, { doors })
    line.isCut = true
    void phone.session.handIn('learner')
    await pass(1_000)
    phone.stop()
    const laptop = await openWindow(server)
    choose(laptop.session, 1, 2)
    await pass(1_000)
    line.isCut = false
    const again = await openWindow(server, { store: phone.store, doors })
    await pass(10_000)
    expect([server.handIns, again.session.get().phase]).toEqual([[], 'answering'])
    expect(sync(again.session).get().journal.entries.q1!.optionIds).toEqual(['12'])
    again.stop()
    // Nor does it come back.
    const later = await openWindow(server, { store: phone.store })
    await pass(10_000)
    expect([server.handIns, later.session.get().phase]).toEqual([[], 'answering'])
  })

  it('goes on after a page is loaded anew that had taken the paper over', async () => {
    const server = newServer()
    const tabs: Tabs = new Set()
    const { line, doors } = onLine(server)
    const first = await openWindow(server, { tabs, doors })
    await openWindow(server, { tabs, store: first.store })
    await first.session.continueHere()
    line.isCut = true
    void first.session.handIn('learner')
    await pass(1_000)
    first.stop()
    line.isCut = false
    await openWindow(server, { store: first.store })
    await pass(5_000)
    expect(server.handIns).toEqual(['learner'])
  })

  it('goes on where nobody else has opened the paper, and where the platform cannot say how it stands', async () => {
    const server = newServer()
    const { line, doors } = onLine(server)
    const look: typeof doors.look = () => Promise.reject(new BffError('failed'))
    const phone = await openWindow(server, { doors: { ...doors, look } })
    line.isCut = true
    void phone.session.handIn('learner')
    await pass(5_000)
    line.isCut = false
    await pass(30_000)
    expect([server.handIns, phone.session.get().phase]).toEqual([['learner'], 'handedIn'])
  })
})

describe('a hand-in that was confirmed in a page that was loaded without the network', () => {
  /** Each call takes its own time there, so that an opening and a look come in either order. */
  const slow = (call: 'open' | 'look', doors: ReturnType<typeof onLine>['doors'], ms: number) => ({ ...doors, [call]: async (...given: never[]) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return (doors[call] as (...given: never[]) => Promise<unknown>)(...given)
  } })

  async function loadedAlone(slowest: 'open' | 'look', ms: number) {
    const server = newServer()
    const { line, doors } = onLine(server)
    const before = await openWindow(server, { doors })
    choose(before.session, 1, 1)
    await pass(1_000)
    before.stop()
    line.isCut = true
    const { session, store } = await openWindow(server, { store: before.store, doors: slow(slowest, doors, ms) })
    await pass(10_000)
    expect(session.get().phase).toBe('answering')
    void session.handIn('learner')
    await pass(3_000)
    expect(session.get()).toMatchObject({ phase: 'handingIn', waitsForNetwork: true })
    return { server, line, session, store }
  }

  const orders = (['open', 'look'] as const).flatMap((slowest) => [0, 300, 2_000, 7_000].flatMap((ms) => [true, false].map((wakes) => ({ slowest, ms, wakes }))))

  it.each(orders)('goes when the network is back ($slowest takes $ms ms, told of it: $wakes)', async ({ slowest, ms, wakes }) => {
    const { server, line, session } = await loadedAlone(slowest, ms)
    line.isCut = false
    if (wakes) session.wake()
    await pass(40_000)
    expect([server.handIns, session.get().phase]).toEqual([['learner'], 'handedIn'])
  })

  it.each(orders)('does not where another device has written meanwhile ($slowest takes $ms ms, told of it: $wakes)', async ({ slowest, ms, wakes }) => {
    const { server, line, session, store } = await loadedAlone(slowest, ms)
    const laptop = await openWindow(server)
    choose(laptop.session, 1, 2)
    await pass(1_000)
    line.isCut = false
    if (wakes) session.wake()
    await pass(40_000)
    expect([server.handIns, session.get().phase, session.get().waitsForNetwork]).toEqual([[], 'answering', false])
    expect(server.stored('q1')).toBe('12')
    // Nor when it is loaded once more.
    const again = await openWindow(server, { store })
    await pass(10_000)
    expect([server.handIns, again.session.get().phase]).toEqual([[], 'answering'])
  })
})

it('a window that leaves the paper to another device writes no more, also where its last answers were turned down', async () => {
  const server = newServer()
  const { line, doors } = onLine(server)
  let refuses = false
  const phone = await openWindow(server, { doors: { ...doors, save: async (...given) => (refuses ? Promise.reject(new BffError('rejected', 'no')) : doors.save(...given)) } })
  refuses = true
  choose(phone.session, 1, 1)
  line.isCut = true
  void phone.session.handIn('learner')
  await pass(10_000)
  expect(sync(phone.session).get().writing).toBe('closed')
  const laptop = await openWindow(server)
  choose(laptop.session, 1, 2)
  await pass(1_000)
  refuses = false
  line.isCut = false
  await pass(20_000)
  expect([server.handIns, phone.session.get().phase, sync(phone.session).get().writing]).toEqual([[], 'answering', 'elsewhere'])
  await pass(10_000)
  expect(server.stored('q1')).toBe('12')
})

describe('a page that was loaded without the network', () => {
  type Doors = ReturnType<typeof onLine>['doors']
  /** The server hears of an opening, and its answer is lost. */
  const deafAtOpening = (doors: Doors): Doors => ({ ...doors, open: async (start) => doors.open(start).then(() => Promise.reject(new BffError('failed', undefined, {}, false))) })

  async function confirmed(server: ReturnType<typeof newServer>) {
    const { line, doors } = onLine(server)
    const first = await openWindow(server, { doors })
    line.isCut = true
    void first.session.handIn('learner')
    await pass(1_000)
    first.stop()
    return { line, doors, store: first.store, kept: first.kept }
  }

  it('does not end the paper with which another tab of its browser has gone on', async () => {
    const server = newServer()
    const tabs: Tabs = new Set()
    const { line, doors } = onLine(server)
    const reader = await openWindow(server, { tabs })
    line.isCut = true
    const alone = await openWindow(server, { tabs, store: reader.store, kept: reader.kept, doors })
    expect(sync(reader.session).get().writing).toBe('elsewhere')
    void alone.session.handIn('learner')
    await pass(3_000)
    await reader.session.continueHere()
    line.isCut = false
    await pass(30_000)
    expect([server.handIns, sync(reader.session).get().writing, alone.session.get().phase]).toEqual([[], 'here', 'answering'])
  })

  it('does not end the paper of a device that came after an opening whose answer was lost', async () => {
    const server = newServer()
    const { line, doors, store, kept } = await confirmed(server)
    line.isCut = false
    const answers = { areLost: true }
    const phone = await openWindow(server, { store, kept, doors: { ...doors, open: (start) => (answers.areLost ? deafAtOpening(doors) : doors).open(start) } })
    await pass(100)
    line.isCut = true
    answers.areLost = false
    const laptop = await openWindow(server)
    choose(laptop.session, 1, 2)
    await pass(1_000)
    line.isCut = false
    await pass(30_000)
    expect([server.handIns, phone.session.get().phase, server.stored('q1')]).toEqual([[], 'answering', '12'])
  })

  it('hands in however often it is loaded anew while its own openings are not answered', async () => {
    const server = newServer()
    const { line, doors, store, kept } = await confirmed(server)
    line.isCut = false
    for (let load = 0; load < 3; load += 1) {
      const page = await openWindow(server, { store, kept, doors: deafAtOpening(doors) })
      await pass(100)
      page.stop()
    }
    const { session } = await openWindow(server, { store, kept })
    await pass(10_000)
    expect([server.handIns, session.get().phase]).toEqual([['learner'], 'handedIn'])
  })

  it('leaves the minute of late answers to the device that wrote last, and takes no right to write from it', async () => {
    const server = newServer(2)
    const { line, doors } = onLine(server)
    const look: Doors['look'] = async (key) => {
      const standing = await doors.look(key)
      return server.now() > server.deadline && server.handIn === null ? { ...standing, status: 'handedIn' } : standing
    }
    const before = await openWindow(server, { doors: { ...doors, look } })
    before.stop()
    line.isCut = true
    const phone = await openWindow(server, { store: before.store, doors: { ...doors, look } })
    const laptop = await openWindow(server)
    laptop.stop()
    await pass(125_000)
    expect(phone.session.get().phase).toBe('handingIn')
    line.isCut = false
    await pass(20_000)
    expect([server.handIns, server.epoch, sync(phone.session).get().writing]).toEqual([[], 2, 'elsewhere'])
    await pass(60_000)
    expect([server.handIns, phone.session.get().phase]).toEqual([[], 'handedIn'])
  })

  it('reads along where another device goes on, and takes nothing from it', async () => {
    const server = newServer()
    const { line, doors } = onLine(server)
    const before = await openWindow(server, { doors })
    before.stop()
    line.isCut = true
    const phone = await openWindow(server, { store: before.store, doors })
    const laptop = await openWindow(server)
    line.isCut = false
    await pass(30_000)
    expect([server.epoch, sync(phone.session).get().writing, sync(laptop.session).get().writing]).toEqual([2, 'elsewhere', 'here'])
    await phone.session.continueHere()
    expect([server.epoch, sync(phone.session).get().writing]).toEqual([3, 'here'])
  })

  it('hands in where a server that is there fails on openings alone', async () => {
    const server = newServer()
    const { line, doors } = onLine(server)
    const before = await openWindow(server, { doors })
    before.stop()
    line.isCut = true
    const { session } = await openWindow(server, { store: before.store, doors: { ...doors, open: () => Promise.reject(new BffError('failed', undefined, {}, !line.isCut)) } })
    void session.handIn('learner')
    await pass(5_000)
    expect(session.get()).toMatchObject({ phase: 'handingIn', waitsForNetwork: true })
    line.isCut = false
    await pass(30_000)
    expect([server.handIns, session.get().phase]).toEqual([['learner'], 'handedIn'])
  })
})

it('a window that learns at the very end that another device writes hands nothing in', async () => {
  const server = newServer(2)
  const { doors } = onLine(server)
  const window = await openWindow(server, { doors: { ...doors, look: async (key) => {
    const standing = await doors.look(key)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return standing
  } } })
  await pass(105_000)
  const laptop = await openWindow(server)
  laptop.stop()
  await pass(25_000)
  expect([server.handIns, sync(window.session).get().writing, window.session.get().phase]).toEqual([[], 'elsewhere', 'answering'])
})
