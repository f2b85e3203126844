'use client'

import { Suspense, useState, type ReactNode } from 'react'

/**
 * Stays as it was when the part was shown first, behind a boundary or not: when the page is read again the other one would be another
 * tree, and the focus and what is being typed would go with it. A later reading waits behind what is shown, with or without a boundary.
 */
export function PartFrame({ skeleton, children }: { /** Only of a part that is late. */ skeleton?: ReactNode; children: ReactNode }) {
  const [first] = useState(skeleton)
  return first === undefined ? children : <Suspense fallback={first}>{children}</Suspense>
}
