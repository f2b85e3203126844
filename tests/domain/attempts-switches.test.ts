import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, newWatch, switchRules, watchAfter, watchLeft, wentOn, type JudgedAbsence, type PageEvent } from '@/lib/domain/attempts-switches'
import { switchCases } from './attempt-switch-cases'

function replay(events: PageEvent[], touch = false): { over: JudgedAbsence[] } {
  let watch = newWatch(touch)
  const over: JudgedAbsence[] = []
  for (const event of events) {
    const after = watchAfter(watch, event)
    watch = after.watch
    if (after.over) over.push(after.over)
  }
  return { over }
}

describe('leaving the page', () => {
  it.each(switchCases)('$name', ({ events, touch, gives }) => {
    expect(replay(events, touch).over.map(({ cause, counts, seconds }) => ({ cause, counts, seconds }))).toEqual(gives)
  })

  it.each([
    { name: 'in the middle of an absence ends it', events: [{ at: 0, type: 'hidden' }], at: 60_000, gives: { cause: 'hidden', counts: true, seconds: 60 } },
    { name: 'a moment after the return does not undo the absence', events: [{ at: 0, type: 'hidden' }, { at: 9_000, type: 'visible' }], at: 9_400, gives: { cause: 'hidden', counts: true, seconds: 9 } },
    { name: 'with the click that loads it again is nothing that counts', events: [{ at: 0, type: 'blur' }], at: 800, gives: { cause: 'tooShort', counts: false, seconds: 0 } },
    { name: 'out of the middle of the work is nothing', events: [{ at: 0, type: 'tick' }], at: 800, gives: null },
  ] as const)('whose going away $name', ({ events, at, gives }) => {
    const watch = events.reduce((so, event) => watchAfter(so, event).watch, newWatch(false))
    const left = watchLeft(watch, at)
    if (gives) expect(left.over).toMatchObject(gives)
    else expect(left.over).toBeNull()
    expect(watchAfter(left.watch, { at: at + 5_000, type: 'visible' }).over).toBeNull()
  })

  it.each([
    { name: 'out of the middle of the work begins then', events: [{ at: 0, type: 'tick' }], gives: { cause: 'hidden', seconds: 5 } },
    { name: 'a moment after the return goes on with the absence', events: [{ at: 0, type: 'hidden' }, { at: 9_000, type: 'visible' }], gives: { cause: 'hidden', seconds: 15 } },
    { name: 'a moment after what does not count begins then', events: [{ at: 8_000, type: 'blur' }, { at: 9_500, type: 'focus' }], gives: { cause: 'hidden', seconds: 5 } },
    { name: 'out of a dialog of our own begins then', events: [{ at: 0, type: 'dialogOpens' }, { at: 100, type: 'blur' }], gives: { cause: 'hidden', seconds: 5 } },
    { name: 'leaves out the time the screen was off before', events: [{ at: 0, type: 'hidden' }, { at: 9_000, type: 'slept', ms: 4_000 }, { at: 9_500, type: 'visible' }], gives: { cause: 'hidden', seconds: 11 } },
  ] as const)('for another page of ours $name', ({ events, gives }) => {
    const watch = events.reduce((so, event) => watchAfter(so, event).watch, newWatch(false))
    expect(judge({ ...wentOn(watch, 10_000), to: 15_000 })).toMatchObject({ ...gives, counts: true })
  })

  it('has a case for each rule', () => {
    const seen = new Set(switchCases.flatMap(({ gives }) => gives.map(({ cause }) => cause)))
    expect(switchRules.map(({ cause }) => cause).filter((cause) => !seen.has(cause))).toEqual([])
  })

  const event = fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom('hidden', 'visible', 'blur', 'focus', 'tick', 'dialogOpens', 'dialogCloses', 'launch', 'slept'))
  const story = fc.array(event, { maxLength: 60 }).map((steps) => {
    let at = 0
    return steps.map(([pause, type]): PageEvent => {
      at += pause
      return type === 'slept' ? { at, type, ms: pause } : { at, type: type as Exclude<PageEvent['type'], 'slept'> }
    })
  })

  it('never counts more seconds than have passed, and never counts what the rules let go', () => {
    fc.assert(fc.property(story, fc.boolean(), (events, touch) => {
      const { over } = replay(events, touch)
      const passed = (events.at(-1)?.at ?? 0) / 1_000
      expect(over.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThanOrEqual(passed + over.length)
      for (const one of over) {
        expect(one.counts).toBe(switchRules.find(({ cause }) => cause === one.cause)!.counts)
        expect(one.seconds > 0).toBe(one.counts)
      }
    }), { numRuns: 2_000 })
  })

  it('never counts on a touch screen what did not hide the page', () => {
    fc.assert(fc.property(story, (events) => {
      const without = events.filter(({ type }) => type !== 'hidden')
      expect(replay(without, true).over.filter(({ counts }) => counts)).toEqual([])
    }), { numRuns: 1_000 })
  })

  it('judges the same absence always the same', () => {
    const absence = { from: 0, to: 5_000, wasHidden: true, sleptMs: 0, inDialog: false, excusedMs: 0, wasLaunch: false, isTouch: false }
    expect(judge(absence)).toEqual(judge({ ...absence, from: 7_000, to: 12_000 }))
  })
})
