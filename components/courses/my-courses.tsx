import { useTranslations } from 'next-intl'
import { StudyList } from '@/components/cards/study-list'
import { CourseCard } from '@/components/courses/course-card'
import { LinkTabs } from '@/components/ui/link-tabs'
import { courseFilters, type CourseFilter, type MyCourse, type MyCoursesView } from '@/lib/domain/courses'
import type { Settled } from '@/lib/domain/errors'
import { myListQuery } from '@/lib/domain/my-lists'
import type { Page } from '@/lib/domain/paging'
import { routes } from '@/lib/routes'

type Counts = Partial<Record<CourseFilter, number>>

/** The filters; choosing one begins again on page 1 with 8 (spec 1, my courses). */
export function CourseFilters({ view, counts }: { view: MyCoursesView; counts: Counts }) {
  const t = useTranslations('courses.mine')
  return (
    <LinkTabs
      label={t('filters')}
      items={courseFilters.map((state) => ({
        href: routes.myCourses(myListQuery({ state, name: view.name })),
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
  const searched = view.name !== '' || view.state !== 'all'
  return (
    <StudyList
      list={courses}
      label={t('list')}
      card={(course, eager) => <CourseCard course={course} eager={eager} />}
      asked={view.size}
      hrefOf={(to) => routes.myCourses(myListQuery({ ...view, ...to }))}
      failed={t('loadFailed')}
      empty={searched
        ? { text: t('noneFound'), action: { href: routes.myCourses(), label: t('showAll') } }
        : { text: t('none'), action: { href: routes.courseLibrary(), label: t('toLibrary') } }}
    />
  )
}
