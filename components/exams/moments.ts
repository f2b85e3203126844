import { useFormatter, useTranslations } from 'next-intl'
import { useMoments } from '@/components/ui/moments'
import { minutesAndSeconds, withoutCrumbs } from '@/lib/domain/exams'

/** How moments, durations and shares of exams read in the page's language. */
export function useExamWords() {
  const t = useTranslations('exams')
  const format = useFormatter()
  const { moment } = useMoments()
  return {
    /** An ISO moment to the minute; a dash without one. */
    moment: (at: string | null) => (at ? moment(at) : '–'),
    /** From when until when an exam may be taken; one without bounds, always. */
    period: ({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }) => {
      if (startsAt && endsAt) return t('list.period', { start: moment(startsAt), end: moment(endsAt) })
      return startsAt ? t('list.from', { start: moment(startsAt) }) : endsAt ? t('list.until', { end: moment(endsAt) }) : t('list.always')
    },
    duration: (ms: number) => t('duration', minutesAndSeconds(ms)),
    /** Shares and scores are cut, never rounded up: what is below a threshold does not read as if it had reached it. */
    percent: (share: number) => format.number(withoutCrumbs(share), { style: 'percent', maximumFractionDigits: 1, roundingMode: 'trunc' }),
    figure: (value: number) => format.number(withoutCrumbs(value), { maximumFractionDigits: 2, roundingMode: 'trunc' }),
  }
}
