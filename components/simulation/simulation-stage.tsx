'use client'

import { useQueryClient } from '@tanstack/react-query'
import { AppWindow, Check, CircleAlert, CircleDashed, ExternalLink, Gamepad2, LoaderCircle, RefreshCw, TriangleAlert } from 'lucide'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWatched } from '@/components/shell/lead-away'
import { openApart } from '@/components/simulation/open-apart'
import { SimulationSession, type SimulationPhase, type SimulationState, type Unopened } from '@/components/simulation/simulation-session'
import { kept } from '@/components/study/kept'
import { showNewFigures } from '@/components/study/new-figures'
import { useObserved } from '@/components/study/observable'
import { showReport } from '@/components/study/reward-box'
import type { StageProps } from '@/components/study/stage-props'
import { StageWord } from '@/components/study/stage-word'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import { passScore } from '@/lib/domain/catalogue'
import { studyPlaceOf } from '@/lib/domain/player'
import { jumpDelayMs, LAUNCH_LIFE_MS } from '@/lib/domain/simulation'
import { BffError } from '@/lib/queries/bff'
import { askSimulation, launchSimulation } from '@/lib/queries/simulation'
import styles from './simulation.module.css'

/** A simulation section: the jump to its window, and how it stands until its result is recorded. */
export default function SimulationStage({ learner, subject, stop, startsAtOnce, tell }: StageProps) {
  const t = useTranslations('simulation')
  const client = useQueryClient()
  const watched = useWatched()
  const ready = useEffectEvent((isReady: boolean) => tell({ type: 'ready', ready: isReady }))
  const sayNone = useEffectEvent((why: Unopened, beside: boolean) => {
    if (why === 'none') notify.warning(t('none'))
    else if (beside) notify.error(t(why === 'failed' ? 'launchFailed' : why))
  })
  const [session] = useState(() => new SimulationSession({
    keptKey: `study:${learner.id}:simulation:${subject.kind}-${subject.id}/${stop.key}`, kept, delayMs: startsAtOnce ? jumpDelayMs.switch : jumpDelayMs.start,
    launch: () => watched(launchSimulation(studyPlaceOf(subject, stop))),
    ask: (launch, taken, leaving) => watched(askSimulation(launch, taken, leaving)), openWindow: openApart,
    isMissing: (error) => error instanceof BffError && (error.code === 'missing' || error.code === 'invalid'),
  }))
  const state = useObserved(session, (whole) => whole)
  const { kind, id } = subject
  const { phase, openedAt } = state
  // What does not open earns no time.
  const isThere = phase !== 'none' && phase !== 'off' && phase !== 'failed' && phase !== 'blocked'
  useEffect(() => ready(isThere), [isThere])
  useEffect(() => session.open({
    onNone: (why, beside) => sayNone(why, beside),
    onResult: ({ report }) => {
      showReport(report)
      showNewFigures(client, { kind, id })
    },
  }), [session, client, kind, id])

  const runsApart = phase === 'launched' || phase === 'running'
  const count = useEffectEvent((apart: boolean) => {
    tell({ type: 'mode', mode: apart ? 'playing' : 'present' })
    tell({ type: 'play', playing: apart })
  })
  // In front of its window nobody is away, though this page is hidden or untouched; as long as a launch may report at the most.
  useEffect(() => {
    count(runsApart)
    if (!runsApart || openedAt === null) return
    const over = setTimeout(() => count(false), openedAt + LAUNCH_LIFE_MS - Date.now())
    return () => clearTimeout(over)
  }, [runsApart, openedAt])

  if (phase === 'none') return <StageWord icon={Gamepad2} title={t('none')} text={t('noneText')} />
  if (phase === 'off') return <StageWord icon={Gamepad2} title={t('off')} />
  if (phase === 'failed') return <StageWord alert icon={TriangleAlert} title={t('launchFailed')} actions={<Button look="primary" onClick={() => void session.press()}>{t('open')}</Button>} />
  return (
    <div className={styles.stage}>
      <div className={styles.card}>
        <Headline state={state} />
        <Strip state={state} />
        <Explanation state={state} />
        <div className={styles.actions}>
          {phase !== 'jump' && phase !== 'received' && phase !== 'blocked' && <Button look="primary" icon={<Icon of={RefreshCw} className="i" />} busy={state.asking} busyLabel={t('asking')} onClick={() => void session.ask()}>{t('ask')}</Button>}
          {phase !== 'jump' && <Button look={phase === 'blocked' ? 'primary' : 'secondary'} icon={<Icon of={ExternalLink} className="i" />} onClick={() => void session.press()}>{t(phase === 'blocked' ? 'open' : 'openAgain')}</Button>}
        </div>
      </div>
    </div>
  )
}

