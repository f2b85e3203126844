'use client'

import type { ReactNode } from 'react'
import { Link, type LinkProps } from '@/components/ui/link'

type Face = { icon?: ReactNode; children: ReactNode }

/** Does something. */
export function MenuItem({ icon, children, onSelect, disabled = false, current = false, lang }: Face & { onSelect: () => void; disabled?: boolean; current?: boolean; lang?: string }) {
  return <button type="button" role="menuitem" tabIndex={-1} className="menu-item" lang={lang} aria-current={current || undefined} aria-disabled={disabled || undefined} onClick={disabled ? undefined : onSelect}>{icon}{children}</button>
}

/** Leads somewhere. */
export function MenuLink({ icon, children, ...link }: Face & Omit<LinkProps, 'className' | 'role'>) {
  return <Link {...link} role="menuitem" tabIndex={-1} className="menu-item">{icon}{children}</Link>
}

type Choice<T extends string> = { label: string; icon?: ReactNode; value: T; options: readonly { value: T; label: string; lang?: string }[]; onChoose: (value: T) => void }

/** One of a few, side by side. */
export function MenuChoice<T extends string>({ label, icon, value, options, onChoose }: Choice<T>) {
  return (
    <div className="menu-choice" role="group" aria-label={label}>
      <span className="name" aria-hidden="true">{icon}{label}</span>
      <div className="segments" role="presentation">
        {options.map((option) => (
          <button key={option.value} type="button" role="menuitemradio" tabIndex={-1} aria-checked={option.value === value} lang={option.lang} onClick={() => onChoose(option.value)}>{option.label}</button>
        ))}
      </div>
    </div>
  )
}
