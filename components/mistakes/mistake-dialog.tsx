'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { MistakeToggle } from '@/components/mistakes/mistake-toggle'
import { QuestionReview } from '@/components/questions/question-review'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { TextSkeleton } from '@/components/ui/skeletons'
import { Tag } from '@/components/ui/tag'
import type { Mistake } from '@/lib/domain/mistakes'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { BffError } from '@/lib/queries/bff'
import { mistakeQuery } from '@/lib/queries/mistakes'

/** One question of the book: what was chosen, what is right, and why. */
export function MistakeDialog({ mistake, onClose }: { mistake: Mistake; onClose: () => void }) {
  const t = useTranslations('mistakes')
  const kinds = useTranslations('questions.kinds')
  const words = usePlatformWords()
  const asked = useQuery(mistakeQuery(mistake))
  const refusal = asked.error instanceof BffError && asked.error.hasWords ? words(asked.error.message) : undefined
  return (
    <Dialog open wide onClose={onClose} title={t('detail')} actions={<MistakeToggle target={{ ...mistake, mistakeId: mistake.id }} mark={{ inBook: true, mistakeId: mistake.id }} />}>
      <p><Tag tone="brand">{kinds(mistake.kind)}</Tag></p>
      {asked.data ? <QuestionReview question={asked.data} source={mistake.source} /> : asked.error ? <ErrorState title={t('detailFailed')} text={refusal} onRetry={() => void asked.refetch()} retrying={asked.isFetching} /> : <TextSkeleton lines={8} />}
    </Dialog>
  )
}
