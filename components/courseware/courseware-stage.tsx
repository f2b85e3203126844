'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CloudAlert, CloudCheck, CloudOff, CloudUpload, Maximize, Minimize, MonitorX, PackageX, TriangleAlert } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CoursewareSession, type LaunchState } from '@/components/courseware/courseware-session'
import { FactsStage } from '@/components/study/facts-stage'
import { showNewFigures } from '@/components/study/new-figures'
import { useObserved } from '@/components/study/observable'
import { showReport } from '@/components/study/reward-box'
import { giveKeysToStage } from '@/components/study/stage-keys'
import type { StageProps } from '@/components/study/stage-props'
import { StageLoading, StageWord } from '@/components/study/stage-word'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { notify } from '@/components/ui/notify'
import { passScore } from '@/lib/domain/catalogue'
import { studyPlaceOf } from '@/lib/domain/player'
import type { ClockEvent } from '@/lib/domain/study'
import { BffError } from '@/lib/queries/bff'
import { askLaunch, launchCourseware } from '@/lib/queries/courseware'
import styles from './courseware.module.css'

const savingIcons = { idle: CloudCheck, saving: CloudUpload, saved: CloudCheck, offline: CloudOff, unanswered: CloudAlert, notKept: CloudAlert, refused: CloudAlert } as const

/** A package of another origin in its frame, and below it what has been recorded of it. */
export default function CoursewareStage({ learner, subject, stop, frame, tell, onDenied }: StageProps) {
  const t = useTranslations('courseware')
  const study = useTranslations('study')
  const client = useQueryClient()
  const box = useRef<HTMLIFrameElement>(null)
  const say = useEffectEvent((event: ClockEvent) => tell(event))
  const denied = useEffectEvent(() => onDenied())
  const blocked = useEffectEvent(() => notify.warning(study('protection.forbidden')))
  const [session] = useState(() => new CoursewareSession({
    name: `${learner.id}:${stop.section?.id ?? ''}`,
    launch: () => launchCourseware(studyPlaceOf(subject, stop)),
    ask: askLaunch,
    isMissing: (error) => error instanceof BffError && (error.code === 'missing' || error.code === 'rejected'),
  }))
  const { phase, url, saving, fraction } = useObserved(session, (state) => state)
  const framed = useObserved(frame, (state) => state.frame)

  const { kind, id } = subject
  useEffect(() => session.open(() => box.current?.contentWindow ?? null, {
    onReady: () => say({ type: 'ready', ready: true }),
    onTouch: () => say({ type: 'touch' }),
    onBlocked: () => blocked(),
    onScore: () => showNewFigures(client, { kind, id }),
    onReports: (reports) => {
      for (const report of reports) showReport(report)
    },
  }), [session, client, kind, id])
  useEffect(() => {
    if (phase !== 'running' && phase !== 'opening') say({ type: 'ready', ready: false })
    // Perhaps the learner's own session is what is over.
    if (phase === 'over' || phase === 'failed') denied()
  }, [phase])

  const again = () => {
    giveKeysToStage()
    session.again()
  }
  if (phase === 'superseded' || phase === 'over') {
    return <StageWord alert icon={MonitorX} title={t(`stage.${phase}`)} text={t(`stage.${phase}Text`)} actions={<Button look="primary" onClick={again}>{t(phase === 'over' ? 'stage.reopen' : 'stage.takeOver')}</Button>} />
  }
  if (phase === 'noFile') return <FactsStage stop={stop} />
  if (phase === 'missing') return <StageWord icon={PackageX} title={t('stage.missing')} text={t('stage.missingText')} />
  if (phase === 'failed') return <StageWord alert icon={TriangleAlert} title={t('stage.failed')} text={t('stage.failedText')} actions={<Button look="primary" onClick={again}>{t('stage.retry')}</Button>} />
  return (
    <div className={framed === 'none' ? styles.stage : `${styles.stage} ${styles.filled}`}>
      <div className={styles.stack}>
        {url && (
          <iframe
            key={url} ref={box} className={phase === 'opening' ? `${styles.frame} ${styles.hidden}` : styles.frame} src={url} title={t('stage.frame', { name: stop.name })}
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads" allow="fullscreen; autoplay; unload" referrerPolicy="no-referrer"
          />
        )}
        {phase === 'opening' && <StageLoading label={t('stage.opening')} />}
      </div>
      <div className={styles.strip} role="group" aria-label={t('strip.label')}>
        <Saving state={saving} />
        {fraction === null ? <span className="num">{t('strip.rule', { score: passScore })}</span> : <b className="num">{t('strip.score', { score: fraction })}{fraction >= passScore && ` · ${t('strip.passed')}`}</b>}
        <IconButton data-frames label={t(framed === 'none' ? 'stage.fullscreen' : 'stage.exitFullscreen')} icon={framed === 'none' ? <Icon of={Maximize} className="i" /> : <Icon of={Minimize} className="i" />} onClick={() => void frame.toggle()} />
      </div>
    </div>
  )
}

function Saving({ state }: { state: LaunchState['saving'] }) {
  const t = useTranslations('courseware.strip')
  const icon = savingIcons[state]
  return <span className={styles.saved} role="status"><Icon of={icon} className="i" aria-hidden="true" />{t(state)}</span>
}
