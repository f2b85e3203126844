import { useEffect, useRef } from 'react'
import { areForScrolling } from '@/components/questions/arrow-keys'
import { areLetterKeysOn } from '@/components/questions/letter-keys'

type Keys = { onOption: (index: number) => void; onMove: (by: 1 | -1) => void; onMark: () => void }

/** Letters and digits choose, M marks, while they are on; arrows move, but where they scroll; not while something is typed or a dialog is open. */
export function useExamKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector('dialog[open]')) return
      if (event.key.length === 1 && !areLetterKeysOn()) return
      const target = event.target instanceof HTMLElement ? event.target : null
      if (target?.closest('select, textarea, [contenteditable="true"], [role^="menu"], input:not([type="radio"], [type="checkbox"])')) return
      if (event.key.startsWith('Arrow') && areForScrolling(event.target)) return
      const act = actOf(event.key, latest.current)
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function actOf(key: string, { onOption, onMove, onMark }: Keys): (() => void) | null {
  if (key === 'ArrowLeft') return () => onMove(-1)
  if (key === 'ArrowRight') return () => onMove(1)
  if (key === 'm' || key === 'M') return onMark
  if (/^[a-gA-G]$/.test(key)) return () => onOption(key.toUpperCase().charCodeAt(0) - 65)
  return /^[1-9]$/.test(key) ? () => onOption(Number(key) - 1) : null
}
