import type { Match, PageText } from '@/components/study/document/find-text'

/** The pieces of text that lie over a living page, and its searchable text. */
export type MarkedPage = { divs: readonly HTMLElement[]; text: PageText }

const ALL = 'study-found'
const CHOSEN = 'study-found-now'
const MAX_MARKS = 2_000

/** Highlights matches on living pages where the browser can (else they are only scrolled to); gives the box of the chosen one. */
export function markMatches(pages: ReadonlyMap<number, MarkedPage>, matches: readonly Match[], chosen: number): DOMRect | null {
  const ranges: Range[] = []
  let now: Range | null = null
  matches.forEach((match, index) => {
    const page = pages.get(match.page)
    if (!page || (ranges.length >= MAX_MARKS && index !== chosen)) return
    const range = rangeOf(page, match)
    if (!range) return
    if (index === chosen) now = range
    else ranges.push(range)
  })
  if (typeof Highlight !== 'undefined' && CSS.highlights) {
    CSS.highlights.set(ALL, new Highlight(...ranges))
    CSS.highlights.set(CHOSEN, now ? new Highlight(now) : new Highlight())
  }
  return (now as Range | null)?.getBoundingClientRect() ?? null
}

/** Takes all highlights away. */
export function unmark(): void {
  if (typeof CSS === 'undefined' || !CSS.highlights) return
  CSS.highlights.delete(ALL)
  CSS.highlights.delete(CHOSEN)
}

function rangeOf({ divs, text }: MarkedPage, { from, to }: Match): Range | null {
  const first = divs[text.items[from] ?? -1]?.firstChild
  const last = divs[text.items[to - 1] ?? -1]?.firstChild
  if (!(first instanceof Text) || !(last instanceof Text)) return null
  const range = document.createRange()
  range.setStart(first, Math.min(first.length, text.offsets[from] ?? 0))
  range.setEnd(last, Math.min(last.length, (text.offsets[to - 1] ?? 0) + 1))
  return range
}
