import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isElement, itemFraction, itemOf, itemVerdict, largestState, navigationOf, packageFraction, stateAfter, stateOf, textOf, type Cmi, type CoursewareState } from '@/lib/domain/courseware'
import { commitInput } from '@/lib/domain/courseware-input'

const old = (status: string | null, raw?: string, finished = false, more: Cmi = {}) => ({ finished, cmi: { ...(status === null ? {} : { 'cmi.core.lesson_status': status }), 'cmi.core.lesson_location': '1', ...(raw === undefined ? {} : { 'cmi.core.score.raw': raw }), ...more } as Cmi })
const fresh = (cmi: Cmi, finished = false) => ({ finished, cmi })

describe('the fraction of a part', () => {
  it.each([
    ['nothing yet', old(null), null],
    ['incomplete', old('incomplete'), null],
    ['a score while incomplete', old('incomplete', '75'), 75],
    ['passed without score', old('passed'), 100],
    ['completed without score', old('completed'), 100],
    ['completed with a score', old('completed', '45'), 45],
    ['failed without score', old('failed'), 0],
    ['failed with a high score', old('failed', '90'), 59],
    ['failed with a low score', old('failed', '30'), 30],
    ['a score of other limits', old('passed', '30', false, { 'cmi.core.score.min': '10', 'cmi.core.score.max': '50' }), 50],
    ['limits that mean nothing', old('passed', '80', false, { 'cmi.core.score.min': '100', 'cmi.core.score.max': '0' }), 80],
    ['nothing of nothing, and passed', old('passed', '0', false, { 'cmi.core.score.min': '0', 'cmi.core.score.max': '0' }), 100],
    ['nothing of nothing, and completed', old('completed', '0', false, { 'cmi.core.score.max': '0' }), 100],
    ['something of nothing', old('completed', '80', false, { 'cmi.core.score.max': '0' }), 80],
    ['a score beyond everything', old('passed', '99999'), 100],
    ['a score that is no number', old('passed', '<b>'), 100],
    ['finished without status', old('not attempted', undefined, true), 100],
    ['finished while incomplete', old('incomplete', undefined, true), null],
    ['only browsed', old('browsed', undefined, true), null],
    ['2004 scaled', fresh({ 'cmi.score.scaled': '0.85', 'cmi.success_status': 'passed' }), 85],
    ['2004 negative', fresh({ 'cmi.score.scaled': '-0.5', 'cmi.success_status': 'unknown' }), 0],
    ['2004 raw', fresh({ 'cmi.score.raw': '7', 'cmi.score.min': '0', 'cmi.score.max': '10' }), 70],
    ['2004 failed high', fresh({ 'cmi.score.scaled': '0.9', 'cmi.success_status': 'failed' }), 59],
    ['2004 completed', fresh({ 'cmi.completion_status': 'completed', 'cmi.success_status': 'unknown' }), 100],
    ['2004 progress', fresh({ 'cmi.completion_status': 'incomplete', 'cmi.progress_measure': '0.4' }), 40],
    ['2004 progress near the end', fresh({ 'cmi.completion_status': 'incomplete', 'cmi.progress_measure': '0.99' }), 59],
    ['2004 finished without a word', fresh({ 'cmi.completion_status': 'unknown' }, true), null],
    ['2004 nothing of nothing, and passed', fresh({ 'cmi.score.raw': '0', 'cmi.score.min': '0', 'cmi.score.max': '0', 'cmi.score.scaled': '0', 'cmi.success_status': 'passed', 'cmi.completion_status': 'completed' }), 100],
    ['2004 nothing of something', fresh({ 'cmi.score.raw': '0', 'cmi.score.min': '0', 'cmi.score.max': '10', 'cmi.score.scaled': '0', 'cmi.completion_status': 'completed' }), 0],
    ['2004 something of nothing', fresh({ 'cmi.score.raw': '0', 'cmi.score.min': '0', 'cmi.score.max': '0', 'cmi.score.scaled': '0.8', 'cmi.completion_status': 'completed' }), 80],
  ])('%s', (_, state, fraction) => {
    const found = itemFraction(state)
    expect(found === null ? null : Math.round(found)).toBe(fraction)
  })

  it('is between 0 and 100 whatever a package says', () => {
    fc.assert(fc.property(fc.dictionary(fc.constantFrom('cmi.core.lesson_status', 'cmi.core.score.raw', 'cmi.core.score.min', 'cmi.core.score.max', 'cmi.score.scaled', 'cmi.success_status', 'cmi.completion_status', 'cmi.progress_measure'), fc.oneof(fc.string(), fc.double().map(String), fc.constantFrom('passed', 'failed', 'completed'))), fc.boolean(), (cmi, finished) => {
      const found = itemFraction({ cmi, finished })
      return found === null || (found >= 0 && found <= 100)
    }))
  })
})

