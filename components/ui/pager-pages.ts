/** A place in the row of pages: a number, or null for what is left out; `far` ones go on phones, where five fit. */
export type PagerPlace = { page: number | null; far: boolean }

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

function row(page: number, count: number): (number | null)[] {
  if (count <= 7) return range(1, count)
  if (page <= 4) return [...range(1, 5), null, count]
  if (page >= count - 3) return [1, null, ...range(count - 4, count)]
  return [1, null, page - 1, page, page + 1, null, count]
}

function around(page: number, count: number, width: number) {
  const start = Math.min(Math.max(1, page - Math.floor(width / 2)), count - width + 1)
  return range(start, start + width - 1)
}

function near(page: number, count: number): (number | null)[] {
  if (count <= 5) return range(1, count)
  if (count <= 7) return around(page, count, 5)
  if (page <= 4) return [...around(page, count, 3), count]
  if (page >= count - 3) return [1, ...around(page, count, 3)]
  return [1, page, count]
}

/** At most seven places for `count` pages, five of them not far; the current page is always among the five. */
export function pagerPlaces(page: number, count: number): PagerPlace[] {
  const close = near(page, count)
  return row(page, count).map((place) => ({ page: place, far: place !== null && !close.includes(place) }))
}
