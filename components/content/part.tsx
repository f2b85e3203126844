import type { ReactNode } from 'react'
import { PartFrame } from '@/components/content/part-frame'

type Props = { /** What the part reads. */ of: Promise<unknown>; skeleton: ReactNode; children: ReactNode }

/**
 * A part of a page: in its place at once when what it reads was there in time, and behind its skeleton until then when not. Behind a
 * boundary a large part's skeleton is sent even if the part is there.
 */
export function Part({ of, skeleton, children }: Props) {
  // One that failed is there too: a way to elsewhere leads there before anything is shown.
  const isThere = 'status' in of && (of.status === 'fulfilled' || of.status === 'rejected')
  return isThere ? <PartFrame>{children}</PartFrame> : <PartFrame skeleton={skeleton}>{children}</PartFrame>
}
