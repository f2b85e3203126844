'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'

const NAME = 'view'

/** The view that the address of this page names now, for a new address of the same page. */
export const viewInAddress = (): string | undefined => new URLSearchParams(window.location.search).get(NAME) ?? undefined

/** Keeps which of a page's views is open in its address, for `ViewTabs`: a reload, another language, a shared link and the browser's Back open the one that it names. */
export function useViewInAddress(ids: readonly string[]): { value: string | undefined; onChange: (id: string) => void } {
  const named = useSearchParams().get(NAME)
  // The address follows a choice a moment later; what it says then, or whenever else it changes, counts.
  const [{ at, open }, setChosen] = useState({ at: named, open: named })
  if (at !== named) setChosen({ at: named, open: named })
  return {
    value: ids.find((id) => id === open) ?? ids[0],
    onChange(id) {
      setChosen({ at: named, open: id })
      const query = new URLSearchParams(window.location.search)
      if (id === ids[0]) query.delete(NAME)
      else query.set(NAME, id)
      window.history.replaceState(null, '', `${window.location.pathname}?${query}`)
    },
  }
}
