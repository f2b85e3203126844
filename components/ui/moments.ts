import { useTranslations } from 'next-intl'

/** How ISO days and moments read in the page's language, the same everywhere; only certificates write ISO days. */
export function useMoments() {
  const t = useTranslations('ui.moments')
  return {
    day: (iso: string) => t('day', { at: new Date(iso) }),
    /** To the minute. */
    moment: (iso: string) => t('moment', { at: new Date(iso) }),
  }
}
