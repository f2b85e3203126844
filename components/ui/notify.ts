import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'
export type ToastOptions = {
  /** Undo and the like; pressing it closes the toast. */
  action?: { label: string; onPress: () => void }
  /** Instead of the kind's own icon, e.g. a coin for points. */
  icon?: ReactNode
  /** Milliseconds; at least 5000, and 15000 with an action. */
  duration?: number
}
export type ToastOrder = ToastOptions & { kind: ToastKind; text: string }

const waiting: ToastOrder[] = []
let take: ((order: ToastOrder) => void) | null = null

function order(kind: ToastKind) {
  return (text: string, options: ToastOptions = {}) => {
    const toast = { ...options, kind, text }
    if (take) take(toast)
    else waiting.push(toast)
  }
}

/** Says in one sentence what happened; nothing is lost when the toaster is not there yet. */
export const notify = { success: order('success'), error: order('error'), warning: order('warning'), info: order('info') }

/** The toaster takes over, beginning with what waited; gives back how to leave. */
export function serveToasts(show: (order: ToastOrder) => void) {
  take = show
  for (const toast of waiting.splice(0)) show(toast)
  return () => {
    if (take === show) take = null
  }
}
