/** One page of a list, with the numbers a pager needs. */
export type Page<T> = { items: T[]; total: number; page: number; size: number }

export const myListSizes = [4, 8, 16, 32, 64, 128]
export const myListSize = 8
/** The longest word that is searched for. */
export const SEARCH_MAX_LENGTH = 100
export const longListSizes = [5, 10, 15, 20, 30, 50, 80, 100]
export const longListSize = 10
export const newsSizes = [10, 15, 20, 30, 50]
export const newsSize = 15

/** How many pages a list has, at least one. */
export function pageCount({ total, size }: { total: number; size: number }): number {
  return Math.max(1, Math.ceil(total / size))
}

/** Whether a number is one of the offered sizes of a my list. */
export function isMyListSize(size: number): boolean {
  return myListSizes.includes(size)
}
