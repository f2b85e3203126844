import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { bff } from './bff'

const unreadKey = ['messages', 'unread'] as const

/** The number of unread messages, one source for every dot and badge. */
export const unreadCountQuery = queryOptions({
  queryKey: unreadKey,
  queryFn: ({ signal }) => bff.get<{ count: number }>('messages/unread', {}, { signal }).then((answer) => answer.count),
  refetchInterval: 60_000,
})

/** What was marked as read in this tab since the list was read: the ids, or everything up to then. */
export type ReadHere = { ids: readonly string[]; all: boolean }
export const readHereQuery = queryOptions({ queryKey: ['messages', 'readHere'], queryFn: (): ReadHere => ({ ids: [], all: false }), staleTime: Infinity, gcTime: Infinity })

function keep(client: QueryClient, count: number, change: (before: ReadHere) => ReadHere) {
  client.setQueryData(unreadKey, count)
  client.setQueryData(readHereQuery.queryKey, (before: ReadHere | undefined) => change(before ?? { ids: [], all: false }))
}

/** Marks a message as read; bell, menu and list know it at once. */
export async function markRead(client: QueryClient, id: string): Promise<void> {
  await client.cancelQueries({ queryKey: unreadKey })
  const { count } = await bff.post<{ count: number }>('messages/read', { id })
  keep(client, count, (before) => ({ ...before, ids: [...before.ids, id] }))
}

/** Marks all messages as read. */
export async function markAllRead(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: unreadKey })
  const { count } = await bff.post<{ count: number }>('messages/read-all')
  keep(client, count, (before) => ({ ...before, all: count === 0 }))
}

/** The list was read anew: what was marked before is in it. */
export function forgetReadHere(client: QueryClient): void {
  client.setQueryData(readHereQuery.queryKey, { ids: [], all: false })
}
