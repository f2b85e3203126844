import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { choose, eachFromStart, newServer, onLine, openWindow, pass, sync, type Tabs } from './exam-window'

eachFromStart()

/** A page of a paper that this browser keeps, loaded again. */
async function loadedAgain(server: ReturnType<typeof newServer>, change: (line: ReturnType<typeof onLine>['line']) => void, more: { confirms?: boolean } = {}) {
  const { line, doors } = onLine(server)
  const before = await openWindow(server, { doors })
  choose(before.session, 1, 1)
  await pass(1_000)
  if (more.confirms) {
    line.isCut = true
    void before.session.handIn('learner')
    await pass(1_000)
    line.isCut = false
  }
  before.stop()
  change(line)
  const { store, kept } = before
  const page = await openWindow(server, { doors, store, kept })
  await pass(100)
  return { ...page, line, doors }
}

describe('a window whose own opening was heard and not answered', () => {
  it.each([['its first', true], ['one while it knocked', false]])('takes it for nobody else\'s: %s', async (_which, isFirst) => {
    const server = newServer()
    const { session, line } = await loadedAgain(server, (own) => Object.assign(own, isFirst ? { isDeaf: true } : { isCut: true }))
    choose(session, 2, 1)
    if (!isFirst) Object.assign(line, { isCut: false, isDeaf: true })
    await pass(10_000)
    line.isDeaf = false
    await pass(20_000)
    expect([sync(session).get().writing, server.stored('q2'), server.epoch]).toEqual(['here', '21', 2])
    void session.handIn('learner')
    await pass(10_000)
    expect([server.handIns, session.get().phase]).toEqual([['learner'], 'handedIn'])
  })

  it('hands in what was confirmed, also once it was loaded anew', async () => {
    const server = newServer()
    const { session, line, store, kept, doors, stop } = await loadedAgain(server, (own) => Object.assign(own, { isDeaf: true }))
    line.isCut = true
    void session.handIn('learner')
    await pass(3_000)
    stop()
    Object.assign(line, { isCut: false, isDeaf: false })
    const again = await openWindow(server, { store, kept, doors })
    await pass(10_000)
    expect([server.handIns, again.session.get().phase]).toEqual([['learner'], 'handedIn'])
  })

  it('gives way where another device has come after it', async () => {
    const server = newServer()
    const { session, line } = await loadedAgain(server, (own) => Object.assign(own, { isDeaf: true }), { confirms: true })
    line.isCut = true
    const laptop = await openWindow(server)
    choose(laptop.session, 1, 2)
    await pass(1_000)
    Object.assign(line, { isCut: false, isDeaf: false })
    await pass(30_000)
    expect([server.handIns, sync(session).get().writing, server.stored('q1'), server.epoch]).toEqual([[], 'elsewhere', '12', 3])
  })
})

describe('a window whose own opening was heard after another device\'s', () => {
  it.each([true, false])('gives way, and writes nothing over what is newer (hand-in confirmed: %s)', async (confirms) => {
    const server = newServer()
    const { line, doors } = onLine(server)
    const before = await openWindow(server, { doors })
    line.isCut = true
    for (const [question, option] of [[2, 1], [3, 1], [1, 1]] as const) choose(before.session, question, option)
    if (confirms) void before.session.handIn('learner')
    await pass(1_000)
    before.stop()
    const laptop = await openWindow(server)
    choose(laptop.session, 1, 2)
    await pass(1_000)
    Object.assign(line, { isCut: false, isDeaf: true })
    const phone = await openWindow(server, { doors, store: before.store, kept: before.kept })
    await pass(100)
    line.isCut = true
    await pass(3_000)
    line.isCut = false
    await pass(30_000)
    expect([server.handIns, server.stored('q1'), sync(phone.session).get().writing]).toEqual([[], '12', 'elsewhere'])
  })
})

it.each([true, false])('what waits is sent and handed in where openings take effect and are never answered (confirmed in the page before: %s)', async (confirms) => {
  const server = newServer()
  const { line, doors } = onLine(server)
  const before = await openWindow(server, { doors })
  line.isCut = true
  choose(before.session, 2, 1)
  if (confirms) void before.session.handIn('learner')
  await pass(1_000)
  before.stop()
  Object.assign(line, { isCut: false, isDeaf: true })
  const { session } = await openWindow(server, { doors, store: before.store, kept: before.kept })
  await pass(100)
  if (!confirms) void session.handIn('learner')
  await pass(60_000)
  expect([server.stored('q2'), server.handIns, session.get().phase]).toEqual(['21', ['learner'], 'handedIn'])
})

