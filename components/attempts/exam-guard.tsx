'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { noteElsewhere, noteLookingBack } from '@/components/attempts/entry'

/**
 * Tells an exam where its learner comes from: one who looks at what came of an attempt begins none by going straight there (spec 2 §2).
 * Without an exam, around all pages, it ends that on any other page.
 */
export function ExamGuard({ of }: { /** Whose attempt is looked at, and of which exam. */ of?: { learnerId: string; examId: string } }) {
  const path = usePathname()
  const { learnerId, examId } = of ?? {}
  useEffect(() => {
    const note = () => (learnerId === undefined || examId === undefined ? noteElsewhere() : noteLookingBack({ learnerId, examId }))
    note()
    const again = ({ persisted }: PageTransitionEvent) => persisted && note()
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [learnerId, examId, path])
  return null
}