describe('the fraction of a package', () => {
  const items = [{ id: 'a', tracked: true }, { id: 'b', tracked: true }, { id: 'page', tracked: false }]
  const state = (parts: CoursewareState['items']): CoursewareState => ({ current: 'a', items: parts })
  it.each([
    ['none has said anything', {}, null],
    ['one of two is done', { a: old('passed') }, 50],
    ['both pass', { a: old('passed', '80'), b: old('completed') }, 90],
    ['one fails, however good the other', { a: old('passed', '100'), b: old('failed', '58') }, 59],
  ])('%s', (_, parts, fraction) => {
    expect(packageFraction({ items }, state(parts))).toBe(fraction)
  })
  it('of one part is its score, rounded', () => {
    expect(packageFraction({ items: [{ id: 'a', tracked: true }] }, state({ a: old('passed', '66.6') }))).toBe(67)
  })
  it.each([['59.5', 59], ['59.99', 59], ['59.99999999999997', 60], ['60', 60], ['60.4', 60]])('of one part with %s is %i: nothing is rounded into a pass', (raw, fraction) => {
    expect(packageFraction({ items: [{ id: 'a', tracked: true }] }, state({ a: old('completed', raw) }))).toBe(fraction)
  })
  it('of a part of 2004 passes too where the sum of its points in binary fractions falls short of 60', () => {
    expect(packageFraction({ items: [{ id: 'a', tracked: true }] }, state({ a: fresh({ 'cmi.score.scaled': '0.5999999999999999', 'cmi.completion_status': 'completed' }) }))).toBe(60)
  })
})

describe('what a manifest asks for decides before a part ends, too:', () => {
  const asked = { id: 'a', tracked: true, masteryScore: null, passingScore: null, completionThreshold: null }
  it.each([
    ['completed below the mastery score', { masteryScore: 80 }, old('completed', '70'), 59],
    ['incomplete below it', { masteryScore: 80 }, old('incomplete', '70'), 59],
    ['passed by its own word below it', { masteryScore: 80 }, old('passed', '70'), 59],
    ['a low score below it', { masteryScore: 80 }, old('incomplete', '30'), 30],
    ['just the mastery score', { masteryScore: 80 }, old('incomplete', '80'), 80],
    ['9 of 10 points, which is more than 80 of 100', { masteryScore: 80 }, old('passed', '9', false, { 'cmi.core.score.max': '10' }), 90],
    ['7 of 10 points', { masteryScore: 80 }, old('passed', '7', false, { 'cmi.core.score.max': '10' }), 59],
    ['7 of 10 points where 8 are asked for', { masteryScore: 8 }, old('completed', '7', false, { 'cmi.core.score.max': '10' }), 59],
    ['8 of 10 points where 8 are asked for', { masteryScore: 8 }, old('completed', '8', false, { 'cmi.core.score.max': '10' }), 80],
    ['90 of 120 points', { masteryScore: 80 }, old('completed', '90', false, { 'cmi.core.score.max': '120' }), 59],
    ['0 of 0 points', { masteryScore: 80 }, old('completed', '0', false, { 'cmi.core.score.max': '0' }), 100],
    ['no score', { masteryScore: 80 }, old('completed'), 100],
    ['no mastery score', {}, old('completed', '70'), 70],
    ['2004 below the passing score', { passingScore: 0.8 }, fresh({ 'cmi.score.scaled': '0.7', 'cmi.completion_status': 'completed', 'cmi.success_status': 'unknown' }), 59],
    ['2004 passed by its own word below it', { passingScore: 0.8 }, fresh({ 'cmi.score.scaled': '0.7', 'cmi.success_status': 'passed' }), 59],
    ['2004 just the passing score', { passingScore: 0.8 }, fresh({ 'cmi.score.scaled': '0.8', 'cmi.completion_status': 'incomplete' }), 80],
    ['2004 completed with too little of it', { completionThreshold: 0.8 }, fresh({ 'cmi.completion_status': 'completed', 'cmi.progress_measure': '0.5' }), 50],
    ['2004 completed with enough of it', { completionThreshold: 0.8 }, fresh({ 'cmi.completion_status': 'completed', 'cmi.progress_measure': '0.8' }), 100],
    ['2004 with enough of it, whatever it says', { completionThreshold: 0.8 }, fresh({ 'cmi.completion_status': 'incomplete', 'cmi.progress_measure': '0.8' }), 100],
    ['2004 with too little of it and no word', { completionThreshold: 0.8 }, fresh({ 'cmi.completion_status': 'unknown', 'cmi.progress_measure': '0.5' }), 50],
    ['2004 failed by its own word with the passing score', { passingScore: 0.8 }, fresh({ 'cmi.score.scaled': '0.8', 'cmi.success_status': 'failed' }), 80],
    ['2004 completed without saying how much', { completionThreshold: 0.8 }, fresh({ 'cmi.completion_status': 'completed' }), 100],
  ])('%s', (_, limits, part, fraction) => {
    expect(packageFraction({ items: [{ ...asked, ...limits }] }, { current: 'a', items: { a: part } })).toBe(fraction)
  })
})

