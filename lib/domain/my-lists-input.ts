import { z } from 'zod'
import type { MyListView } from './my-lists'
import { myListSizeInput, pageInput, searchInput } from './paging-input'

/** The address of one of my lists; anything odd falls back to the beginning, so that no link is ever broken. */
export function myListInput<const Filter extends string>(filters: readonly [Filter, ...Filter[]]): z.ZodType<MyListView<Filter>> {
  const [all] = filters
  return z.object({ state: z.enum(filters).catch(all), name: searchInput, page: pageInput, size: myListSizeInput })
}
