'use client'

import { useEffect, useRef, useState, type ToggleEvent } from 'react'

/** Whether a `<details>` is open, and what it is given for that; one that was pressed before the page was in React's hands counts too. */
export function useDetails(initially = false) {
  const [open, setOpen] = useState(initially)
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (ref.current) setOpen(ref.current.open)
  }, [])
  return { open, given: { ref, open, suppressHydrationWarning: true, onToggle: (event: ToggleEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open) } }
}
