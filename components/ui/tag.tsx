import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'brand' | 'success' | 'warning' | 'danger' | 'info'

/** What something is, in a word or two; `corner` puts it on the plate of a cover. */
export function Tag({ tone = 'neutral', icon, corner = false, children }: { tone?: Tone; icon?: ReactNode; corner?: boolean; children: ReactNode }) {
  const className = ['tag', tone !== 'neutral' && `tag-${tone}`, corner && 'corner'].filter(Boolean).join(' ')
  return <span className={className}>{icon}{children}</span>
}
