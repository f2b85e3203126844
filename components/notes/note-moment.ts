import { useTranslations } from 'next-intl'
import type { MomentKind } from '@/components/study/stage-moment'
import { playTime } from '@/lib/domain/study'

type Words = (kind: MomentKind, at: number) => string

/** A moment in words: `03:10` of a video, `第 5 页` of a document; where a note of it stands, and the invitation to write one. At a second, but on a page. */
export function useMomentWords(): { name: Words; place: Words; invite: Words } {
  const t = useTranslations('notes')
  return {
    name: (kind, at) => (kind === 'second' ? playTime(at) : t('page', { page: at })),
    place: (kind, at) => (kind === 'second' ? t('at', { at: playTime(at) }) : t('onPage', { page: at })),
    invite: (kind, at) => (kind === 'second' ? t('placeholderAt', { at: playTime(at) }) : t('placeholderOnPage', { page: at })),
  }
}
