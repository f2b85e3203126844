import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { StudyListSkeleton } from '@/components/cards/study-list-skeleton'
import { FreshPage } from '@/components/content/fresh-page'
import { Part } from '@/components/content/part'
import { CourseFilters, MyCourses } from '@/components/courses/my-courses'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { PageHead } from '@/components/ui/page'
import { SearchBar } from '@/components/ui/search-bar'
import { myCoursesInput } from '@/lib/domain/courses-input'
import { myListQuery } from '@/lib/domain/my-lists'
import { pageCount } from '@/lib/domain/paging'
import { Messages } from '@/lib/i18n/messages-provider'
import { inTime } from '@/lib/request/in-time'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { routes } from '@/lib/routes'
import { countMyCourses, listMyCourses } from '@/lib/training/courses'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('courses.mine'))('title') }
}

async function read(searchParams: Props['searchParams']) {
  const learner = await requireLearner()
  const view = myCoursesInput.parse(await searchParams)
  const courses = await settle(listMyCourses(learner, view))
  const list = courses.value
  const last = list ? pageCount(list) : 1
  if (list && view.page > last) redirect(routes.myCourses(myListQuery({ ...view, page: last })))
  return { view, courses, counts: list ? await countMyCourses(learner, view, list) : {} }
}

async function Courses({ asked }: { asked: ReturnType<typeof read> }) {
  const { view, courses, counts } = await asked
  const t = await getTranslations('courses.mine')
  return (
    <>
      <FreshPage />
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('title') }]} />
      <PageHead title={t('title')}>
        <SearchBar action={routes.myCourses()} value={view.name} label={t('search')} keep={myListQuery({ ...view, name: '', page: 1 })} />
      </PageHead>
      <CourseFilters view={view} counts={counts} />
      <Messages areas={['cards']}><MyCourses view={view} courses={courses} /></Messages>
    </>
  )
}

export default async function MyCoursesPage({ searchParams }: Props) {
  const asked = read(searchParams)
  await inTime(asked)
  return <Part of={asked} skeleton={<StudyListSkeleton />}><Courses asked={asked} /></Part>
}
