'use client'

import { useEffect } from 'react'
import { noteWhere } from '@/components/attempts/entry'

/** Tells the exam where its learner comes from: one who looks at what came of an attempt begins none by going straight there (spec 2 §2). */
export function ExamGuard({ at }: { /** Looking back at an attempt, or where exams are begun. */ at: 'lookingBack' | 'beginning' }) {
  useEffect(() => {
    noteWhere(at)
    const again = ({ persisted }: PageTransitionEvent) => persisted && noteWhere(at)
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [at])
  return null
}