describe('a package that has come anew by another standard', () => {
  const items = [{ id: 'a', tracked: true }]
  const of = (standard: 'scorm12' | 'scorm2004' | 'either', part: CoursewareState['items'][string]) => packageFraction({ standard, items }, { current: 'a', items: { a: part } })
  const done = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed', 'cmi.score.scaled': '1' }
  it('is judged by its new words once it has said any', () => {
    expect(of('scorm2004', old('incomplete', '', false, done))).toBe(100)
    expect(of('scorm2004', old('failed', '30', false, done))).toBe(100)
    expect(of('scorm12', old('failed', '30', false, done))).toBe(30)
  })
  it('stands as it stood while nothing is said but its place, though the runtime writes out the rest', () => {
    const defaults = { 'cmi.completion_status': 'unknown', 'cmi.success_status': 'unknown', 'cmi.progress_measure': '', 'cmi.score.raw': '', 'cmi.score.scaled': '', 'cmi.score.min': '', 'cmi.location': '3' }
    expect(of('scorm2004', old('passed', '70', true, defaults))).toBe(70)
    expect(of('scorm12', old('not attempted', '', false, { ...done, 'cmi.core.lesson_location': '3' }))).toBe(100)
    expect(of('scorm12', old('incomplete', '', false, done))).toBeNull()
  })
  it('stands as it stood until then', () => {
    expect([of('scorm2004', old('passed', '70')), of('scorm12', fresh(done))]).toEqual([70, 100])
  })
  it('is judged as before where nothing is known of it', () => {
    expect(of('either', old('failed', '30', false, done))).toBe(30)
  })
})

describe('the state of a package', () => {
  const full: CoursewareState = { current: 'b', items: { a: old('passed', '80', true), b: old('incomplete') } }
  it('comes back as it was kept', () => {
    expect(stateOf(textOf(full))).toEqual(full)
  })
  it.each([null, '', 'x', '[]', '7', '{"v":2}', '{"v":1,"items":null}', '{"v":1,"items":{"a":null,"b":{"cmi":7}}}'])('is empty when %j was kept', (text) => {
    expect(stateOf(text).items).toEqual({})
  })
  it('takes changes, and keeps what was not mentioned', () => {
    const after = stateAfter(full, { current: 'a', items: { b: { changes: { 'cmi.core.lesson_location': '9' }, finished: true } } })
    expect(after).toEqual({ current: 'a', items: { a: full.items.a, b: { finished: true, cmi: { ...full.items.b!.cmi, 'cmi.core.lesson_location': '9' } } } })
  })
  it('gives single answers away before anything else, and is refused when even that is too much', () => {
    const answers = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`cmi.interactions.${at}.student_response`, 'x'.repeat(60)]))
    const text = textOf({ current: 'a', items: { a: { finished: false, cmi: { ...answers, 'cmi.suspend_data': 'y'.repeat(64_000) } } } })!
    expect(text.length).toBeLessThan(largestState)
    expect(stateOf(text).items.a!.cmi['cmi.suspend_data']).toHaveLength(64_000)
    expect(textOf({ current: 'a', items: Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { finished: false, cmi: { 'cmi.suspend_data': 'y'.repeat(64_000) } }])) })).toBeNull()
  })
})

