'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLeadAway } from '@/components/shell/lead-away'
import { markRead } from '@/lib/queries/messages'

/** Marks the opened message as read, once; when that fails it stays unread, and nobody is bothered. */
export function MarkRead({ id }: { id: string }) {
  const client = useQueryClient()
  const leadAway = useLeadAway()
  const failed = useEffectEvent((error: unknown) => void leadAway(error))
  useEffect(() => void markRead(client, id).catch(failed), [client, id])
  return null
}
