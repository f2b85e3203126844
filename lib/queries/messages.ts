import { queryOptions } from '@tanstack/react-query'
import { bff } from './bff'

/** The number of unread messages, one source for every dot and badge. */
export const unreadCountQuery = queryOptions({
  queryKey: ['messages', 'unread'],
  queryFn: ({ signal }) => bff.get<{ count: number }>('messages/unread', {}, { signal }).then((answer) => answer.count),
  refetchInterval: 60_000,
})
