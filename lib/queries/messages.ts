import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { bff } from './bff'

const unreadKey = ['messages', 'unread'] as const

/** The number of unread messages, one source for every dot and badge. */
export const unreadCountQuery = queryOptions({
  queryKey: unreadKey,
  queryFn: ({ signal }) => bff.get<{ count: number }>('messages/unread', {}, { signal }).then((answer) => answer.count),
  refetchInterval: 60_000,
})

/** The messages that were marked as read in this tab: a list that was read before says so too. */
export const readHereQuery = queryOptions({ queryKey: ['messages', 'readHere'], queryFn: (): string[] => [], staleTime: Infinity, gcTime: Infinity })

type Count = { count: number | null }

/** What the platform says after something was marked; where it does not, it is asked for anew. */
function takeCount(client: QueryClient, { count }: Count): void {
  if (count === null) void client.invalidateQueries({ queryKey: unreadKey })
  else client.setQueryData(unreadKey, count)
}

/** Marks a message as read; bell, menu and list know it at once. */
export async function markRead(client: QueryClient, id: string): Promise<void> {
  await client.cancelQueries({ queryKey: unreadKey })
  takeCount(client, await bff.post<Count>('messages/read', { id }))
  client.setQueryData(readHereQuery.queryKey, (before: string[] | undefined) => [...(before ?? []), id])
}

/** Marks all messages as read. */
export async function markAllRead(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: unreadKey })
  takeCount(client, await bff.post<Count>('messages/read-all'))
}
