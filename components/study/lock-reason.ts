import { useTranslations } from 'next-intl'
import { lockOf } from '@/lib/domain/catalogue'
import type { Stop } from '@/lib/domain/player'
import { usePlatformWords } from '@/lib/i18n/platform-words'

/** Why a stop does not open, where no other section opens it; else null. */
export function useLockReason({ item, section, locked }: Stop): string | null {
  const t = useTranslations('catalogue')
  const errors = useTranslations('errors')
  const words = usePlatformWords()
  if (item.refusal !== undefined) return words(item.refusal) || errors('notPermitted')
  return locked && (!section || lockOf(item.chapters, section).verdict === 'notBegun') ? t('opensWhenBegun') : null
}
