'use client'

import { useRouter } from 'next/navigation'
import { Select, type SelectOption } from '@/components/ui/select'

/** How many per page; the values are addresses. */
export function PagerSize({ label, current, options }: { label: string; current: string; options: readonly SelectOption[] }) {
  const router = useRouter()
  return <Select key={current} aria-label={label} options={options} defaultValue={current} onChange={(event) => router.push(event.target.value, { scroll: false })} />
}
