import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { requireLearner } from '@/lib/request/learner'
import { AnswersPage } from '../ZuoDaXiangQing/answers-page'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('exams.answers'))('title') }
}

/** A simulation's attempt: its score record, and its questions where it has any. */
export default async function SimulationAnswerDetailPage({ searchParams }: Props) {
  await requireLearner()
  return <AnswersPage query={await searchParams} simulation />
}
