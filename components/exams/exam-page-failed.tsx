import { useTranslations } from 'next-intl'
import { ErrorState } from '@/components/ui/error-state'
import { PageHead, Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'

/** A page about one exam that has nothing else to show: what could not be read, and another try. */
export function ExamPageFailed({ page }: { page: 'prep' | 'result' | 'answers' }) {
  const t = useTranslations('exams')
  return (
    <Stack>
      <PageHead title={t(`${page}.title`)} />
      <Panel><ErrorState title={t(`${page}.loadFailed`)} text={t('failedText')} /></Panel>
    </Stack>
  )
}
