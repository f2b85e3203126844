'use client'

import { BookCheck, BookX } from 'lucide'
import { useTranslations } from 'next-intl'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { useBookMark } from '@/components/mistakes/use-book-mark'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Said } from '@/components/ui/said'
import type { BookMark, MistakeTarget } from '@/lib/domain/mistakes'

/** Puts a question into my wrong-question book, or takes it out; what could not be done is said beside it. */
export function MistakeToggle({ target, mark }: { target: MistakeTarget; mark: BookMark }) {
  const t = useTranslations('mistakes')
  const wordsOf = useWordsOfError('expired')
  const { inBook, error, toggle } = useBookMark(target, mark)
  return (
    <>
      <Button icon={inBook ? <Icon of={BookCheck} className="i" /> : <Icon of={BookX} className="i" />} onClick={toggle}>{t(inBook ? 'remove' : 'add')}</Button>
      <Said text={error && wordsOf(error)} />
    </>
  )
}
