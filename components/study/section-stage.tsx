'use client'

import { useQuery } from '@tanstack/react-query'
import { Lock, MonitorOff, TriangleAlert } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useEffect, useEffectEvent, useRef, type ComponentType, type ReactNode } from 'react'
import { FactsStage } from '@/components/study/facts-stage'
import { useLockReason } from '@/components/study/lock-reason'
import { giveKeysToStage } from '@/components/study/stage-keys'
import type { StageProps } from '@/components/study/stage-props'
import { StageLoading, StageWord } from '@/components/study/stage-word'
import { Button, buttonClass } from '@/components/ui/button'
import type { ShownKind } from '@/lib/domain/catalogue'
import { countingModeOf, openedKind, sectionPlaceOf, type OpenedSection } from '@/lib/domain/player'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { BffError } from '@/lib/queries/bff'
import { openedSectionQuery } from '@/lib/queries/study'

const VideoStage = dynamic(() => import('@/components/study/video/video-stage'))
const DocumentStage = dynamic(() => import('@/components/study/document/document-stage'))
const ExamStage = dynamic(() => import('@/components/exams/exam-stage'), { ssr: false })
const CoursewareStage = dynamic(() => import('@/components/courseware/courseware-stage'), { ssr: false })
const SimulationStage = dynamic(() => import('@/components/simulation/simulation-stage'), { ssr: false })

/** So long no other address is asked for: the next one may be refused as well. */
const RENEW_PAUSE_MS = 60_000

/** What shows each kind of content. */
const stages: Partial<Record<ShownKind, ComponentType<StageProps>>> = { video: VideoStage, document: DocumentStage, courseware: CoursewareStage, simulation: SimulationStage }

type Props = Omit<StageProps, 'section' | 'position' | 'serverNow'> & {
  /** The way to the detail page, which ends the visit. */
  toDetail: ReactNode
  /** What the server gave with the page, for the section it was opened at. */
  given: OpenedSection | null
  /** Whether courseware can run: it needs a host of its own. */
  hasContentHost: boolean
}

/** The content of one stop: opens its section and hands it to the stage of its kind. */
export function SectionStage({ given, toDetail, hasContentHost, ...props }: Props) {
  const { stop, subject } = props
  const t = useTranslations('study.stage')
  const catalogue = useTranslations('catalogue')
  const ui = useTranslations('ui')
  const words = usePlatformWords()
  const reason = useLockReason(stop)
  const mayOpen = stop.section !== null && !stop.locked
  const opened = useQuery({ ...openedSectionQuery(sectionPlaceOf(subject, stop)), enabled: mayOpen, initialData: given ?? undefined, refetchOnMount: given === null })
  const kind = openedKind(stop, opened.data)
  const renewedAt = useRef(-Infinity)
  // An address may be signed for some hours only; a stage goes on with the next one where it was. Courseware is launched, and asks by itself.
  const denied = () => {
    props.onDenied()
    if (kind === 'courseware' || performance.now() - renewedAt.current < RENEW_PAUSE_MS) return
    renewedAt.current = performance.now()
    void opened.refetch()
  }
  // As the catalogue says it counts already.
  const count = useEffectEvent(() => countingModeOf(kind) !== countingModeOf(stop.kind) && props.tell({ type: 'mode', mode: countingModeOf(kind) }))
  useEffect(() => void count(), [kind, stop])

  const retry = () => {
    giveKeysToStage()
    void opened.refetch()
  }
  if (stop.locked) {
    return <StageWord icon={Lock} title={t('locked')} text={reason ?? t(`lockedText.${subject.kind}`)} actions={toDetail} />
  }
  if (stop.section && opened.error) {
    const refused = opened.error instanceof BffError && opened.error.hasWords ? words(opened.error.message) : null
    return (
      <StageWord
        alert icon={TriangleAlert} title={refused ?? t('failed')} text={t('failedText')}
        actions={<Button look="primary" busy={opened.isFetching} busyLabel={ui('error.retrying')} onClick={retry}>{t('retry')}</Button>}
      />
    )
  }
  if (stop.section && !opened.data) return <StageLoading label={t('loading', { kind: catalogue(`kinds.${stop.kind}`) })} />
  if (kind === 'exam') return <ExamStage learner={props.learner} stop={stop} subject={subject} tell={props.tell} />
  if (kind === 'courseware' && !hasContentHost) return <StageWord icon={MonitorOff} title={t('coursewareOff')} />
  const url = opened.data?.section.resource?.url
  if (kind === 'study' && url) return <UnknownStage url={url} onElsewhere={() => props.tell({ type: 'ready', ready: true })} />
  const Stage = stages[kind]
  if (!Stage || !opened.data || (kind !== 'simulation' && !url)) return <FactsStage stop={stop} />
  return <Stage {...props} onDenied={denied} section={opened.data.section} position={opened.data.position} serverNow={opened.data.serverNow} />
}

/** Content of a kind that has no stage: the browser itself can perhaps show it, and then it is there to be studied. */
function UnknownStage({ url, onElsewhere }: { url: string; onElsewhere: () => void }) {
  const t = useTranslations('study')
  return (
    <StageWord
      icon={MonitorOff} title={t('stage.unknownKind')} text={t('stage.failedText')}
      actions={<a className={buttonClass({ look: 'primary' })} href={url} target="_blank" rel="noopener" onClick={onElsewhere}>{t('document.openFile')}</a>}
    />
  )
}
