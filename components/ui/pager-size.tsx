'use client'

import { useLayoutEffect, useRef } from 'react'
import { usePush } from '@/components/ui/route-bar'
import { Select, type SelectOption } from '@/components/ui/select'

/** How many per page; the values are addresses. */
export function PagerSize({ label, current, options }: { label: string; current: string; options: readonly SelectOption[] }) {
  const { push } = usePush()
  const box = useRef<HTMLSelectElement>(null)
  // Another filter makes other options of the same sizes, and the browser would choose the first.
  useLayoutEffect(() => {
    if (box.current) box.current.value = current
  }, [current])
  return <Select ref={box} aria-label={label} options={options} defaultValue={current} onChange={(event) => push(event.target.value, { scroll: false })} />
}
