'use client'

import { AppWindow, CalendarX, CircleAlert, Clock, CloudUpload, ExternalLink, Hourglass, Info, ListChecks, RotateCcw } from 'lucide'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { DeviceList } from '@/components/exams/device-list'
import { useExamWords } from '@/components/exams/moments'
import styles from '@/components/exams/exams.module.css'
import { shortLogin, useDevice } from '@/components/exams/use-device'
import { useSimulation } from '@/components/exams/use-simulation'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import { Panel } from '@/components/ui/panel'
import { usePush } from '@/components/ui/route-bar'
import type { ExamOrigin, ExamPlace } from '@/lib/domain/attempts'
import { attemptsLeft, attemptUnderWay, endOfAttempts, examWindow, startVerdict, type ExamDetail, type ExamNow } from '@/lib/domain/exams'
import { routes } from '@/lib/routes'

type Asked = Pick<ExamDetail, 'kind' | 'answerMinutes' | 'questionCount' | 'attemptsAllowed' | 'isLimitUntold' | 'attemptsUsed' | 'attempts' | 'switches'>

/** What an attempt will ask of the learner; leaving the page is counted in exams that stand by themselves only (contract 8). */
export function AttemptRules({ exam, origin, endsAt = null, handsIn = false }: {
  exam: Asked
  origin: ExamOrigin
  /** When the exam itself is over, where that may be before the minutes are. */
  endsAt?: string | null
  /** The platform hands in when the time is over, as those do that know our exam protocol: elsewhere the minutes alone decide. */
  handsIn?: boolean
}) {
  const t = useTranslations('exams.start')
  const { moment } = useExamWords()
  const left = attemptsLeft(exam)
  const { switches } = exam
  const isTimed = exam.answerMinutes > 0
  const running = attemptUnderWay(exam)
  // Minutes and end may have been changed since it began: where the platform hands in, it has kept its own, which its page tells.
  const keepsOwn = handsIn && running !== null
  const isWatched = origin === 'standalone' && (switches === null || switches.count !== null || switches.seconds !== null)
  const limits = switches ? [switches.count !== null && t('leavingCount', { count: switches.count }), switches.seconds !== null && t('leavingSeconds', { seconds: switches.seconds })].filter((text) => text !== false) : [t('leavingMaybe')]
  const rule = (icon: ComponentProps<typeof Icon>['of'], text: string) => <li key={text}><Icon of={icon} className="i i-18" aria-hidden="true" /><span>{text}</span></li>
  return (
    <ul className={styles.rules} role="list">
      {isTimed && !keepsOwn && rule(Clock, exam.questionCount > 0 ? t('minutes', { minutes: exam.answerMinutes, count: exam.questionCount }) : t('minutesOnly', { minutes: exam.answerMinutes }))}
      {rule(ListChecks, running ? t('running', { number: running.number, left: left ?? -1 }) : left !== null ? t(exam.kind === 'simulation' ? 'leftOfResults' : 'left', { left }) : exam.isLimitUntold ? t('used', { used: exam.attemptsUsed }) : t('unlimited'))}
      {exam.kind === 'simulation'
        ? rule(ExternalLink, t('service'))
        : (
            <>
              {isTimed && rule(Hourglass, t(handsIn ? 'clock' : 'clockOnly'))}
              {endsAt && !keepsOwn && rule(CalendarX, t(handsIn ? 'endsSoon' : 'endsOnly', { at: moment(endsAt) }))}
              {isWatched && rule(AppWindow, t('leaving'))}
              {isWatched && limits.map((text) => rule(CircleAlert, text))}
              {rule(CloudUpload, t('saved'))}
            </>
          )}
    </ul>
  )
}

type Props = {
  exam: ExamDetail
  /** Where the simulation would open, though each press gets an address of its own; null for other exams and without a service. */
  simulationUrl: string | null
  now: ExamNow
}

/** What the attempt will ask, whether this device is ready, and the start button, or why there is none. */
export function ExamStart({ exam, simulationUrl, now }: Props) {
  const t = useTranslations('exams.start')
  const router = useRouter()
  const { push, leaving } = usePush()
  const { moment } = useExamWords()
  const place: ExamPlace = { origin: 'standalone', examId: exam.id, paperId: exam.paperId }
  const verdict = startVerdict(exam)
  const simulation = useSimulation({ place, exam, onChanged: () => router.refresh() })
  const { device, offsetMs, check } = useDevice(now, verdict.can !== 'not')

  const start = () => {
    // What is under way the platform alone may end.
    if (verdict.can === 'start' && examWindow(exam, Date.now() + offsetMs) !== 'open') return notify.error(t('outside'))
    if (exam.kind === 'simulation') return simulation.open()
    // The attempt that goes on may have ended since this page was made, and nobody asked for another one.
    push(routes.examTaking(place, { minutes: exam.answerMinutes, name: exam.title, attemptId: verdict.can === 'continue' ? verdict.attempt.id : null }))
  }
  const window = examWindow(exam, now.serverNow)
  if (verdict.can === 'not') {
    return <Panel label={t('title')}><p className={styles.closed}><Icon of={Info} className="i" aria-hidden="true" />{t(`not.${verdict.why}`)}</p></Panel>
  }
  return (
    <Panel labelledBy="before-start">
      <h2 className="h2" id="before-start">{t('title')}</h2>
      <AttemptRules exam={exam} origin={place.origin} endsAt={endOfAttempts(exam, now.serverNow)} handsIn={now.aheadMs !== null} />
      {/* A paper that is under way has its clock running: whoever is logged out there logs in again over it. */}
      <DeviceList device={device} keepsAnswers={exam.kind !== 'simulation'} loginEndsAt={verdict.can === 'start' ? shortLogin(exam, now) : null} onAgain={check} />
      <div className={styles.start}>
        {window === 'upcoming' && <p>{t('upcoming', { at: moment(exam.startsAt) })}</p>}
        {window === 'ended' && <p>{t('ended', { at: moment(exam.endsAt) })}</p>}
        {exam.kind === 'simulation' && !simulationUrl && window === 'open'
          ? <p>{t('noService')}</p>
          : <Button look="primary" size="large" block busy={simulation.isOpening || leaving} busyLabel={t('asking')} data-gesture={exam.kind === 'simulation' ? '' : undefined} onClick={start}>{t(verdict.can === 'continue' ? 'resume' : 'start')}</Button>}
        {simulation.isOpened && (
          <>
            <p role="status">{t('opened')}</p>
            <Button block icon={<Icon of={RotateCcw} className="i" />} busy={simulation.isFetching} busyLabel={t('fetching')} onClick={simulation.fetch}>{t('fetch')}</Button>
          </>
        )}
      </div>
    </Panel>
  )
}
