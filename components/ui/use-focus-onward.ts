'use client'

import { useEffect, useRef } from 'react'

/**
 * Moves the focus on when what had it goes with its row: to the neighbour's button, or to the page's heading. `onward` is told the row's id;
 * rows carry theirs as `data-row`, the button that takes a row out `data-removes`.
 */
export function useFocusOnward<Box extends HTMLElement>(rows: readonly { id: string }[], gone: readonly string[]) {
  const list = useRef<Box>(null)
  const left = useRef<string | null>(null)
  useEffect(() => {
    if (left.current === null || !gone.includes(left.current)) return
    const at = rows.findIndex(({ id }) => id === left.current)
    left.current = null
    const isThere = ({ id }: { id: string }) => !gone.includes(id)
    const next = rows.slice(at + 1).find(isThere) ?? rows.slice(0, Math.max(0, at)).findLast(isThere)
    const target = (next && list.current?.querySelector<HTMLElement>(`[data-row="${next.id}"] [data-removes]`)) ?? document.querySelector<HTMLElement>('main h1')
    if (target?.matches('h1')) target.tabIndex = -1
    target?.focus()
  })
  const onward = (id: string) => {
    left.current = id
  }
  return { list, onward }
}
