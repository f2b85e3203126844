'use client'

import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from '@/components/ui/link'

/** A step of a pager. At the end, where the link goes that brought one there, what stands in its place keeps the focus. */
export function PagerStep({ href, label, children }: { href: string | null; label: string; children: ReactNode }) {
  const box = useRef<HTMLLIElement>(null)
  const hasFocus = useRef(false)
  const leads = href !== null
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) box.current?.querySelector<HTMLElement>('a, [role="link"]')?.focus({ preventScroll: true })
  }, [leads])
  return (
    <li ref={box} onFocus={() => void (hasFocus.current = true)} onBlur={() => void (hasFocus.current = false)}>
      {leads ? <Link href={href} aria-label={label}>{children}</Link> : <span role="link" aria-disabled="true" aria-label={label} tabIndex={-1}>{children}</span>}
    </li>
  )
}
