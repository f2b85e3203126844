import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { FreshPage } from '@/components/content/fresh-page'
import { Refused } from '@/components/content/refused'
import { CourseRefused } from '@/components/courses/course-detail-instead'
import { LearningDetailFailed, LearningDetailTop } from '@/components/enrolment/learning-detail'
import { StudyLedger } from '@/components/ledger/study-ledger'
import type { EnrolmentTarget } from '@/lib/domain/enrolment'
import { requireLearner } from '@/lib/request/learner'
import { readPlayer } from '@/lib/request/player'
import { refusalOf } from '@/lib/request/refusal'
import { settle } from '@/lib/request/settle'
import { playerPlaceOf } from '@/lib/routes'
import { getLedger } from '@/lib/training/ledger'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('ledger'))('title') }
}

/** The study time of a course or plan, section by section. */
export default async function StudyTimePage({ searchParams }: Props) {
  const learner = await requireLearner()
  const { courseId, planId } = playerPlaceOf(await searchParams)
  const id = planId ?? courseId
  if (!id) notFound()
  const target: EnrolmentTarget = { kind: planId ? 'plan' : 'course', id }
  // A plan is read first: it gives places that were added since their records, and lines are told apart by their order.
  const both = async () => {
    const player = await readPlayer(learner, target)
    return [player, await getLedger(learner, target)] as const
  }
  const read = await settle(target.kind === 'plan' ? both() : Promise.all([readPlayer(learner, target), getLedger(learner, target)]))
  const refusal = refusalOf(read)
  if (refusal) return <><LearningDetailTop kind={target.kind} /><Refused words={refusal} /></>
  if (read.error) return <LearningDetailFailed kind={target.kind} />
  const [[player, access], entries] = read.value
  if (!player) notFound()
  if (!access.allowed) return <CourseRefused reason={access.reason} />
  return <><FreshPage /><StudyLedger player={player} entries={entries} /></>
}
