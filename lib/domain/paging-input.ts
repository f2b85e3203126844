import { z } from 'zod'
import { isMyListSize, myListSize, SEARCH_MAX_LENGTH } from './paging'

/** A word to search for in an address; anything odd is none. */
export const searchInput = z.string().trim().transform((name) => name.replaceAll('\0', '').slice(0, SEARCH_MAX_LENGTH)).catch('')
/** A page number in an address; anything odd is the first. */
export const pageInput = z.coerce.number().int().min(1).max(100_000).catch(1)
/** How many cards stand on a page; anything not offered is eight. */
export const myListSizeInput = z.coerce.number().refine(isMyListSize).catch(myListSize)
