/** The size of a page at scale 1, in CSS pixels. */
export type PageSize = { width: number; height: number }

/** Pages below each other at one scale: the top of each, and the whole. */
export type PageLayout = { scale: number; sizes: readonly PageSize[]; tops: readonly number[]; width: number; height: number }

export type Zoom = 'width' | 'page' | number

export const PAGE_GAP = 12
export const PAGE_EDGE = 16
/** Pages with a canvas at one time, whatever is claimed or scrolled. */
export const MAX_LIVE_PAGES = 5
/** A document prints 72 points to the inch, a screen 96 pixels. */
export const PIXELS_PER_POINT = 96 / 72
/** Browsers cannot scroll further than this. */
const LONGEST_SCROLL = 15_000_000
const zoomSteps = [0.25, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const
export const SMALLEST_ZOOM = zoomSteps[0]
export const LARGEST_ZOOM = zoomSteps[zoomSteps.length - 1]!

/** Where the pages lie at a scale (of points). */
export function layoutPages(sizes: readonly PageSize[], scale: number): PageLayout {
  const tops: number[] = []
  let top = PAGE_EDGE
  let width = 0
  for (const size of sizes) {
    tops.push(top)
    top += size.height * scale + PAGE_GAP
    width = Math.max(width, size.width * scale)
  }
  return { scale, sizes, tops, width, height: sizes.length ? top - PAGE_GAP + PAGE_EDGE : 0 }
}

/** The number (from 1) of the page at a height of the document; in a gap the one above it. */
export function pageAt({ tops }: PageLayout, y: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tops[middle]! <= y) low = middle
    else high = middle - 1
  }
  return tops.length ? low + 1 : 0
}

/** The page people look at: the one that lies over a line a third down the view. */
export function currentPage(layout: PageLayout, scrollTop: number, viewHeight: number): number {
  return pageAt(layout, scrollTop + viewHeight / 3)
}

/** The pages that get a canvas: those in view, then neighbours, at most five, in order. */
export function livePages(layout: PageLayout, scrollTop: number, viewHeight: number): number[] {
  const count = layout.tops.length
  if (count === 0) return []
  const first = pageAt(layout, scrollTop)
  const last = pageAt(layout, scrollTop + viewHeight)
  const middle = currentPage(layout, scrollTop, viewHeight)
  const candidates = [...range(first, last), last + 1, first - 1]
  const near = candidates.filter((page) => page >= 1 && page <= count).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return near.slice(0, MAX_LIVE_PAGES).sort((a, b) => a - b)
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** The scale (of points) for a zoom: to the width of the view, to one whole page, or a share of the natural size. */
export function scaleFor(zoom: Zoom, page: PageSize, view: PageSize, pages: number): number {
  const inside = Math.max(120, view.width - 2 * PAGE_EDGE)
  const byWidth = inside / page.width
  const byPage = Math.min(byWidth, Math.max(120, view.height - 2 * PAGE_EDGE) / page.height)
  const wanted = zoom === 'width' ? Math.min(byWidth, LARGEST_ZOOM * PIXELS_PER_POINT) : zoom === 'page' ? byPage : zoom * PIXELS_PER_POINT
  return Math.min(wanted, LONGEST_SCROLL / (Math.max(1, pages) * (page.height + PAGE_GAP)))
}

/** The next larger or smaller step of zoom. */
export function nextZoom(scale: number, step: 1 | -1): number {
  const zoom = scale / PIXELS_PER_POINT
  const found = step > 0 ? zoomSteps.find((one) => one > zoom + 0.01) : zoomSteps.findLast((one) => one < zoom - 0.01)
  return found ?? (step > 0 ? LARGEST_ZOOM : SMALLEST_ZOOM)
}

/** Device pixels per CSS pixel for a canvas: at most 2, and never more than so many pixels in all. */
export function pixelRatio(page: PageSize, scale: number, device: number, maxPixels: number): number {
  const pixels = page.width * scale * page.height * scale
  return Math.min(device, 2, Math.sqrt(maxPixels / Math.max(1, pixels)))
}
