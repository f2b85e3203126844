import { useTranslations } from 'next-intl'
import { CourseCard } from '@/components/courses/course-card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Grid } from '@/components/ui/grid'
import { LinkTabs } from '@/components/ui/link-tabs'
import { Pager } from '@/components/ui/pager'
import { Panel } from '@/components/ui/panel'
import { courseFilters, myCoursesQuery, type CourseFilter, type MyCourse, type MyCoursesView } from '@/lib/domain/courses'
import type { Settled } from '@/lib/domain/errors'
import { myListSizes, type Page } from '@/lib/domain/paging'
import { routes } from '@/lib/routes'

const FIRST_ROW = 4
type Counts = Partial<Record<CourseFilter, number>>

/** The filters; choosing one begins again on page 1 with 8 (spec 1, my courses). */
export function CourseFilters({ view, counts }: { view: MyCoursesView; counts: Counts }) {
  const t = useTranslations('courses.mine')
  return (
    <LinkTabs
      label={t('filters')}
      items={courseFilters.map((state) => ({
        href: routes.myCourses(myCoursesQuery({ state, name: view.name })),
        label: t(state),
        count: counts[state],
        current: state === view.state,
      }))}
    />
  )
}

/** The cards of one page of my courses, or why there are none. */
export function MyCourses({ view, courses }: { view: MyCoursesView; courses: Settled<Page<MyCourse>> }) {
  const t = useTranslations('courses.mine')
  if (courses.error) return <Panel><ErrorState title={t('loadFailed')} /></Panel>
  const { items, total, page, size } = courses.value
  if (total === 0) {
    const searched = view.name !== '' || view.state !== 'all'
    return (
      <Panel>
        {searched
          ? <EmptyState text={t('noneFound')} action={{ href: routes.myCourses(), label: t('showAll') }} />
          : <EmptyState text={t('none')} action={{ href: routes.courseLibrary(), label: t('toLibrary') }} />}
      </Panel>
    )
  }
  return (
    <>
      <Grid phone="rows" label={t('list')}>
        {items.map((course, index) => <CourseCard key={course.id} course={course} eager={index < FIRST_ROW} />)}
      </Grid>
      <Pager page={page} size={size} total={total} sizes={myListSizes} hrefOf={(to) => routes.myCourses(myCoursesQuery({ ...view, ...to }))} />
    </>
  )
}
