import { myListSize, type Page } from './paging'

/** What of one of my lists is shown; all of it stands in the address. */
export type MyListView<Filter extends string> = { state: Filter; name: string; page: number; size: number }

/** The part of a view that the address must say: what differs from the beginning (all, page 1, size 8). */
export function myListQuery({ state, name, page, size }: Partial<MyListView<string>>): Record<string, string | number | undefined> {
  return {
    state: state === 'all' ? undefined : state,
    name: name || undefined,
    page: page === 1 ? undefined : page,
    size: size === myListSize ? undefined : size,
  }
}

/** A page of one of my lists; `counts` says how many there are by each filter, where the platform tells, `isAtLeast` that there may be more than `total`. */
export type MyList<T, Filter extends string> = Page<T> & { counts?: Partial<Record<Filter, number>>; isAtLeast?: boolean }
