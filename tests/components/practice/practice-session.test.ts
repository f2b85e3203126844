// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { signBook } from '@/components/mistakes/book-signs'
import { openExerciseKey } from '@/components/practice/open-exercise'
import type { PracticeSession } from '@/components/practice/practice-session'
import { BffError } from '@/lib/queries/bff'
import { exercises, Platform } from './exercise'

const own = exercises()
const answered = (session: PracticeSession) => Object.keys(session.get().answers)
const settled = () => new Promise<void>((resolve) => queueMicrotask(() => setTimeout(resolve, 0)))

describe('an exercise', () => {
  it('judges the only answer at once and several on submit, each question once', async () => {
    const session = own.visit()
    await session.open(null)
    await session.pick('1b')
    expect(session.get().answers.q1).toMatchObject({ isRight: false, correctIds: ['1a'] })
    await session.pick('1a')
    expect(session.get().answers.q1!.chosenIds).toEqual(['1b'])
    session.goTo(1)
    expect(await session.submit()).toBe('unchosen')
    await session.pick('2b')
    await session.pick('2c')
    await session.pick('2a')
    await session.pick('2c')
    expect(session.get().answers.q2).toBeUndefined()
    expect(await session.submit()).toBe('done')
    expect(session.get().answers.q2).toMatchObject({ isRight: true })
    expect([session.goTo(-1), session.goTo(3), session.goTo(2)]).toEqual([false, false, true])
    expect(session.result).toMatchObject({ shouldCount: 3, answeredCount: 2, rightCount: 1, accuracy: 1 / 3 })
  })

  it('says of a question that is gone from the bank meanwhile that it is, and goes on with the others', async () => {
    const session = own.visit()
    await session.open(null)
    const { judge } = own.platform.doors
    own.platform.doors.judge = (given) => judge('drawId' in given ? { ...given, answers: given.answers.filter(({ questionId }) => questionId !== 'q1') } : given)
    expect(await session.pick('1a')).toBe('gone')
    expect(session.get()).toMatchObject({ status: 'running', isJudging: false, chosen: {}, answers: {} })
    session.goTo(2)
    await session.pick('3a')
    expect(answered(session)).toEqual(['q3'])
    expect(await session.end()).toMatchObject({ answeredCount: 1 })
  })

  it('goes on after a crash: the same draw, answers, place, time and what was chosen and not yet submitted', async () => {
    const drawn: string[] = []
    const before = own.visit({ drawn })
    await before.open(null)
    await before.pick('1a')
    before.goTo(1)
    await before.pick('2b')
    vi.advanceTimersByTime(7_000)
    // A crash says nothing to anybody.
    const after = own.visit()
    await after.open(drawn[0]!)
    expect(after.get()).toMatchObject({ status: 'running', index: 1, chosen: { q2: ['2b'] }, seconds: 7 })
    expect(answered(after)).toEqual(['q1'])
    expect(own.platform.made).toBe(1)
    expect(JSON.parse(own.kept.read(openExerciseKey('1')) ?? '')).toMatchObject({ drawId: 'd1', done: 1, total: 3 })
  })

  it('is drawn once when it is opened twice at a time, and anew when the draw of the address is not there', async () => {
    const drawn: string[] = []
    const session = own.visit({ drawn })
    await Promise.all([session.open(null), session.open(null)])
    expect(own.platform.made).toBe(1)
    const stranger = own.visit({ drawn })
    await stranger.open('someone-elses')
    expect(stranger.get()).toMatchObject({ status: 'running', draw: { id: 'd2' } })
    expect(drawn).toEqual(['d1', 'd2'])
  })

  it('that comes when its page was left neither counts nor changes an address, and is there when the page is again', async () => {
    const drawn: string[] = []
    const session = own.visit({ drawn })
    const opening = session.open(null)
    session.close()
    await opening
    vi.advanceTimersByTime(20_000)
    expect([drawn, session.get().seconds, vi.getTimerCount()]).toEqual([[], 0, 0])
    await session.open('d1')
    vi.advanceTimersByTime(3_000)
    expect([session.get().status, session.get().seconds, own.platform.made]).toEqual(['running', 3, 1])
  })

  it('says when what was to be practised again is gone, and when nothing could be loaded', async () => {
    own.platform.fault = new BffError('missing')
    const gone = own.visit({ from: { from: 'again', drawId: 'd9' } })
    await gone.open(null)
    expect(gone.get()).toMatchObject({ status: 'missing', refusal: null })
    own.platform.fault = new BffError('rejected', '这些题目都在您正在作答的试卷中，交卷后才能练习')
    await gone.open(null)
    expect(gone.get()).toMatchObject({ status: 'missing', refusal: '这些题目都在您正在作答的试卷中，交卷后才能练习' })
    own.platform.fault = new BffError('failed')
    await gone.open(null)
    expect(gone.get().status).toBe('failed')
    own.platform.fault = null
    await gone.open(null)
    expect(gone.get().status).toBe('running')
  })

  it('waits when the draw of the address is refused for now, and goes on with it afterwards', async () => {
    const drawn: string[] = []
    const before = own.visit({ drawn })
    await before.open(null)
    await before.pick('1a')
    before.close()
    const words = '这些题目都在您正在作答的试卷中，交卷后才能练习'
    own.platform.fault = new BffError('rejected', words)
    const refused = own.visit({ drawn })
    await refused.open('d1')
    expect(refused.get()).toMatchObject({ status: 'missing', refusal: words, draw: null })
    expect(JSON.parse(own.kept.read(openExerciseKey('1')) ?? '')).toMatchObject({ drawId: 'd1' })
    own.platform.fault = null
    await refused.open('d1')
    expect(refused.get()).toMatchObject({ status: 'running', refusal: null, draw: { id: 'd1' } })
    expect(answered(refused)).toEqual(['q1'])
    expect([own.platform.made, drawn]).toEqual([1, ['d1']])
  })

  it('that has ended elsewhere is nothing to go on with any more', async () => {
    const session = own.visit()
    await session.open(null)
    session.goTo(1)
    session.close()
    await own.platform.doors.judge({ drawId: 'd1', answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: true })
    expect(own.kept.keysUnder('practice:1:')).toHaveLength(2)
    const back = own.visit()
    await back.open('d1')
    expect([back.get().status, own.kept.keysUnder('practice:1:')]).toEqual(['ended', []])
  })

  it('stays at its question when others are left out of the draw for a while', async () => {
    const before = own.visit()
    await before.open(null)
    before.goTo(2)
    vi.advanceTimersByTime(5_000)
    const whole = own.platform.draws.get('d1')!
    own.platform.draws.set('d1', { ...whole, questions: whole.questions.slice(1) })
    const during = own.visit()
    await during.open('d1')
    expect(during.question?.id).toBe('q3')
    during.goTo(0)
    own.platform.draws.set('d1', whole)
    const after = own.visit()
    await after.open('d1')
    expect(after.question?.id).toBe('q2')
  })

  it('never goes on with an empty draw', async () => {
    own.platform.doors.make = () => Promise.resolve({ id: null, subjectName: '', isFromBook: true, questions: [], answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
    const empty = own.visit()
    await empty.open(null)
    expect(empty.question).toBeNull()
    empty.close()
    const make = vi.fn(new Platform().doors.make)
    own.platform.doors.make = make
    const later = own.visit()
    await later.open(null)
    expect(make).toHaveBeenCalledOnce()
    expect(later.question).not.toBeNull()
  })

  it('keeps what is ticked of every question until it is submitted, over a reload too', async () => {
    const drawn: string[] = []
    const before = own.visit({ drawn })
    await before.open(null)
    before.goTo(1)
    await before.pick('2b')
    before.goTo(0)
    await before.pick('1a')
    before.goTo(1)
    expect(before.get().chosen).toEqual({ q2: ['2b'] })
    before.goTo(2)
    const after = own.visit()
    await after.open(drawn[0]!)
    after.goTo(1)
    await after.pick('2a')
    expect(await after.submit()).toBe('done')
    expect(after.get()).toMatchObject({ chosen: {}, answers: { q2: { chosenIds: ['2b', '2a'], isRight: true } } })
  })

  it('leaves out what is no option any more once another is ticked', async () => {
    const drawn: string[] = []
    const before = own.visit({ drawn })
    await before.open(null)
    before.goTo(1)
    await before.pick('2b')
    const draw = own.platform.draws.get(drawn[0]!)!
    own.platform.draws.set(drawn[0]!, { ...draw, questions: draw.questions.map((question) => (question.id === 'q2' ? { ...question, options: question.options.map((option) => ({ ...option, id: `new-${option.id}` })) } : question)) })
    const after = own.visit()
    await after.open(drawn[0]!)
    await after.pick('new-2a')
    expect(after.get().chosen).toEqual({ q2: ['new-2a'] })
  })

  it('counts the time that has passed, however busy the page is, to its very end, and none of a sleep', async () => {
    const session = own.visit()
    await session.open(null)
    vi.advanceTimersByTime(2_000)
    // No timer fires while the page is busy; the first one after it knows.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_400)
    vi.advanceTimersByTime(1_000)
    expect(session.get().seconds).toBe(22)
    clock.mockReturnValue(performance.now() + 8 * 3_600_000)
    vi.advanceTimersByTime(1_000)
    expect(session.get().seconds).toBe(22)
    clock.mockReturnValue(performance.now() + 3_000)
    expect(await session.end()).toMatchObject({ elapsedSeconds: 25 })
    expect(session.get().seconds).toBe(25)
    expect(own.platform.draws.get('d1')).toMatchObject({ elapsedSeconds: 25 })
    clock.mockRestore()
  })

  it('counts no time out of view: in the background, or kept in memory while another page is there', async () => {
    const session = own.visit()
    await session.open(null)
    vi.advanceTimersByTime(2_500)
    const isVisible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(3_600_000)
    isVisible.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(2_500)
    expect(session.get().seconds).toBe(5)
    window.dispatchEvent(new Event('pagehide'))
    vi.advanceTimersByTime(10_000)
    window.dispatchEvent(new Event('pageshow'))
    vi.advanceTimersByTime(1_000)
    expect(session.get().seconds).toBe(6)
    isVisible.mockRestore()
  })

  it('keeps what was chosen when judging fails, counts on when ending fails, and ends once', async () => {
    const session = own.visit()
    await session.open(null)
    session.goTo(1)
    await session.pick('2a')
    own.platform.fault = new BffError('failed')
    await expect(session.submit()).rejects.toThrow('failed')
    expect(session.get()).toMatchObject({ chosen: { q2: ['2a'] }, isJudging: false })
    await expect(session.end()).rejects.toThrow('failed')
    vi.advanceTimersByTime(2_000)
    expect(session.get()).toMatchObject({ status: 'running', seconds: 2 })
    own.platform.fault = null
    expect(await session.end()).toMatchObject({ elapsedSeconds: 2, answeredCount: 0 })
    expect(own.platform.draws.get('d1')).toMatchObject({ isEnded: true, elapsedSeconds: 2 })
    expect(own.kept.keysUnder('practice:1:')).toEqual([])
  })
})

describe('two windows with the same draw', () => {
  const pair = async () => {
    const [one, two] = [own.visit(), own.visit()]
    await one.open(null)
    await two.open('d1')
    return [one, two] as const
  }

  it('show each other’s answers; the first answer stays', async () => {
    const [one, two] = await pair()
    await one.pick('1b')
    await vi.waitFor(() => expect(answered(two)).toEqual(['q1']), { timeout: 10_000 })
    await two.pick('1a')
    expect(two.get().answers.q1!.chosenIds).toEqual(['1b'])
    two.goTo(2)
    await two.pick('3a')
    await vi.waitFor(() => expect(answered(one)).toEqual(['q1', 'q3']), { timeout: 10_000 })
    expect(one.result).toMatchObject({ answeredCount: 2, rightCount: 1 })
  })

  it('know of what was put into the book, and keep nothing for it of a draw that the platform keeps', async () => {
    const [one, two] = await pair()
    const write = vi.spyOn(own.kept, 'write')
    signBook({ source: 'practice', questionId: 'q1', mark: { inBook: true, mistakeId: null } })
    for (const session of [one, two]) expect(session.question).toMatchObject({ mark: { inBook: true } })
    expect(write).not.toHaveBeenCalled()
  })

  it('end together, also where the one cannot hear the other', async () => {
    const [one, two] = await pair()
    await one.end()
    await vi.waitFor(() => expect(two.get().status).toBe('ended'), { timeout: 10_000 })
    vi.stubGlobal('BroadcastChannel', undefined)
    try {
      const [three, four] = [own.visit(), own.visit()]
      await three.open(null)
      await four.open('d2')
      await three.end()
      expect(four.get().status).toBe('running')
      await four.pick('1a')
      await settled()
      expect(four.get()).toMatchObject({ status: 'ended', answers: {} })
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
