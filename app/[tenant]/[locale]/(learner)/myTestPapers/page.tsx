import type { Metadata } from 'next'
import { getNow, getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { ExamFilters, MyExams } from '@/components/exams/my-exams'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { PageHead } from '@/components/ui/page'
import { SearchBar } from '@/components/ui/search-bar'
import { myExamsQuery } from '@/lib/domain/exams'
import { myExamsInput } from '@/lib/domain/exams-input'
import { pageCount } from '@/lib/domain/paging'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { routes } from '@/lib/routes'
import { countExams, listExams } from '@/lib/training/exams'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('exams'))('title') }
}

export default async function MyExamsPage({ searchParams }: Props) {
  const learner = await requireLearner()
  const view = myExamsInput.parse(await searchParams)
  const t = await getTranslations('exams')
  const exams = await settle(listExams(learner, view))
  const list = exams.value
  const last = list ? pageCount(list) : 1
  if (list && view.page > last) redirect(routes.myExams(myExamsQuery({ ...view, page: last })))
  const counts = list ? await countExams(learner, view, list) : {}
  return (
    <>
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('title') }]} />
      <PageHead title={t('title')}>
        <SearchBar action={routes.myExams()} value={view.title} label={t('list.search')} keep={{ state: view.status === 'available' ? undefined : view.status, kind: view.kind === 'all' ? undefined : view.kind }} />
      </PageHead>
      <ExamFilters view={view} counts={counts} />
      <MyExams view={view} exams={exams} now={(await getNow()).getTime()} />
    </>
  )
}
