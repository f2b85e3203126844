'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markRead } from '@/lib/queries/messages'

/** Marks the opened message as read, once; when that fails it stays unread, and nobody is bothered. */
export function MarkRead({ id }: { id: string }) {
  const client = useQueryClient()
  useEffect(() => void markRead(client, id).catch(() => undefined), [client, id])
  return null
}