it('a right that was taken over while openings were not answered is kept when one is', async () => {
  const server = newServer()
  const { session, line } = await loadedAgain(server, (own) => Object.assign(own, { isDeaf: true }))
  await session.continueHere()
  await pass(5_000)
  line.isDeaf = false
  await pass(20_000)
  choose(session, 3, 1)
  await pass(2_000)
  expect([sync(session).get().writing, server.stored('q3')]).toEqual(['here', '31'])
})

it('a tab that only reads does not take the paper from the tab that opened it by the same intent', async () => {
  const server = newServer()
  const tabs: Tabs = new Set()
  const { line, doors } = onLine(server)
  const before = await openWindow(server, { doors, tabs })
  before.stop()
  line.isCut = true
  const first = await openWindow(server, { doors, tabs, store: before.store, kept: before.kept })
  const second = await openWindow(server, { doors: { ...doors, open: server.doors().open, save: server.doors().save }, tabs, store: before.store, kept: before.kept })
  choose(second.session, 1, 2)
  await pass(1_000)
  line.isCut = false
  await pass(20_000)
  expect([sync(first.session).get().writing, sync(second.session).get().writing, server.stored('q1')]).toEqual(['elsewhere', 'here', '12'])
})

describe('a hand-in that was confirmed', () => {
  it.each([true, false])('is not another attempt\'s that is begun instead (in the page before: %s)', async (confirms) => {
    const server = newServer()
    const { session, line } = await loadedAgain(server, (own) => Object.assign(own, { isCut: true }), { confirms })
    if (!confirms) void session.handIn('learner')
    await pass(1_000)
    server.take('time')
    server.begins = 'always'
    line.isCut = false
    await pass(30_000)
    expect(session.get()).toMatchObject({ phase: 'answering', waitsForNetwork: false, attempt: { ref: { attemptId: 'a2' } } })
    expect(server.handIns).toEqual([])
    expect(sync(session).get().writing).toBe('here')
  })

  it.each([true, false])('goes where openings come to nothing for ever (in the page before: %s)', async (confirms) => {
    const server = newServer()
    const { session, line } = await loadedAgain(server, (own) => Object.assign(own, { isDeaf: true }), { confirms })
    if (!confirms) void session.handIn('learner')
    await pass(60_000)
    expect([server.handIns, session.get().phase, line.isDeaf]).toEqual([['learner'], 'handedIn', true])
  })
})

it('a reader that is loaded again in the minute after the end leaves it to the device that wrote last', async () => {
  const server = newServer(2)
  const laptop = await openWindow(server)
  laptop.stop()
  const look = (doors: AttemptDoors): AttemptDoors => ({ ...doors, look: async (key) => ({ ...(await doors.look(key)), ...(server.handIn ? {} : { status: 'handedIn' as const }) }), open: async () => ({ started: true, attempt: { ...await paperOf(), standing: { ...server.standing(), status: 'handedIn' } } }) })
  const paperOf = async () => {
    const outcome = await server.doors().open({ learnerId: '1', place: { origin: 'standalone', examId: '8001', paperId: '8200' }, intentId: 'intent-of-nobody', attemptId: null })
    if (!outcome.started) throw new Error('not open')
    server.epoch = 1
    return outcome.attempt
  }
  await pass(125_000)
  const first = await openWindow(server, { doors: look(server.doors()) })
  await pass(2_000)
  expect(sync(first.session).get().writing).toBe('elsewhere')
  first.stop()
  const again = await openWindow(server, { doors: look(server.doors()), store: first.store, kept: first.kept })
  await pass(20_000)
  expect([server.handIns, sync(again.session).get().writing]).toEqual([[], 'elsewhere'])
})

