import type { ReactNode } from 'react'

/** On phones, the main act at the bottom in place of the tab bar; not shown from 768 on. */
export function Dock({ label, children }: { label: string; children: ReactNode }) {
  return <div className="dock" role="region" aria-label={label}>{children}</div>
}
