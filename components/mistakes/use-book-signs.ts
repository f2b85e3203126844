'use client'

import { useEffect, useState } from 'react'
import { watchBook } from '@/components/mistakes/book-signs'
import type { BookMark, MistakeSource } from '@/lib/domain/mistakes'

const keyOf = (source: MistakeSource, questionId: string) => `${source}-${questionId}`

/** How questions stand in the book by what was heard since the page was shown; undefined where nothing was. */
export function useBookSigns(): (source: MistakeSource, questionId: string) => BookMark | undefined {
  const [heard, setHeard] = useState<Record<string, BookMark>>({})
  useEffect(() => watchBook(({ source, questionId, mark }) => setHeard((all) => ({ ...all, [keyOf(source, questionId)]: mark }))), [])
  return (source, questionId) => heard[keyOf(source, questionId)]
}
