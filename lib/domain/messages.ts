import type { SafeHtml } from './rich-text'

export const messageStates = ['all', 'unread', 'read'] as const
export type MessageState = (typeof messageStates)[number]

/** A message in the list. */
export type MessageSummary = { id: string; title: string; sender: string; sentAt: string | null; unread: boolean; hasAttachment: boolean }

/** A message to read. */
export type Message = MessageSummary & { content: SafeHtml | null; attachment: { name: string; url: string } | null }

/** What the list shows. */
export type MessagesView = { state: MessageState; page: number; size: number }

/** The view as an address says it; what is usual is left out. */
export function messagesQuery({ state = 'all', page = 1, size }: Partial<MessagesView>, usualSize: number): Record<string, string | number | undefined> {
  return { state: state === 'all' ? undefined : state, page: page > 1 ? page : undefined, size: size === usualSize ? undefined : size }
}