describe.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('a part that is named %s', (id) => {
  const items = [{ id, tracked: true }, { id: 'b', tracked: true }]
  const none: CoursewareState = { current: null, items: {} }
  it('has said nothing before it says something', () => {
    expect(itemOf(none, id)).toBeNull()
    expect(packageFraction({ items }, none)).toBeNull()
    expect(packageFraction({ items }, { current: 'b', items: { b: old('passed') } })).toBe(50)
  })
  it('is kept and comes back', () => {
    const commit = commitInput.parse({ seq: 1, current: id, items: { [id]: { changes: { 'cmi.core.lesson_status': 'passed' }, finished: true } } })
    const after = stateAfter(none, commit)
    expect(stateOf(textOf(after))).toEqual({ current: id, items: { [id]: { cmi: { 'cmi.core.lesson_status': 'passed' }, finished: true } } })
    expect(packageFraction({ items: items.slice(0, 1) }, after)).toBe(100)
  })
})

it.each([['cmi.core.lesson_location', true], ['adl.nav.request', true], ['cmi.__proto__.x', false], ['cmi.constructor.prototype.x', false], ['other.x', false], ['cmi.a b', false]])('%s is an element: %s', (name, yes) => {
  expect(isElement(name)).toBe(yes)
})

it.each([['continue', { to: 'next' }], ['previous', { to: 'previous' }], ['exitAll', { to: 'end' }], ['suspendAll', { to: 'end' }], ['{target=ITEM-3}choice', { to: 'item', id: 'ITEM-3' }], ['{target=X}jump', { to: 'item', id: 'X' }], ['_none_', null], ['anything', null]])('the wish %s', (request, wish) => {
  expect(navigationOf(request)).toEqual(wish)
})

it('a finished part of the old kind counts as completed only without a status', () => {
  expect([itemVerdict(old('', undefined, true)).verdict, itemVerdict(old('incomplete', undefined, true)).verdict]).toEqual(['completed', 'incomplete'])
})

describe('a commit', () => {
  const commit = { seq: 5, current: 'a', items: { a: { changes: { 'cmi.suspend_data': 'x\0y' }, finished: false } } }
  it('is taken without the character that no database holds', () => {
    expect(commitInput.parse(commit).items.a!.changes['cmi.suspend_data']).toBe('xy')
  })
  it.each([
    ['no number', { ...commit, seq: 'x' }], ['a number below one', { ...commit, seq: 0 }], ['no part', { ...commit, current: '' }], ['a name that is no element', { ...commit, items: { a: { changes: { evil: 'x' }, finished: false } } }],
    ['a name that means something else', { ...commit, items: { a: { changes: { 'cmi.__proto__.x': 'x' }, finished: false } } }], ['a value too long', { ...commit, items: { a: { changes: { 'cmi.suspend_data': 'x'.repeat(70_001) }, finished: false } } }],
    ['a value that is no text', { ...commit, items: { a: { changes: { 'cmi.location': 7 }, finished: false } } }], ['nothing', null],
  ])('with %s is refused', (_, given) => {
    expect(commitInput.safeParse(given).success).toBe(false)
  })
  it.each([
    ['names of parts', { ...commit, items: Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => ['x'.repeat(201) + index, 1])) }],
    ['names of elements', { ...commit, items: { a: { changes: Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`e${index}`, 1])), finished: false } } }],
    ['parts', { ...commit, items: Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`p${index}`, { changes: {}, finished: false }])) }],
    ['elements', { ...commit, items: { a: { changes: Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`cmi.x${index}`, 'x'])), finished: false } } }],
    ['lists', { ...commit, items: [] }],
  ])('of many %s is refused at the first that is wrong', (_, given) => {
    expect(commitInput.safeParse(given).error?.issues).toHaveLength(1)
  })
})
