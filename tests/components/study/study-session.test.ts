// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { kept } from '@/components/study/kept'
import type { StudyReporter } from '@/components/study/study-visit'
import { begin, eachFromNothing, pass, platform, section, studying } from './studying'

eachFromNothing()

describe('a study session', () => {
  it('tells the start of a section, and at its end the whole minutes', async () => {
    const api = platform()
    const { session } = studying(api)
    await begin(session, section('A'))
    await pass(150_000)
    expect(session.get()).toMatchObject({ reason: null, visitMinutes: 2, minutes: 2 })
    await session.leave()
    expect(api.markers()).toEqual(['start A', 'end A 2 leaving'])
  })

  it('counts content that was ready at once, and not on the word of what was on the stage before', async () => {
    const api = platform()
    const { session } = studying(api)
    session.tell({ type: 'ready', ready: true })
    session.enter(section('A'))
    await pass(61_000)
    expect(session.get()).toMatchObject({ reason: null, visitMinutes: 1 })
    session.clearStage()
    session.enter(section('B'))
    await pass(61_000)
    expect(session.get()).toMatchObject({ reason: 'notOpen', visitMinutes: 0 })
  })

  it('begins for who leaves and comes back within the same moment', async () => {
    const api = platform()
    const { session } = studying(api)
    session.enter(section('A'))
    const left = session.leave()
    session.open()
    session.tell({ type: 'ready', ready: true })
    await pass(90_000)
    await left
    expect(api.markers().filter((line) => !line.startsWith('at'))).toEqual(['start A'])
    expect(session.get()).toMatchObject({ reason: null, visitMinutes: 1 })
  })

  it('ends one section before it starts the next', async () => {
    const api = platform()
    const { session } = studying(api)
    await begin(session, section('A'))
    await pass(61_000)
    session.enter(section('B'))
    await pass(10)
    expect(api.markers()).toEqual(['start A', 'end A 1', 'start B'])
  })

  it('hears what the new content says while the section before is still being ended', async () => {
    const api = platform()
    let release = () => undefined as void
    const slow: StudyReporter = { ...api.reporter, end: async (...given) => { await new Promise<void>((done) => { release = done }); return api.reporter.end(...given) } }
    const { session } = studying(api, slow)
    session.enter(section('A'))
    await pass(10)
    session.enter(section('B'))
    session.tell({ type: 'ready', ready: true })
    await pass(3_000)
    release()
    await pass(1_000)
    expect(session.get().reason).toBeNull()
  })

  it('has the next visit count although a video was stopped while it waited for data', async () => {
    const api = platform()
    const { session } = studying(api)
    await begin(session, section('A', { mode: 'playing' }))
    session.tell({ type: 'play', playing: true })
    session.tell({ type: 'buffer', buffering: true })
    session.tell({ type: 'play', playing: false })
    session.checkpoint()
    await pass(10)
    session.tell({ type: 'play', playing: true })
    expect(session.get().reason).toBeNull()
  })

  it.each(['before', 'after'])('counts by what the content says it is, %s its section was entered', async (when) => {
    const api = platform()
    const { session } = studying(api)
    if (when === 'before') session.tell({ type: 'mode', mode: 'playing' })
    await begin(session, section('A'))
    if (when === 'after') session.tell({ type: 'mode', mode: 'playing' })
    await pass(61_000)
    expect(session.get()).toMatchObject({ reason: 'paused', visitMinutes: 0 })
    session.tell({ type: 'play', playing: true })
    session.checkpoint()
    // Longer than a document may lie there untouched.
    await pass(400_000)
    expect(session.get()).toMatchObject({ reason: null, visitMinutes: 6 })
    session.clearStage()
    await begin(session, section('B'))
    await pass(61_000)
    expect(session.get()).toMatchObject({ reason: null, visitMinutes: 1 })
  })

  it('counts nothing while the content is not there', async () => {
    const api = platform()
    const { session } = studying(api)
    session.enter(section('A'))
    await pass(180_000)
    expect(session.get()).toMatchObject({ reason: 'notOpen', minutes: 0 })
    await session.leave()
    expect(api.markers()).toEqual(['start A', 'end A 0 leaving'])
  })

  it('sends a sign of life every 15 s while it counts, and one when it stops', async () => {
    const api = platform()
    const { session } = studying(api)
    await begin(session, section('A', { mode: 'playing' }))
    session.tell({ type: 'play', playing: true })
    await pass(31_000)
    session.tell({ type: 'play', playing: false })
    await pass(60_000)
    expect(api.said.filter((line) => line.startsWith('beat'))).toEqual(['beat A 1 active 15', 'beat A 2 active 15', 'beat A 3 paused 1'])
  })

  it('is quiet once the platform takes no signs of life, until the next visit', async () => {
    const api = platform()
    let asked = 0
    const { session } = studying(api, { ...api.reporter, beat: async () => { asked += 1; return 'notOffered' } })
    await begin(session, section('A'))
    await pass(120_000)
    expect(asked).toBe(1)
    await begin(session, section('B'))
    await pass(120_000)
    expect(asked).toBe(2)
  })

  it('says the end when the page goes away, and nothing more', async () => {
    const api = platform()
    const { session } = studying(api)
    await begin(session, section('A'))
    await pass(125_000)
    session.pageHides()
    session.pageHides()
    await pass(10)
    expect(api.markers()).toEqual(['start A', 'end A 2 leaving'])
  })

  it('begins anew when the page comes back out of the cache', async () => {
    const api = platform()
    const { session } = studying(api)
    await begin(session, section('A'))
    await pass(65_000)
    session.pageHides()
    session.pageShows()
    await pass(10)
    expect(api.markers()).toEqual(['start A', 'end A 1 leaving', 'start A'])
    expect(session.get().minutes).toBe(1)
    await pass(61_000)
    expect(session.get(), 'what was on the stage is still there').toMatchObject({ reason: null, minutes: 2 })
  })

  it('ends on the next visit what a crashed page left open, before anything else', async () => {
    const api = platform()
    const first = studying(api)
    first.session.enter(section('A'))
    await pass(10)
    first.session.tell({ type: 'ready', ready: true })
    await pass(190_000)
    first.session.close()
    api.said.length = 0
    api.reports.set('end A 3', { messages: [{ text: 'points', points: 5 }], certificate: null })
    const second = studying(api)
    second.session.enter(section('A', { learnedMinutes: 3 }))
    await pass(10)
    expect(api.markers()).toEqual(['end A 3', 'start A'])
    expect(second.told).toContainEqual({ messages: [{ text: 'points', points: 5 }], certificate: null })
    expect(kept.keysUnder('study:820001:visit:')).toHaveLength(1)
  })

  it('leaves visits of another learner of this browser alone', async () => {
    const api = platform()
    localStorage.setItem('study:999:visit:aa', JSON.stringify({ id: 'aa', place: section('A').place, kind: 'study', countedMs: 60_000, startedAt: 1 }))
    const { session } = studying(api)
    session.enter(section('B'))
    await pass(10)
    expect(api.markers()).toEqual(['start B'])
    expect(localStorage.getItem('study:999:visit:aa')).not.toBeNull()
  })

  it('reports in between when enough is learned to pass, and loses nothing of the minute begun', async () => {
    const api = platform()
    const { session } = studying(api)
    await begin(session, section('A', { learnedMinutes: 14, minutesToPass: 16 }))
    await pass(121_000)
    expect(api.markers()).toEqual(['start A', 'end A 2', 'start A'])
    await pass(60_000)
    expect(session.get().minutes).toBe(17)
    await session.leave()
    expect(api.markers()).toEqual(['start A', 'end A 2', 'start A', 'end A 1 leaving'])
  })

  it('steps back when another device studies, and goes on when it is told to', async () => {
    const api = platform()
    let elsewhere = false
    const { session } = studying(api, { ...api.reporter, beat: async () => (elsewhere ? 'elsewhere' : 'taken') })
    await begin(session, section('A'))
    await pass(70_000)
    elsewhere = true
    await pass(20_000)
    expect(session.get().reason).toBe('elsewhere')
    expect(api.markers(), 'what was studied here is told, so that the platform can say what did not count').toEqual(['start A', 'end A 1'])
    await pass(60_000)
    expect(session.get().visitMinutes).toBe(0)
    elsewhere = false
    session.takeTurn()
    await pass(10)
    expect(api.markers()).toEqual(['start A', 'end A 1', 'start A'])
    expect(session.get().reason).toBeNull()
  })

  it('begins a visit of its own when the platform has ended the one before in a long pause', async () => {
    const api = platform()
    let gone = false
    const { session } = studying(api, { ...api.reporter, beat: async () => (gone ? 'gone' : 'taken') })
    await begin(session, section('A', { mode: 'playing' }))
    session.tell({ type: 'play', playing: true })
    await pass(125_000)
    session.tell({ type: 'play', playing: false })
    await pass(75 * 60_000)
    gone = true
    session.tell({ type: 'play', playing: true })
    await pass(16_000)
    gone = false
    await pass(164_000)
    expect(session.get()).toMatchObject({ reason: null, minutes: 5 })
    await session.leave()
    expect(api.markers()).toEqual(['start A', 'end A 2', 'start A', 'end A 3 leaving'])
  })

  it('does not begin one after the other where the platform never knows a visit', async () => {
    const api = platform()
    const { session } = studying(api, { ...api.reporter, beat: async () => 'gone' })
    await begin(session, section('A'))
    await pass(50_000)
    expect(api.markers()).toEqual(['start A'])
  })

  it('goes on with a visit of its own when leaving came to nothing', async () => {
    const api = platform()
    const { session } = studying(api)
    await begin(session, section('A'))
    await pass(61_000)
    await session.leave()
    session.stay()
    await pass(61_000)
    expect(session.get()).toMatchObject({ reason: null, minutes: 2, visitMinutes: 1 })
    await session.leave()
    expect(api.markers()).toEqual(['start A', 'end A 1 leaving', 'start A', 'end A 1 leaving'])
  })

  it('enters nothing where there is nothing to count', async () => {
    const api = platform()
    const { session } = studying(api)
    session.enter(null)
    await pass(5_000)
    expect(api.said).toEqual([])
  })
})
