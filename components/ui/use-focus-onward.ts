'use client'

import { useEffect, useRef } from 'react'

/**
 * Moves the focus on when what had it goes with its row: to the neighbour's button, or to the page's heading. `onward` is told the row's id,
 * and where it stood if it may be there no more; rows carry theirs as `data-row`, the button that takes a row out `data-removes`. In a list
 * without such buttons the heading gets it.
 */
export function useFocusOnward<Box extends HTMLElement>(rows: readonly { id: string }[], gone: readonly string[] = []) {
  const list = useRef<Box>(null)
  const left = useRef<{ id: string; at: number } | null>(null)
  useEffect(() => {
    const isThere = ({ id }: { id: string }) => !gone.includes(id)
    const row = rows.find(({ id }) => id === left.current?.id)
    // Behind an open dialog nothing takes the focus.
    if (!left.current || (row && isThere(row)) || document.querySelector('dialog[open]')) return
    // A list that came without it has the next one in its place.
    const at = row ? rows.indexOf(row) : left.current.at
    left.current = null
    // It went elsewhere meanwhile.
    if (document.activeElement !== document.body) return
    const next = rows.slice(at).find(isThere) ?? rows.slice(0, at).findLast(isThere)
    const target = (next && list.current?.querySelector<HTMLElement>(`[data-row="${next.id}"] [data-removes]`)) ?? document.querySelector<HTMLElement>('main h1')
    if (target?.matches('h1')) target.tabIndex = -1
    target?.focus()
  })
  const onward = (id: string, at = 0) => {
    left.current = { id, at }
  }
  return { list, onward }
}
