import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { log } from '@/lib/log'
import { unwrapped, wireEnum, wireExtra, wireId, wireIdMaybe, wireList, wireMyList, wireNumber, wirePage, wirePercent, wireTime, wireTimeOf } from '@/lib/training/wire'

describe('what the wire may say', () => {
  it('numbers as digits, ids as numbers, nothing in four forms', () => {
    expect(wireNumber().parse('12.5')).toBe(12.5)
    expect(wireNumber(3).parse('')).toBe(3)
    expect(wireNumber().parse(null)).toBe(0)
    expect(wireId.parse(9007199254740991)).toBe('9007199254740991')
    expect(wireId.parse('12345678901234567890')).toBe('12345678901234567890')
    expect(wireList(wireId).parse(null)).toEqual([])
    expect(z.object({ list: wireList(wireId) }).parse({})).toEqual({ list: [] })
    expect(wireList(wireId).parse(7)).toEqual(['7'])
  })
  it('ids that an address can hold, whatever half letters the platform writes into them', () => {
    for (const form of [wireId, wireIdMaybe]) expect(['a\ud800', '\udc00', '\ud83d\ude00'].map((id) => form.parse(id))).toEqual(['a\ufffd', '\ufffd', '\ud83d\ude00'])
  })
  it('ids and values of any kind, the same whether numbers or texts are tried first', () => {
    const some = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constantFrom('', -0, 1e21, 2 ** 53, true, null, undefined), fc.anything())
    const [textFirst, textFirstMaybe] = [z.union([z.string().min(1), z.number().int()]).transform(String), z.union([z.string(), z.number()]).nullish()]
    const told = (form: z.ZodType, value: unknown) => {
      const { data, error } = form.safeParse(value)
      return error ? error.issues.map(({ code, message, path }) => ({ code, message, path })) : (data ?? '')
    }
    fc.assert(fc.property(some, (value) => {
      expect(told(wireId, value)).toEqual(told(textFirst, value))
      expect(told(wireIdMaybe, value)).toEqual(told(textFirstMaybe.transform((one) => (one === '' ? null : one?.toString())), value))
    }), { numRuns: 500 })
  })
  it('lists, which are not read to their end when nothing of them can be read', () => {
    let read = 0
    const item = z.unknown().refine(() => (read += 1) === 1)
    expect(wireList(item).safeParse(Array.from({ length: 1_000 }, () => ({}))).error?.issues).toHaveLength(5)
    expect(read).toBe(6)
  })
  it('a progress, capped and never rounded up', () => {
    expect(['45%', '130%', '', null, 12, 'x', '-3%', '99.6%', '33.333%', 0.5, (57 / 100) * 100].map((value) => wirePercent.parse(value))).toEqual([45, 100, 0, 0, 12, 0, 0, 99, 33, 0, 57])
  })
  it('times of China', () => {
    expect(wireTime.parse('2026-03-02 09:30:11')).toBe('2026-03-02T09:30:11+08:00')
    expect(wireTime.parse('2026-03-02')).toBe('2026-03-02T00:00:00+08:00')
    expect(wireTime.parse('someday')).toBeNull()
    fc.assert(fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (moment) => Date.parse(wireTime.parse(wireTimeOf(moment))!) === Math.floor(moment.getTime() / 1000) * 1000))
  })
  it.each([
    '2026-03-02T01:00:00.000+00:00', '2026-03-02T01:00:00.000+0000', '2026-03-02T01:00:00Z', '2026-03-02T01:00Z', '2026-03-01T20:00:00-05', '2026-03-02 09:00:00+08:00', '2026-03-02T02:30:00.5+01:30',
    '2026-03-02T09:00:00', '2026-03-02 09:00:00.0', '2026-03-02 09:00',
  ])('the moment of %s, whichever zone it names', (written) => expect(wireTime.parse(written)).toBe('2026-03-02T09:00:00+08:00'))
  it('times that are none, which spoil nothing beside them', () => {
    for (const wrong of [[2026, 3, 2, 9, 0], {}, true, '2026-03-02T01:00:00+99:99', '2026-13-02', '']) expect(z.object({ id: wireId, at: wireTime }).parse({ id: 1, at: wrong })).toEqual({ id: '1', at: null })
    expect(z.object({ at: wireTime }).parse({})).toEqual({ at: null })
  })
  it('a value nobody knows becomes unknown', () => {
    const state = wireEnum('state', { 1: 'learning', 2: 'completed' }, 'notStarted')
    expect([1, '2', 9, null].map((value) => state.parse(value))).toEqual(['learning', 'completed', 'unknown', 'notStarted'])
  })
  it('a value nobody knows is written down once a minute, its beginning at least, and no more than five of a field', () => {
    const [warn, now] = [vi.spyOn(log, 'warn').mockReturnValue(), vi.spyOn(performance, 'now').mockReturnValue(1e6)]
    const [state, kind] = [wireEnum('state of many', { 1: 'learning' }), wireEnum('kind of many', {})]
    for (const value of ['x'.repeat(1_000_000), 'x'.repeat(50), 8, 8, 9]) expect([state.parse(value), kind.parse(value)]).toEqual(['unknown', 'unknown'])
    for (let value = 10; value < 20; value += 1) kind.parse(value)
    now.mockReturnValue(1e6 + 60_000)
    for (const value of [true, 9]) state.parse(value)
    const both = ['x'.repeat(40), 8, 9].flatMap((value) => [{ field: 'state of many', value }, { field: 'kind of many', value }])
    expect(warn.mock.calls.map(([facts]) => facts)).toEqual([
      ...both, { field: 'kind of many', value: 10 }, { field: 'kind of many', value: 11 }, { field: 'state of many', value: true }, { field: 'state of many', value: 9 },
    ])
    vi.restoreAllMocks()
  })
  it('a value that every object has as a property is one nobody knows', () => {
    for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) expect(wireEnum('field', { 1: 'one' }).parse(word)).toBe('unknown')
  })
  it('under the name of an addition of ours, something of its own', () => {
    const form = z.object({ running: wireExtra(z.string().nullish(), null), title: z.string() })
    expect(form.parse({ running: 'yes', title: 'a' })).toEqual({ running: 'yes', title: 'a' })
    for (const running of [1, true, {}, []]) expect(form.parse({ running, title: 'a' })).toEqual({ running: null, title: 'a' })
    expect(form.safeParse({ running: 'yes', title: 1 }).success).toBe(false)
  })
  it('pages whose numbers cannot be, or are not counted', () => {
    const page = wirePage(z.object({ id: wireId }), { page: 2, size: 8 })
    const records = [{ id: 1 }, { id: 2 }]
    expect(page.parse({ records, total: 12, size: 0, current: 0 })).toMatchObject({ total: 12, page: 2, size: 8 })
    expect(page.parse({ records })).toMatchObject({ total: 10, page: 2, size: 8 })
    expect(page.parse({ records, total: 0 })).toMatchObject({ total: 10 })
    expect(page.parse({ records: [], total: 0 })).toMatchObject({ total: 0 })
    expect(page.parse({ records, total: 3, size: -8, current: -1 })).toMatchObject({ total: 10, page: 2, size: 8 })
  })
  it('a row twice on one page, which is shown once and counted as sent; whoever walks gets all', () => {
    const records = [{ id: 1, name: 'a' }, { id: '1', name: 'b' }, { id: 2, name: 'c' }]
    const row = z.object({ id: wireId, name: z.string() })
    expect(wirePage(row, { page: 1, size: 3 }).parse({ records })).toMatchObject({ items: [{ id: '1', name: 'a' }, { id: '2', name: 'c' }], total: 3 })
    expect(wirePage(row, { page: 1, size: 3, isWalked: true }).parse({ records }).items).toHaveLength(3)
    const bare = z.object({ name: z.string() })
    expect(wirePage(bare, { page: 1, size: 3 }).parse({ records: [{ name: 'a' }, { name: 'a' }] }).items).toHaveLength(2)
    expect(wireMyList(row, { page: 1, size: 3 }).parse({ records })).toMatchObject({ total: 3, isAtLeast: true })
  })
  it('of endless lists and pages, the beginning', () => {
    const many = Array.from({ length: 30_000 }, (_, at) => at)
    let read = 0
    expect(wireList(z.number().transform((at) => ((read += 1), at))).parse(many).length).toBe(20_000)
    expect(read).toBe(20_000)
    for (const [total, counted] of [[0, 1_000], [5, 1_000], [30_000, 30_000]]) {
      const page = wirePage(z.number(), { page: 1, size: 8 }).parse({ records: many, total })
      expect([page.items.length, page.total]).toEqual([1_000, counted])
    }
  })
  it('pages at the top or one level down', () => {
    const page = wirePage(z.object({ id: wireId }), { page: 2, size: 8 })
    const expected = { items: [{ id: '1' }], total: 12, page: 2, size: 8 }
    expect(page.parse({ records: [{ id: 1 }], total: '12' })).toEqual(expected)
    expect(page.parse({ data: { records: [{ id: '1' }], total: 12, size: 8, current: 2, pages: 2 } })).toEqual(expected)
    expect(page.parse({ records: null, total: 0 })).toEqual({ items: [], total: 0, page: 2, size: 8 })
    expect(page.safeParse('<html>').success).toBe(false)
    expect(unwrapped(z.object({ id: wireId })).parse({ data: { id: 3 } })).toEqual({ id: '3' })
    expect(unwrapped(z.object({ id: wireId }).nullable()).parse({ data: null })).toBeNull()
    expect(unwrapped(z.object({ id: wireId })).parse({ data: null, id: 3 })).toEqual({ id: '3' })
  })
})
