import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clockAfter, IDLE_MS, LONGEST_GAP_MS, newClock, newerPosition, pauseReason, playTime, resumeSecond, speedOf, visitOf, wholeMinutes,
  type ClockEvent, type PauseReason, type StudyClock,
} from '@/lib/domain/study'

const running = (mode: StudyClock['mode']): StudyClock => ({ ...newClock(mode, 0, { holds: true }), ready: true, begun: 'known', playing: mode === 'playing' })
const after = (clock: StudyClock, steps: [ClockEvent, number][]) => steps.reduce((state, [event, at]) => clockAfter(state, event, at), clock)
const ticks = (from: number, to: number, step = 1000): [ClockEvent, number][] => Array.from({ length: Math.floor((to - from) / step) }, (_, index) => [{ type: 'tick' }, from + (index + 1) * step])

describe('why the study clock stands', () => {
  it.each<[string, Partial<StudyClock>, PauseReason | null]>([
    ['nothing in the way', {}, null],
    ['another tab counts', { holds: false }, 'elsewhere'],
    ['the file is missing', { ready: false }, 'notOpen'],
    ['the platform was not told yet', { begun: 'asking' }, 'notReady'],
    ['nothing is open yet, nor the platform told', { begun: 'asking', ready: false }, 'notReady'],
    ['there is no network to tell the platform', { begun: 'offline' }, 'offline'],
    ['the platform does not answer', { begun: 'unanswered', ready: false }, 'unanswered'],
    ['the platform does not take it', { begun: 'refused' }, 'refused'],
    ['a document in the background', { visible: false }, 'hidden'],
    ['a document without a touch for five minutes', { touchedAt: -IDLE_MS }, 'idle'],
    ['a document touched four minutes ago', { touchedAt: -IDLE_MS + 60_000 }, null],
    ['a video that stands', { mode: 'playing', playing: false }, 'paused'],
    ['a video that plays in the background', { mode: 'playing', playing: true, visible: false }, null],
    ['a video that plays while nobody moves', { mode: 'playing', playing: true, touchedAt: -IDLE_MS }, null],
    ['a video that waits for data', { mode: 'playing', playing: true, buffering: true }, 'buffering'],
    ['a video that was stopped while it waited', { mode: 'playing', playing: false, buffering: true }, 'paused'],
  ])('%s', (_, change, reason) => {
    expect(pauseReason({ ...running('present'), ...change }, 0)).toBe(reason)
  })
})

describe('the study clock', () => {
  it('counts a document that is looked at', () => {
    expect(after(running('present'), ticks(0, 60_000)).countedMs).toBe(60_000)
  })

  it('counts a document for five minutes after the last touch and not a moment longer', () => {
    expect(after(running('present'), ticks(0, 2 * IDLE_MS)).countedMs).toBe(IDLE_MS)
  })

  it('goes on with the next touch', () => {
    const idle = after(running('present'), ticks(0, IDLE_MS + 60_000))
    expect(after(idle, [[{ type: 'touch' }, IDLE_MS + 60_000], ...ticks(IDLE_MS + 60_000, IDLE_MS + 90_000)]).countedMs).toBe(IDLE_MS + 30_000)
  })

  it('counts a video only while it plays, whatever the touches', () => {
    const steps: [ClockEvent, number][] = [[{ type: 'play', playing: false }, 10_000], [{ type: 'touch' }, 20_000], [{ type: 'play', playing: true }, 30_000], [{ type: 'tick' }, 45_000]]
    expect(after(running('playing'), steps).countedMs).toBe(25_000)
  })

  it('does not count what it waits for data', () => {
    const steps: [ClockEvent, number][] = [[{ type: 'buffer', buffering: true }, 10_000], [{ type: 'buffer', buffering: false }, 25_000], [{ type: 'tick' }, 30_000]]
    expect(after(running('playing'), steps).countedMs).toBe(15_000)
  })

  it('counts nothing while another tab does', () => {
    const steps: [ClockEvent, number][] = [[{ type: 'hold', holds: false }, 10_000], [{ type: 'tick' }, 40_000], [{ type: 'hold', holds: true }, 40_000], [{ type: 'tick' }, 45_000]]
    expect(after(running('present'), steps).countedMs).toBe(15_000)
  })

  it('takes coming back to the page as a touch', () => {
    const steps: [ClockEvent, number][] = [[{ type: 'visible', visible: false }, 10_000], [{ type: 'visible', visible: true }, 10_000 + 2 * IDLE_MS], [{ type: 'tick' }, 15_000 + 2 * IDLE_MS]]
    expect(after(running('present'), steps).countedMs).toBe(15_000)
  })

  it('does not count the sleep of a computer', () => {
    expect(after(running('playing'), [[{ type: 'tick' }, 8 * 3_600_000]]).countedMs).toBe(LONGEST_GAP_MS)
  })

  const event = fc.oneof(
    fc.constant<ClockEvent>({ type: 'tick' }), fc.constant<ClockEvent>({ type: 'touch' }),
    fc.boolean().map((ready): ClockEvent => ({ type: 'ready', ready })), fc.boolean().map((holds): ClockEvent => ({ type: 'hold', holds })),
    fc.boolean().map((visible): ClockEvent => ({ type: 'visible', visible })), fc.boolean().map((playing): ClockEvent => ({ type: 'play', playing })),
    fc.constantFrom<StudyClock['mode'][]>('playing', 'present').map((mode): ClockEvent => ({ type: 'mode', mode })),
    fc.boolean().map((buffering): ClockEvent => ({ type: 'buffer', buffering })), fc.constantFrom<ClockEvent[]>({ type: 'begin', begun: 'known' }, { type: 'begin', begun: 'unanswered' }),
  )
  const story = fc.array(fc.tuple(event, fc.integer({ min: -5_000, max: 400_000 })), { maxLength: 60 })
  const told = (mode: StudyClock['mode'], steps: [ClockEvent, number][]) => {
    let at = 0
    return steps.map(([what, pause]): [ClockEvent, number] => [what, (at += pause)]).reduce<StudyClock[]>((states, [what, moment]) => [...states, clockAfter(states.at(-1)!, what, moment)], [running(mode)])
  }

  it('never counts backwards, and never more than the time that passed', () => {
    fc.assert(
      fc.property(fc.constantFrom<StudyClock['mode'][]>('playing', 'present'), story, (mode, steps) => {
        const states = told(mode, steps)
        states.slice(1).forEach((state, index) => {
          const before = states[index]!
          expect(state.countedMs).toBeGreaterThanOrEqual(before.countedMs)
          expect(state.countedMs - before.countedMs).toBeLessThanOrEqual(state.lookedAt - before.lookedAt)
        })
      }),
    )
  })

  it('counts nothing in a step that began with a reason to stand', () => {
    fc.assert(
      fc.property(fc.constantFrom<StudyClock['mode'][]>('playing', 'present'), story, (mode, steps) => {
        const states = told(mode, steps)
        states.slice(1).forEach((state, index) => {
          const before = states[index]!
          if (pauseReason(before, before.lookedAt) !== null) expect(state.countedMs).toBe(before.countedMs)
        })
      }),
    )
  })
})

