import type { ReactNode } from 'react'

type Props = { children: ReactNode; /** The accessible name; then the panel is a region. */ label?: string; labelledBy?: string; /** Rows reach the edges. */ flush?: boolean; className?: string }

/** A white surface with a hairline; never inside another one. */
export function Panel({ children, label, labelledBy, flush = false, className }: Props) {
  return <section className={['panel', !flush && 'panel-pad', className].filter(Boolean).join(' ')} aria-label={label} aria-labelledby={labelledBy}>{children}</section>
}
