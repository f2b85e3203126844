import { useEffect, useRef, useState } from 'react'

/** The height of one line of choices, in pixels; a row that is taller can be folded (spec 2 §9). */
const LINE = 40

/**
 * A row of choices that folds to its first line when it has more: `list` goes to the list, `fitting` is how many stand on the first line
 * (null when all do). It stands open while the chosen one, at `current`, is not on that line, until somebody presses.
 */
export function useFoldedRow(count: number, current: number) {
  const list = useRef<HTMLUListElement>(null)
  const [fitting, setFitting] = useState<number | null>(null)
  const [pressed, setPressed] = useState<boolean | null>(null)
  useEffect(() => {
    const row = list.current
    if (!row) return
    const watcher = new ResizeObserver(() => {
      const tops = [...row.children].map((item) => (item as HTMLElement).offsetTop)
      setFitting(row.scrollHeight > LINE ? tops.filter((top) => top === tops[0]).length : null)
    })
    watcher.observe(row)
    return () => watcher.disconnect()
  }, [count])
  const open = pressed ?? (fitting !== null && current >= fitting)
  return { list, fitting, open, toggle: () => setPressed(!open) }
}
