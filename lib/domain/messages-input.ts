import { z } from 'zod'
import { messageStates } from './messages'
import { longListSize, longListSizes } from './paging'
import { pageInput } from './paging-input'

/** A message's id. */
export const messageInput = z.strictObject({ id: z.string().regex(/^[\w-]{1,64}$/) })

/** What an address says of the list; anything odd is the usual. */
export const messagesInput = z.object({
  state: z.enum(messageStates).catch('all'),
  page: pageInput,
  size: z.coerce.number().refine((size) => longListSizes.includes(size)).catch(longListSize),
})

/** The message an address names, null for none. */
export const openMessageInput = z.string().regex(/^[\w-]{1,64}$/).nullable().catch(null)
