import { useTranslations } from 'next-intl'
import { LearningPathList } from '@/components/account/centre-parts'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { PageHead, Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import type { LearningPath } from '@/lib/domain/learning-paths'
import { routes } from '@/lib/routes'

/** The learning paths of my tenant. */
export function MyLearningPaths({ paths }: { paths: Settled<LearningPath[]> }) {
  const t = useTranslations('learningPaths')
  return (
    <Stack>
      <PageHead title={t('title')} />
      {paths.error
        ? <Panel><ErrorState title={t('failed')} /></Panel>
        : paths.value.length === 0 ? <Panel><EmptyState text={t('none')} action={{ href: routes.courseLibrary(), label: t('toLibrary') }} /></Panel> : <LearningPathList paths={paths.value} />}
    </Stack>
  )
}
