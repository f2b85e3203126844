import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { unreadCountQuery } from '@/lib/queries/messages'

const never = () => () => undefined

/** How many messages are unread; undefined until it is known. A part of the page that hydrates late finds the answer there already, and must first say what the server said: nothing. */
export function useUnreadCount(): number | undefined {
  const { data } = useQuery(unreadCountQuery)
  const isHydrated = useSyncExternalStore(never, () => true, () => false)
  return isHydrated ? data : undefined
}
