'use client'

import { useRouter } from 'next/navigation'
import { useLayoutEffect, useRef } from 'react'
import { Select, type SelectOption } from '@/components/ui/select'

/** How many per page; the values are addresses. */
export function PagerSize({ label, current, options }: { label: string; current: string; options: readonly SelectOption[] }) {
  const router = useRouter()
  const box = useRef<HTMLSelectElement>(null)
  // Another filter makes other options of the same sizes, and the browser would choose the first.
  useLayoutEffect(() => {
    if (box.current) box.current.value = current
  }, [current])
  return <Select ref={box} aria-label={label} options={options} defaultValue={current} onChange={(event) => router.push(event.target.value, { scroll: false })} />
}
