'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { signBook, watchBook } from '@/components/mistakes/book-signs'
import { notify } from '@/components/ui/notify'
import type { BookMark, MistakeTarget } from '@/lib/domain/mistakes'
import { setBookMark } from '@/lib/queries/mistakes'

/** Whether a question is in the wrong-question book, and how to change it: at once, in step with every other place that shows it; `error` while it is not as it was last to be. */
export function useBookMark(target: MistakeTarget, given: BookMark) {
  const t = useTranslations('mistakes')
  const [known, setKnown] = useState(given)
  const [mark, setMark] = useState(given)
  const { source, questionId } = target
  const change = useMutation({
    scope: { id: `book-${source}-${questionId}` },
    mutationFn: (inBook: boolean) => setBookMark({ ...target, mistakeId: mark.mistakeId }, inBook),
    onMutate: (inBook) => setMark({ ...mark, inBook }),
    onError: (_error, inBook) => setMark({ ...mark, inBook: !inBook }),
    onSuccess: (done, inBook) => {
      setMark(done)
      signBook({ source, questionId, mark: done })
      notify.success(t(inBook ? 'added' : 'removed'))
    },
  })
  useEffect(() => watchBook((sign) => {
    if (sign.source === source && sign.questionId === questionId) setMark(sign.mark)
  }), [source, questionId])
  // What the server says anew wins over what was known before; a press under way wins over both.
  if (known.inBook !== given.inBook || known.mistakeId !== given.mistakeId) {
    setKnown(given)
    if (!change.isPending) setMark(given)
  }
  return { inBook: mark.inBook, error: mark.inBook === change.variables ? null : change.error, toggle: () => !change.isPending && change.mutate(!mark.inBook) }
}