function Headline({ state: { phase, countdown, result } }: { state: SimulationState }) {
  const t = useTranslations('simulation')
  if (phase === 'jump') {
    return (
      <div className={styles.headline} role="status">
        <Icon of={LoaderCircle} className={`i ${styles.turning}`} aria-hidden="true" />
        <p className={styles.title}>{t('jump')}</p>
        <p className="num" aria-hidden="true">{t('countdown', { seconds: countdown })}</p>
      </div>
    )
  }
  if (result) {
    const passed = result.score >= passScore
    return (
      <div className={styles.headline} role="status">
        <p className={`num ${styles.score}`}>{t('result', { score: result.score })}</p>
        <p className={styles.title}>{passed ? t('passed') : t('failed', { score: passScore })}</p>
        <p>{t('recorded')}</p>
      </div>
    )
  }
  return (
    <div className={styles.headline}>
      <Icon of={AppWindow} className="i" aria-hidden="true" />
      <p className={styles.title} role={phase === 'blocked' ? 'alert' : undefined}>{t(phase === 'blocked' ? 'blocked' : 'strip.running')}</p>
    </div>
  )
}

type Step = { id: 'launched' | 'running' | 'received' | 'missing'; done: boolean; now: boolean }

function stepsOf(phase: SimulationPhase): Step[] {
  const at = phase === 'launched' ? 0 : phase === 'running' ? 1 : phase === 'received' || phase === 'missing' ? 2 : -1
  return (['launched', 'running', phase === 'missing' ? 'missing' : 'received'] as const).map((id, index) => ({ id, done: index < at || (index === at && phase === 'received'), now: index === at }))
}

function Strip({ state: { phase, openedAt } }: { state: SimulationState }) {
  const t = useTranslations('simulation.strip')
  const format = useFormatter()
  return (
    <ol className={styles.strip} aria-label={t('label')}>
      {stepsOf(phase).map(({ id, done, now }) => {
        const icon = id === 'missing' ? CircleAlert : done ? Check : CircleDashed
        return (
          <li key={id} className={`${styles.step} ${done ? styles.done : ''} ${now ? styles.now : ''} ${id === 'missing' ? styles.alarm : ''}`} aria-current={now ? 'step' : undefined}>
            <Icon of={icon} className="i" aria-hidden="true" />
            <span>{t(id)}</span>
            {id === 'launched' && openedAt !== null && <span className={`num ${styles.moment}`}>{t('started', { time: format.dateTime(openedAt, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }) })}</span>}
          </li>
        )
      })}
    </ol>
  )
}

function Explanation({ state: { phase, unanswered } }: { state: SimulationState }) {
  const t = useTranslations('simulation')
  if (phase === 'received') return <p className="num">{t('rule', { score: passScore })}</p>
  const text = unanswered ? t('askFailed') : phase === 'missing' ? t('closed') : phase === 'running' || phase === 'launched' ? t('still') : t('window')
  return (
    <div className={styles.explanation}>
      <p role="status">{text}</p>
      <p className="num">{t('rule', { score: passScore })}</p>
    </div>
  )
}
