import { useTranslations } from 'next-intl'
import { use } from 'react'
import { Catalogue } from '@/components/catalogue/catalogue'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { sectionsOf, withoutResources, type Chapter } from '@/lib/domain/catalogue'
import type { Closure, EnrolmentTarget } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'
import { routes } from '@/lib/routes'

type Props = { owner: EnrolmentTarget; chapters: Promise<Settled<Chapter[]>>; begun: boolean; closure: Closure | null }

/** The catalogue once it is there; without sections, or when it could not be read, that is said instead. */
export function CatalogueView({ chapters: asked, ...rest }: Props) {
  const t = useTranslations('catalogue')
  const chapters = use(asked)
  if (chapters.error) return <ErrorState title={t('loadFailed')} />
  if (sectionsOf(chapters.value).length === 0) return <EmptyState text={t('empty')} action={{ href: routes.courseLibrary(), label: t('toLibrary') }} />
  return <Catalogue chapters={withoutResources(chapters.value)} {...rest} />
}
