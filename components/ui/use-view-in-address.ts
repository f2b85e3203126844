'use client'

import { useSearchParams } from 'next/navigation'

const NAME = 'view'

/** The view that the address of this page names now, for a new address of the same page. */
export const viewInAddress = (): string | undefined => new URLSearchParams(window.location.search).get(NAME) ?? undefined

/** Keeps which of a page's views is open in its address, for `ViewTabs`: a reload, another language and a shared link open it again. */
export function useViewInAddress(ids: readonly string[]): { initial: string | undefined; onChange: (id: string) => void } {
  const named = useSearchParams().get(NAME)
  return {
    initial: ids.find((id) => id === named),
    onChange(id) {
      const query = new URLSearchParams(window.location.search)
      if (id === ids[0]) query.delete(NAME)
      else query.set(NAME, id)
      window.history.replaceState(null, '', `${window.location.pathname}?${query}`)
    },
  }
}
