'use client'

import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

export type ViewTab = { id: string; label: ReactNode; count?: number; content: ReactNode }
type Props = {
  /** The accessible name of the row. */
  label: string
  tabs: readonly ViewTab[]
  /** Which is open, when the caller keeps it; else the first to begin with. */
  value?: string | undefined
  onChange?: (id: string) => void
  /** Keep closed views in the page (forms, players) instead of leaving them out. */
  keep?: boolean
}

/** Views of one place: arrow keys, Home and End move and open, Tab goes into the view. */
export function ViewTabs({ label, tabs, value, onChange, keep = false }: Props) {
  const base = useId()
  const row = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState(tabs[0]?.id)
  const open = value ?? own
  const choose = (id: string) => {
    setOwn(id)
    onChange?.(id)
  }
  const press = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === open)
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at - 1 + tabs.length) % tabs.length, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (to === undefined || !next) return
    event.preventDefault()
    choose(next.id)
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={row} onKeyDown={press}>
        {tabs.map((tab) => (
          <button key={tab.id} type="button" role="tab" id={`${base}-${tab.id}`} aria-controls={`${base}-${tab.id}-view`} aria-selected={tab.id === open} tabIndex={tab.id === open ? 0 : -1} onClick={() => choose(tab.id)}>
            {tab.label}
            {tab.count !== undefined && <span className="count">{tab.count}</span>}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div key={tab.id} role="tabpanel" id={`${base}-${tab.id}-view`} aria-labelledby={`${base}-${tab.id}`} tabIndex={tab.id === open ? 0 : undefined} hidden={tab.id !== open}>
          {(keep || tab.id === open) && tab.content}
        </div>
      ))}
    </>
  )
}
