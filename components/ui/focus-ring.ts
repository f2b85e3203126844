const stops = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

/** What the Tab key visits inside a box, in order. */
function stopsIn(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(stops)].filter((stop) => stop.tabIndex >= 0 && (stop.checkVisibility?.() ?? true))
}

/** Tab at the end of a box goes to its beginning, and back; gives whether it had to. */
export function turnTab(box: HTMLElement | null, event: { key: string; shiftKey: boolean; preventDefault: () => void }): boolean {
  const all = box && event.key === 'Tab' ? stopsIn(box) : []
  const [first, last] = [all[0], all.at(-1)]
  const at = document.activeElement
  const outside = !all.includes(at as HTMLElement)
  if (!first || !last || (event.shiftKey ? !(at === first || outside) : at !== last)) return false
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
  return true
}
