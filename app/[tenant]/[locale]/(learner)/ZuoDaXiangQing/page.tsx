import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { requireLearner } from '@/lib/request/learner'
import { AnswersPage } from './answers-page'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('exams.answers'))('title') }
}

/** An attempt question by question. */
export default async function AnswerDetailPage({ searchParams }: Props) {
  await requireLearner()
  return <AnswersPage query={await searchParams} simulation={false} />
}
