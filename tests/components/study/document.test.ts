import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstFrom, matchesOn, pageTextOf } from '@/components/study/document/find-text'
import { currentPage, layoutPages, livePages, MAX_LIVE_PAGES, nextZoom, pageAt, PIXELS_PER_POINT, pixelRatio, scaleFor, type PageSize } from '@/components/study/document/page-layout'

const a4 = { width: 595, height: 842 }
const pages = (count: number, size: PageSize = a4) => Array.from({ length: count }, () => size)

describe('pages below each other', () => {
  const layout = layoutPages(pages(12), 1)

  it.each([[0, 1], [16, 1], [857, 1], [870, 2], [16 + 854 * 11, 12], [1e9, 12], [-50, 1]])('at height %i lies page %i', (y, page) => {
    expect(pageAt(layout, y)).toBe(page)
  })

  it('know the page people look at', () => {
    expect(currentPage(layout, 0, 700)).toBe(1)
    expect(currentPage(layout, 700, 700)).toBe(2)
    expect(currentPage(layoutPages([], 1), 0, 700)).toBe(0)
  })

  it('live around what is seen, in order', () => {
    expect(livePages(layout, 0, 700)).toEqual([1, 2])
    expect(livePages(layout, 4_300, 700)).toEqual([5, 6, 7])
    expect(livePages(layout, 1e6, 700)).toEqual([11, 12])
    expect(livePages(layoutPages([], 1), 0, 700)).toEqual([])
  })

  it('are never more than five alive, whatever the document claims, and always the one that is looked at', () => {
    const size = fc.record({ width: fc.integer({ min: 1, max: 5_000 }), height: fc.integer({ min: 1, max: 5_000 }) })
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 200 }), fc.double({ min: 0.05, max: 5, noNaN: true }), fc.double({ min: 0, max: 2e6, noNaN: true }), fc.integer({ min: 50, max: 3_000 }), (sizes, scale, top, view) => {
        const laid = layoutPages(sizes, scale)
        const live = livePages(laid, top, view)
        expect(live.length).toBeLessThanOrEqual(MAX_LIVE_PAGES)
        expect(live).toContain(currentPage(laid, top, view))
        expect(live).toEqual([...new Set(live)].sort((x, y) => x - y))
      }),
    )
  })
})

describe('zoom', () => {
  const view = { width: 627, height: 500 }

  it('fits a page to the width, or whole', () => {
    expect(scaleFor('width', a4, view, 12)).toBeCloseTo(1)
    expect(scaleFor('page', a4, view, 12)).toBeCloseTo(468 / 842)
    expect(scaleFor(1, a4, view, 12)).toBeCloseTo(PIXELS_PER_POINT)
  })

  it('stays where a browser can still scroll', () => {
    const scale = scaleFor(4, a4, view, 100_000)
    expect(layoutPages(pages(100_000), scale).height).toBeLessThan(17_000_000)
  })

  it('goes up and down in steps and stops at the ends', () => {
    expect(nextZoom(PIXELS_PER_POINT, 1)).toBe(1.1)
    expect(nextZoom(PIXELS_PER_POINT, -1)).toBe(0.9)
    expect(nextZoom(PIXELS_PER_POINT * 4, 1)).toBe(4)
    expect(nextZoom(PIXELS_PER_POINT * 0.25, -1)).toBe(0.25)
  })

  it('paints no more pixels than allowed, and none too fine', () => {
    expect(pixelRatio(a4, 1, 3, 16_777_216)).toBe(2)
    const ratio = pixelRatio({ width: 4_000, height: 4_000 }, 2, 2, 5_242_880)
    expect((8_000 * ratio) ** 2).toBeLessThanOrEqual(5_242_881)
  })
})

describe('searching in a document', () => {
  const text = pageTextOf(['停电、验', '电 ', 'Ｓafety ', 'FIRST', ' 停电'])

  it('finds over pieces, spaces, case and wide letters', () => {
    expect(matchesOn(text, '验电', 3)).toHaveLength(1)
    expect(matchesOn(text, 'safety first', 3)).toHaveLength(1)
    expect(matchesOn(text, '停电', 3).map(({ page }) => page)).toEqual([3, 3])
    expect(matchesOn(text, '接地', 3)).toEqual([])
    expect(matchesOn(text, '  ', 3)).toEqual([])
  })

  it.each([
    ['ガス', ['ｶﾞ', 'ｽ']], ['ｶﾞｽ', ['ガス']], ['がっこう', ['か\u3099っこう']], ['パイプ', ['ﾊ', 'ﾟｲﾌﾟ']],
    ['café', ['cafe\u0301']], ['cafe\u0301', ['CAFÉ']], ['한국', ['한국']], ['葛', ['葛\u{e0100}']],
  ])('finds %s however its letters are put together: %j', (word, pieces) => {
    expect(matchesOn(pageTextOf(pieces), word, 1)).toHaveLength(1)
  })

  it.each([['か', 'が'], ['カ', 'ｶﾞ'], ['は', 'は\u309a'], ['cafe', 'café'], ['e', 'e\u0301'], ['하', '한']])('does not find %s in %s', (word, piece) => {
    expect(matchesOn(pageTextOf([piece]), word, 1)).toEqual([])
    expect(matchesOn(pageTextOf([piece, '、', word]), word, 1)).toHaveLength(1)
  })

  it.each([['ガカ', 'ガガカ', 1], ['ée', 'créée', 1], ['が', 'ががが', 3], ['カ', 'ｶﾞ', 0], ['10', '10´ 20', 1], ['max', 'Max´s', 1], ['Max´s', 'Max´s', 1]])('finds %s in %s %i times', (word, piece, times) => {
    expect(matchesOn(pageTextOf([piece]), word, 1)).toHaveLength(times)
  })

  it('knows where a letter of two parts begins and ends', () => {
    const parted = pageTextOf(['xｶﾞｽy', 'がz'])
    expect(matchesOn(parted, 'ガス', 1).map(({ from, to }) => [parted.offsets[from], parted.offsets[to - 1]])).toEqual([[1, 3]])
    expect(matchesOn(parted, 'が', 1).map(({ from, to }) => [parted.items[from], parted.offsets[from], parted.offsets[to - 1]])).toEqual([[1, 0, 0]])
  })

  it('knows the piece and the place a match came from', () => {
    const [match] = matchesOn(text, '验电', 1)
    expect([text.items[match!.from], text.offsets[match!.from]]).toEqual([0, 3])
    expect([text.items[match!.to - 1], text.offsets[match!.to - 1]]).toEqual([1, 0])
  })

  it('has a place for every letter', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 8 }), (pieces) => {
        const made = pageTextOf(pieces)
        expect(made.items).toHaveLength(made.letters.length)
        expect(made.offsets).toHaveLength(made.letters.length)
        made.items.forEach((item, index) => expect(made.offsets[index]).toBeLessThan(Math.max(1, pieces[item]!.length)))
      }),
    )
  })

  it('begins at the page that is open, else at the very first', () => {
    const matches = [{ page: 2, from: 0, to: 1 }, { page: 5, from: 0, to: 1 }]
    expect([firstFrom(matches, 1), firstFrom(matches, 3), firstFrom(matches, 9), firstFrom([], 1)]).toEqual([0, 1, 0, -1])
  })
})
