'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { noteElsewhere, noteLookingBack } from '@/components/attempts/entry'

/**
 * Tells an exam where its learner comes from: one who looks at what came of an attempt begins none by going straight there (spec 2 §2).
 * Without an exam, around all pages, it ends that on any other page.
 */
export function ExamGuard({ examId }: { /** The exam whose attempt is looked at. */ examId?: string }) {
  const path = usePathname()
  useEffect(() => {
    const note = () => (examId === undefined ? noteElsewhere() : noteLookingBack(examId))
    note()
    const again = ({ persisted }: PageTransitionEvent) => persisted && note()
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [examId, path])
  return null
}
