import { useTranslations } from 'next-intl'
import type { MomentKind } from '@/components/study/stage-moment'
import { playTime } from '@/lib/domain/study'

/** A moment in words: `03:10` of a video, `第 5 页` of a document. */
export function useMomentWords(): (kind: MomentKind, at: number) => string {
  const t = useTranslations('notes')
  return (kind, at) => (kind === 'second' ? playTime(at) : t('page', { page: at }))
}
