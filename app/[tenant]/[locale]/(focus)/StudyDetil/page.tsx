import type { Metadata } from 'next'
import { getNow, getTranslations } from 'next-intl/server'
import { RefusedPage } from '@/components/content/refused'
import { EndedPlanExam } from '@/components/study/ended-plan-exam'
import { Player } from '@/components/study/player'
import { PlayerFailed } from '@/components/study/player-failed'
import { findStop } from '@/lib/domain/player'
import { env } from '@/lib/env'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireAsking } from '@/lib/request/learner'
import { playerTitle, requirePlayer } from '@/lib/request/player'
import { playerPlaceOf } from '@/lib/routes'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const title = await playerTitle(playerPlaceOf(await searchParams))
  return { title: title ?? (await getTranslations('study'))('title') }
}

/** The study player: a section of a course or plan. */
export default async function StudyPage({ searchParams }: Props) {
  const { learner, session, tenant } = await requireAsking()
  const place = playerPlaceOf(await searchParams)
  const page = await requirePlayer(learner, place)
  if (!page.player && page.refusal) return <RefusedPage words={page.refusal} />
  if (!page.player) return <Messages areas={['study']}><PlayerFailed place={place} /></Messages>
  const { player, opened, only } = page
  const asLearner = { id: session.learnerId, name: session.name, account: session.username, avatarUrl: session.avatarUrl }
  if (only) return <Messages areas={['study', 'exams', 'answerFile']}><EndedPlanExam key={`${player.subject.id} ${only.key}`} learner={asLearner} subject={player.subject} stop={only} /></Messages>
  return (
    <Messages areas={['study', 'courseware', 'simulation', 'catalogue', 'notes', 'exams', 'answerFile']}>
      <Player
        key={`${player.subject.kind} ${player.subject.id}`}
        learner={asLearner}
        player={player}
        renderedAt={(await getNow()).getTime()}
        opened={findStop(player, place) ? opened : null}
        hasContentHost={env.CONTENT_ORIGIN !== undefined}
        siteTitle={tenant.title}
      />
    </Messages>
  )
}
