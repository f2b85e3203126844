import { useTranslations } from 'next-intl'
import { StateMark } from '@/components/ui/state-mark'
import type { PostMap } from '@/lib/domain/post-maps'

const shapes = { notJoined: 'notStarted', inProgress: 'inProgress', reached: 'passed' } as const

/** How a post map stands for me. */
export function PostMapMark({ state }: { state: PostMap['state'] }) {
  const t = useTranslations('postMaps.states')
  return state === 'unknown' ? null : <StateMark state={shapes[state]}>{t(state)}</StateMark>
}
