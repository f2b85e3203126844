import { z } from 'zod'
import { librarySorts, type LibraryView } from './library'
import { myListSizeInput, pageInput, searchInput } from './paging-input'

/** A platform's ids are numbers; what else an address names would be refused for ever, so it is none. */
const tag = z.string().regex(/^[1-9]\d{0,18}$/).nullable().catch(null)

/** The address of a library; anything odd falls back to the beginning, so that no link is ever broken. */
export const libraryInput = z
  .object({ name: searchInput, sort: z.enum(librarySorts).catch('comprehensive'), tag1: tag, tag2: tag, tag3: tag, tag4: tag, tag5: tag, page: pageInput, size: myListSizeInput })
  .transform(({ tag1, tag2, tag3, tag4, tag5, ...view }): LibraryView => ({ ...view, tags: [tag1, tag2, tag3, tag4, tag5] }))
