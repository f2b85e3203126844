import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { FreshPage } from '@/components/content/fresh-page'
import { Part } from '@/components/content/part'
import { Library, libraryHref } from '@/components/library/library'
import { CourseLibrary } from '@/components/library/library-lists'
import { LibrarySkeleton } from '@/components/library/library-skeleton'
import { libraryInput } from '@/lib/domain/library-input'
import { pageCount } from '@/lib/domain/paging'
import { Messages } from '@/lib/i18n/messages-provider'
import { inTime } from '@/lib/request/in-time'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { keptForTenant } from '@/lib/request/tenant-cache'
import { listCourseLibrary, listTagGroups } from '@/lib/training/library'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Rows of tags whose room is kept while the library is on its way. */
const ROWS = 5

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('library.courses'))('title') }
}

async function read(searchParams: Props['searchParams']) {
  const learner = await requireLearner()
  const view = libraryInput.parse(await searchParams)
  const [courses, groups] = await Promise.all([
    settle(listCourseLibrary(learner, view)),
    settle(keptForTenant(learner.tenantId, `course tags ${learner.locale}`, () => listTagGroups(learner, { kind: 'course' }))),
  ])
  const last = courses.value ? pageCount(courses.value) : view.page
  if (view.page > last) redirect(libraryHref.courses({ ...view, page: last }))
  return { view, courses, groups: groups.value ?? [] }
}

async function Courses({ asked }: { asked: ReturnType<typeof read> }) {
  const { view, courses, groups } = await asked
  return (
    <Messages areas={['library', 'cards']}>
      <FreshPage />
      <Library kind="courses" view={view} groups={groups}><CourseLibrary view={view} courses={courses} /></Library>
    </Messages>
  )
}

export default async function CourseLibraryPage({ searchParams }: Props) {
  const asked = read(searchParams)
  await inTime(asked)
  return <Part of={asked} skeleton={<LibrarySkeleton rows={ROWS} />}><Courses asked={asked} /></Part>
}