describe('whole minutes', () => {
  it.each([[0, 0], [59_999, 0], [60_000, 1], [119_999, 1], [-5, 0], [481 * 60_000, 480]])('%i ms are %i', (ms, minutes) => {
    expect(wholeMinutes(ms)).toBe(minutes)
  })
})

describe('where a video goes on', () => {
  it.each<[string, number | null, number, number]>([
    ['nothing saved', null, 600, 0],
    ['in the middle', 204, 600, 204],
    ['just before 95 %', 569, 600, 569],
    ['at 95 %: over', 570, 600, 0],
    ['within ten seconds of the end', 51, 60, 0],
    ['a short one, eleven seconds before its end', 49, 60, 49],
    ['past the end', 900, 600, 0],
    ['a length not known yet', 31, Number.NaN, 31],
    ['a number that is none', Number.NaN, 600, 0],
    ['before the beginning', -4, 600, 0],
  ])('%s', (_, saved, duration, second) => {
    expect(resumeSecond(saved, duration)).toBe(second)
  })
})

describe('what is kept in the browser', () => {
  const visit = { id: 'a1', place: { courseId: '3001', planId: null, itemId: null, chapterId: '3101', sectionId: '3201' }, kind: 'study' as const, countedMs: 61_000, startedAt: 5 }

  it('gives a visit back as it was', () => {
    expect(visitOf(JSON.stringify(visit))).toEqual(visit)
  })

  it.each([
    ['nothing', null], ['no JSON', '{'], ['another thing', '"x"'], ['a kind nobody knows', JSON.stringify({ ...visit, kind: 'game' })],
    ['an id that is none', JSON.stringify({ ...visit, place: { ...visit.place, sectionId: '../x' } })], ['no time', JSON.stringify({ ...visit, countedMs: 'NaN' })],
  ])('takes %s for no visit', (_, text) => {
    expect(visitOf(text)).toBeNull()
  })

  it('goes on at the newer place', () => {
    expect(newerPosition({ position: 3, savedAt: 10 }, { position: 9, savedAt: 11 })?.position).toBe(9)
    expect(newerPosition({ position: 3, savedAt: 12 }, { position: 9, savedAt: 11 })?.position).toBe(3)
    expect(newerPosition(null, { position: 9, savedAt: 11 })?.position).toBe(9)
    expect(newerPosition(null, null)).toBeNull()
  })

  it.each([['1.5', 1.5], ['0.5', 0.5], ['2', 2], ['3', 1], ['x', 1], [null, 1]])('takes the speed %s as %f', (text, speed) => {
    expect(speedOf(text)).toBe(speed)
  })
})

describe('times on the player', () => {
  it.each([[0, '00:00'], [9.9, '00:09'], [204, '03:24'], [3723, '1:02:03'], [Number.NaN, '00:00'], [-3, '00:00']])('%f s', (seconds, text) => {
    expect(playTime(seconds)).toBe(text)
  })
})