it('absences that a page before could not tell are told with those of a page that was loaded without the network', async () => {
  const server = newServer()
  server.switches = { rule: 'count', countAllowed: 9, countUsed: 0, secondsAllowed: 0, secondsUsed: 0, exhausted: null }
  const away = { cause: 'hidden' as const, counts: true, seconds: 5, lastedSeconds: 5 }
  const { line, doors } = onLine(server)
  const before = await openWindow(server, { doors })
  line.isCut = true
  for (let at = 0; at < 2; at += 1) {
    void before.session.wasAway(away)
    await pass(1_000)
  }
  before.stop()
  const { session } = await openWindow(server, { doors, store: before.store, kept: before.kept })
  await pass(3_000)
  void session.wasAway(away)
  await pass(3_000)
  line.isCut = false
  await pass(30_000)
  expect(server.switches.countUsed).toBe(3)
})

it('absences of an attempt that is over are not told of the next', async () => {
  const server = newServer()
  server.switches = { rule: 'count', countAllowed: 9, countUsed: 0, secondsAllowed: 0, secondsUsed: 0, exhausted: null }
  const { session, line } = await loadedAgain(server, (own) => Object.assign(own, { isCut: true }))
  for (let at = 0; at < 2; at += 1) {
    void session.wasAway({ cause: 'hidden', counts: true, seconds: 5, lastedSeconds: 5 })
    await pass(1_000)
  }
  server.take('time')
  server.begins = 'always'
  line.isCut = false
  session.wake()
  await pass(30_000)
  expect([session.get().attempt?.ref.attemptId, server.switches.countUsed]).toEqual(['a2', 0])
})

it.each([true, false])('without a network past the last minute what was not confirmed is shown, to be taken along (loaded without it: %s)', async (isLoaded) => {
  const server = newServer(2)
  const { line, doors } = onLine(server)
  const before = await openWindow(server, { doors })
  line.isCut = true
  choose(before.session, 1, 1)
  await pass(1_000)
  if (isLoaded) before.stop()
  const { session } = isLoaded ? await openWindow(server, { doors, store: before.store, kept: before.kept }) : before
  if (isLoaded) void session.handIn('learner')
  await pass(200_000)
  expect(session.get()).toMatchObject({ phase: 'handingIn', waitsForNetwork: true })
  expect(session.get().left).not.toBeNull()
})

const RUNS = Number(process.env.ATTEMPT_RUNS ?? 60)

it('whatever happened to the line and the page of the only device, in the end it writes with all its answers stored, or has handed in what was confirmed', async () => {
  const step = fc.record({ what: fc.constantFrom('choose', 'choose', 'cut', 'deaf', 'heal', 'reload', 'reload', 'pass', 'wake'), question: fc.integer({ min: 1, max: 3 }), option: fc.nat(1), ms: fc.integer({ min: 0, max: 6_000 }) })
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), fc.nat(30), async (steps, confirmedAt) => {
    const server = newServer(600)
    const { line, doors } = onLine(server)
    const browser = { doors, ...await openWindow(server, { doors }).then(({ store, kept, stop }) => (stop(), { store, kept })) }
    let window = await openWindow(server, browser)
    let hasConfirmed = false
    for (const [at, { what, question, option, ms }] of steps.entries()) {
      const { session } = window
      if (at === confirmedAt && session.get().phase === 'answering' && session.get().sync?.get().writing === 'here') {
        hasConfirmed = true
        void session.handIn('learner')
        await pass(10)
      }
      if (what === 'choose' && session.get().phase === 'answering' && session.get().sync?.get().writing === 'here') choose(session, question, option)
      if (what === 'cut') Object.assign(line, { isCut: true, isDeaf: false })
      if (what === 'deaf') Object.assign(line, { isCut: false, isDeaf: true })
      if (what === 'heal') Object.assign(line, { isCut: false, isDeaf: false })
      if (what === 'wake') session.wake()
      if (what === 'reload') {
        window.stop()
        window = await openWindow(server, browser)
      }
      await pass(ms)
    }
    Object.assign(line, { isCut: false, isDeaf: false })
    await pass(40_000)
    const { session } = window
    // A page that is loaded after that has nothing to show without a network.
    if (hasConfirmed) expect(server.handIns).toEqual(['learner'])
    else {
      expect([session.get().phase, sync(session).get().writing, server.handIns]).toEqual(['answering', 'here', []])
      for (const [id, { pending, optionIds }] of Object.entries(sync(session).get().journal.entries)) expect([id, pending, server.stored(id)]).toEqual([id, null, optionIds.join('&')])
    }
    window.stop()
  }), { numRuns: RUNS })
}, 60_000)
