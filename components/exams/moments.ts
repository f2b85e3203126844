import { useFormatter, useTranslations } from 'next-intl'
import { minutesAndSeconds } from '@/lib/domain/exams'

/** How moments, durations and shares of exams read in the page's language. */
export function useExamWords() {
  const t = useTranslations('exams')
  const format = useFormatter()
  return {
    /** An ISO moment to the minute; a dash without one. */
    moment: (at: string | null) => (at ? t('moment', { at: new Date(at) }) : '–'),
    duration: (ms: number) => t('duration', minutesAndSeconds(ms)),
    percent: (share: number) => format.number(share, { style: 'percent', maximumFractionDigits: 1 }),
    figure: (value: number) => format.number(value, { maximumFractionDigits: 1 }),
  }
}
