import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { ContinueExercise } from '@/components/practice/continue-exercise'
import { ExerciseCentre } from '@/components/practice/exercise-centre'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { ButtonLink } from '@/components/ui/button-link'
import { PageHead } from '@/components/ui/page'
import { categoryPathInput } from '@/lib/domain/practice-input'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireAsking } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { routes } from '@/lib/routes'
import { listCategoryRows, listSubjects } from '@/lib/training/practice'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('practice'))('title') }
}

export default async function ExerciseCentrePage({ searchParams }: Props) {
  const { learner, session } = await requireAsking()
  if (!session.exerciseBank) notFound()
  const query = await searchParams
  const asked = categoryPathInput.parse(query.path)
  const t = await getTranslations('practice')
  const [rows, subjects] = await Promise.all([settle(listCategoryRows(learner, asked)), settle(listSubjects(learner, { categoryId: asked.at(-1) ?? null }))])
  // An address that names what is not there shows what is.
  const path = rows.value ? rows.value.flatMap(({ chosenId }) => (chosenId ? [chosenId] : [])) : asked
  const shown = path.length === asked.length ? subjects : await settle(listSubjects(learner, { categoryId: path.at(-1) ?? null }))
  return (
    <Messages areas={['practice']}>
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('title') }]} />
      <PageHead title={t('title')}><ButtonLink href={routes.mistakeBook({ source: 'practice' })}>{t('book')}</ButtonLink></PageHead>
      <ContinueExercise learnerId={learner.id} />
      <ExerciseCentre path={path} rows={rows} subjects={shown} openId={typeof query.subject === 'string' ? query.subject : null} />
    </Messages>
  )
}
