import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { BffError } from '@/lib/queries/bff'
import { choose, eachFromStart, newServer, openWindow, pass, sync } from './exam-window'

eachFromStart()

const lost = () => Promise.reject(new BffError('timeout', undefined, {}, false))
/** The doors of a device: `isCut` and nobody is reached; `isDeaf` and an opening takes effect, but its answer does not arrive. */
function device(server: ReturnType<typeof newServer>) {
  const line = { isCut: false, isDeaf: false }
  const doors = server.doors()
  const via = <Given extends unknown[], Reply>(call: (...given: Given) => Promise<Reply>) => (...given: Given) => (line.isCut ? Promise.reject(new BffError('failed', undefined, {}, false)) : call(...given))
  const open: AttemptDoors['open'] = (start) => (line.isDeaf ? doors.open(start).then(lost) : doors.open(start))
  return { line, doors: { ...doors, open: via(open), save: via(doors.save), look: via(doors.look), takeOver: via(doors.takeOver), absence: via(doors.absence), handIn: via(doors.handIn) } }
}

/** A page of a paper that this browser keeps, loaded again. */
async function loadedAgain(server: ReturnType<typeof newServer>, change: (line: ReturnType<typeof device>['line']) => void, more: { confirms?: boolean } = {}) {
  const { line, doors } = device(server)
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
  const { line, doors } = device(server)
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
