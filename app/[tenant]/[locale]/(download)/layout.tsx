import type { ReactNode } from 'react'

export default function BareLayout({ children }: { children: ReactNode }) {
  return children
}
