import type { Metadata } from 'next'
import { getNow, getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { FreshPage } from '@/components/content/fresh-page'
import { Part } from '@/components/content/part'
import { ExamFilters, MyExams } from '@/components/exams/my-exams'
import { MyExamsSkeleton } from '@/components/exams/my-exams-skeleton'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { PageHead } from '@/components/ui/page'
import { SearchBar } from '@/components/ui/search-bar'
import { myExamsQuery } from '@/lib/domain/exams'
import { myExamsInput } from '@/lib/domain/exams-input'
import { pageCount } from '@/lib/domain/paging'
import { inTime } from '@/lib/request/in-time'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { routes } from '@/lib/routes'
import { countExams, listExams } from '@/lib/training/exams'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('exams'))('title') }
}

async function read(searchParams: Props['searchParams']) {
  const learner = await requireLearner()
  const view = myExamsInput.parse(await searchParams)
  const exams = await settle(listExams(learner, view))
  const list = exams.value
  const last = list ? pageCount(list) : 1
  if (list && view.page > last) redirect(routes.myExams(myExamsQuery({ ...view, page: last })))
  return { view, exams, counts: list ? await countExams(learner, view, list) : {} }
}

async function Exams({ asked }: { asked: ReturnType<typeof read> }) {
  const { view, exams, counts } = await asked
  const t = await getTranslations('exams')
  return (
    <>
      <FreshPage />
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('title') }]} />
      <PageHead title={t('title')}>
        <SearchBar action={routes.myExams()} value={view.title} label={t('list.search')} keep={myExamsQuery({ ...view, title: '', page: 1 })} />
      </PageHead>
      <ExamFilters view={view} counts={counts} />
      <MyExams view={view} exams={exams} now={(await getNow()).getTime()} />
    </>
  )
}

export default async function MyExamsPage({ searchParams }: Props) {
  const asked = read(searchParams)
  await inTime(asked)
  return <Part of={asked} skeleton={<MyExamsSkeleton />}><Exams asked={asked} /></Part>
}
