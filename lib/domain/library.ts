import { myListSize } from './paging'

/** The orders of a library (contract 4.5); the first unless chosen otherwise. */
export const librarySorts = ['comprehensive', 'praise', 'popularity', 'latest'] as const
export type LibrarySort = (typeof librarySorts)[number]

/** How many groups of tags a library is filtered by at most. */
export const TAG_GROUPS = 5

/** A group of tags, of which one can be chosen; the n-th group feeds the n-th filter. */
export type TagGroup = { id: string; name: string; tags: { id: string; name: string }[] }

/** What of a library is shown; all of it stands in the address. */
export type LibraryView = {
  name: string
  sort: LibrarySort
  /** The chosen tag of each group, null for all of it. */
  tags: (string | null)[]
  page: number
  size: number
}

/** The part of a view that the address must say: what differs from the beginning. */
export function libraryQuery({ name, sort, tags = [], page, size }: Partial<LibraryView>): Record<string, string | number | undefined> {
  return {
    name: name || undefined,
    sort: sort === 'comprehensive' ? undefined : sort,
    ...Object.fromEntries(tags.map((tag, index) => [tagKey(index), tag ?? undefined])),
    page: page === 1 ? undefined : page,
    size: size === myListSize ? undefined : size,
  }
}

/** What the address calls the filter by a group of tags, counted from 0. */
export function tagKey(index: number): string {
  return `tag${index + 1}`
}

/** The view with another tag of one group, or all of it, on page 1. */
export function withTag(view: LibraryView, index: number, tag: string | null): LibraryView {
  return { ...view, page: 1, tags: Array.from({ length: TAG_GROUPS }, (_, at) => (at === index ? tag : (view.tags[at] ?? null))) }
}

/** How many groups of tags something is chosen of. */
export function chosenTags({ tags }: LibraryView): number {
  return tags.filter((tag) => tag !== null).length
}

/** Whether a view leaves anything out. */
export function isNarrowed(view: LibraryView): boolean {
  return view.name !== '' || chosenTags(view) > 0
}
