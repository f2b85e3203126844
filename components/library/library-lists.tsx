import { useTranslations } from 'next-intl'
import { StudyList } from '@/components/cards/study-list'
import { CourseCard } from '@/components/courses/course-card'
import { libraryHref } from '@/components/library/library'
import { PlanCard } from '@/components/plans/plan-card'
import type { MyCourse } from '@/lib/domain/courses'
import type { Settled } from '@/lib/domain/errors'
import { isNarrowed, type LibraryView } from '@/lib/domain/library'
import type { Page } from '@/lib/domain/paging'
import type { PlanCard as Plan } from '@/lib/domain/plans'
import { routes } from '@/lib/routes'

/** What a list says of itself, and what leads on when it is empty. */
function useListWords(kind: 'courses' | 'plans', view: LibraryView) {
  const t = useTranslations('library')
  return {
    label: t(`${kind}.list`),
    failed: t(`${kind}.loadFailed`),
    asked: view.size,
    hrefOf: (to: { page: number; size: number }) => libraryHref[kind]({ ...view, ...to }),
    empty: isNarrowed(view)
      ? { text: t('noneFound'), action: { href: libraryHref[kind]({ size: view.size }), label: t(`${kind}.showAll`) } }
      : { text: t(`${kind}.none`), action: { href: routes.home(), label: t('toHome') } },
  }
}

/** The courses of the tenant; pressing one asks whether it may be opened. */
export function CourseLibrary({ view, courses }: { view: LibraryView; courses: Settled<Page<MyCourse>> }) {
  return (
    <StudyList
      {...useListWords('courses', view)}
      list={courses}
      card={(course, eager) => <CourseCard course={course} eager={eager} inLibrary />}
    />
  )
}

/** The plans of the tenant. */
export function PlanLibrary({ view, plans }: { view: LibraryView; plans: Settled<Page<Plan>> }) {
  return <StudyList {...useListWords('plans', view)} list={plans} card={(plan, eager) => <PlanCard plan={plan} eager={eager} inLibrary />} />
}
