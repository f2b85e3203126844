import { useEffect, useRef, type RefObject } from 'react'

/** Scrolls an answer sheet, and nothing around it, until one of its cells is seen, in the middle where it was not. */
function showIn(sheet: HTMLElement, cell: HTMLElement): void {
  const [around, own] = [sheet.getBoundingClientRect(), cell.getBoundingClientRect()]
  if (own.top < around.top || own.bottom > around.bottom) sheet.scrollTop += own.top + own.height / 2 - around.top - around.height / 2
}

/** Keeps the cell of the current question, which takes the ref, in sight within the sheet beside the page or in a dialog: in a long one it would have to be looked for. */
export function useCellInSight(current: number): RefObject<HTMLButtonElement | null> {
  const cell = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A dialog is shown only after what is in it.
    const due = requestAnimationFrame(() => {
      const sheet = cell.current?.closest<HTMLElement>('aside, dialog')
      if (cell.current && sheet) showIn(sheet, cell.current)
    })
    return () => cancelAnimationFrame(due)
  }, [current])
  return cell
}
