'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Info, TriangleAlert } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, type MouseEvent } from 'react'
import { AnswerFiles } from '@/components/attempts/answer-files'
import { KeptAnswers } from '@/components/attempts/kept-answers'
import { usePlatformLang } from '@/components/content/platform-text'
import { AttemptHistory } from '@/components/exams/attempt-history'
import { DeviceList } from '@/components/exams/device-list'
import { AttemptRules } from '@/components/exams/exam-start'
import styles from '@/components/exams/exams.module.css'
import { useExamWords } from '@/components/exams/moments'
import { shortLogin, useDevice } from '@/components/exams/use-device'
import { useSimulation } from '@/components/exams/use-simulation'
import { showNewFigures } from '@/components/study/new-figures'
import { giveKeysToStage } from '@/components/study/stage-keys'
import type { StageProps } from '@/components/study/stage-props'
import { StageLoading, StageWord } from '@/components/study/stage-word'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import { Stamp } from '@/components/ui/stamp'
import { Tag } from '@/components/ui/tag'
import { takesAnswerFiles } from '@/lib/domain/answer-file'
import type { ExamPlace } from '@/lib/domain/attempts'
import { endOfAttempts, examWindow } from '@/lib/domain/exams'
import { decidedState, playerExamVerdict } from '@/lib/domain/player-exam'
import { playerExamQuery, type OpenedExam } from '@/lib/queries/exams'
import { routes } from '@/lib/routes'

type Props = Pick<StageProps, 'learner' | 'stop' | 'subject' | 'tell'>

/** An exam in the player: a section, or an item of a plan (issue: what it asks, earlier attempts, the best score, answers that did not get through). */
export default function ExamStage({ learner, stop, subject, tell }: Props) {
  const t = useTranslations('exams.stage')
  const ui = useTranslations('ui')
  const place = { kind: subject.kind, ownerId: subject.id, sectionId: stop.section?.id, itemId: stop.item.id ?? undefined }
  const asked = useQuery(playerExamQuery(place))
  const isReady = asked.data !== undefined
  const ready = useEffectEvent((isReady: boolean) => tell({ type: 'ready', ready: isReady }))
  useEffect(() => ready(isReady), [isReady])
  const retry = () => {
    giveKeysToStage()
    void asked.refetch()
  }
  if (asked.error && !asked.data) {
    return <StageWord alert icon={TriangleAlert} title={t('failed')} actions={<Button look="primary" busy={asked.isFetching} busyLabel={ui('error.retrying')} onClick={retry}>{t('retry')}</Button>} />
  }
  if (!asked.data) return <StageLoading label={t('loading')} />
  return <ExamPlate learner={learner} exam={asked.data} stop={stop} subject={subject} />
}

function ExamPlate({ learner, exam, stop, subject }: Omit<Props, 'tell'> & { exam: OpenedExam }) {
  const t = useTranslations('exams')
  const lang = usePlatformLang()
  const { moment } = useExamWords()
  const client = useQueryClient()
  const place: ExamPlace = {
    origin: stop.section ? 'section' : 'planExam', examId: exam.id, paperId: exam.paperId, ownerId: subject.id,
    sectionId: stop.section?.id ?? null, itemId: stop.item.id, chapterId: stop.chapter?.id ?? null, planExamId: stop.section ? null : exam.id,
  }
  const verdict = playerExamVerdict(exam, stop.state)
  const simulation = useSimulation({
    place, exam, kind: subject.kind,
    onChanged: () => {
      void client.invalidateQueries({ queryKey: ['exams'] })
      showNewFigures(client, subject)
    },
  })
  const name = exam.name || stop.name
  const isTheory = exam.kind === 'theory'
  const decided = decidedState(exam, stop.state)
  const isSimulation = exam.kind === 'simulation'
  // Of a plan that has ended nothing is begun any more: what runs is the last.
  const hasEnded = subject.window === 'ended'
  const window = verdict.can === 'start' && !hasEnded ? examWindow(exam, exam.serverNow) : 'open'
  // What a simulation has reported in time may still be fetched after its end.
  const isOver = verdict.can === 'start' && (hasEnded || (isTheory && window === 'ended'))
  const { device, offsetMs, check } = useDevice(exam, verdict.can !== 'not' && !isOver)
  const stayOutside = (event: MouseEvent) => {
    // What is under way the platform alone may end.
    if (verdict.can !== 'start' || examWindow(exam, Date.now() + offsetMs) === 'open') return
    event.preventDefault()
    notify.error(t('start.outside'))
  }
  const start = isOver || (isSimulation && !exam.simulationUrl)
    ? <p className={styles.closed}><Icon of={CircleAlert} className="i" aria-hidden="true" />{t(exam.simulation && !isOver ? 'start.noService' : 'start.notNow')}</p>
    : isSimulation
      ? <Button look="primary" size="large" block data-gesture="" busy={simulation.isOpening} busyLabel={t('start.asking')} onClick={simulation.open}>{t('start.start')}</Button>
      : <ButtonLink look="primary" size="large" block onClick={stayOutside} href={routes.examTaking(place, { minutes: exam.answerMinutes, name, kind: 3, attemptId: verdict.can === 'continue' ? verdict.attempt.id : null })}>{t(verdict.can === 'continue' ? 'start.resume' : 'start.start')}</ButtonLink>
  return (
    <div className={styles.stage}>
      <div className={styles.stageIn}>
        {isTheory && <KeptAnswers learner={learner} place={place} attempts={exam.attempts} />}
        <section className={styles.plate} aria-label={name}>
          <div className={styles.head}>
            <div>
              <p className={styles.tags}><Tag tone="brand">{t(`kinds.${exam.kind}`)}</Tag></p>
              <h2 className="h2" lang={lang(name)}>{name}</h2>
            </div>
            {decided && <Stamp kind={decided} />}
          </div>
          <dl className={styles.facts}>
            <div><dt>{t('prep.questions')}</dt><dd>{t('prep.questionCount', { count: exam.questionCount })}</dd></div>
            {exam.answerMinutes > 0 && <div><dt>{t('prep.time')}</dt><dd>{t('prep.minutes', { minutes: exam.answerMinutes })}{exam.extraTimeFactor > 1 && <small>{t('prep.extraTime')}</small>}</dd></div>}
            <div><dt>{t('prep.total')}</dt><dd>{t('points', { score: exam.totalScore })}</dd></div>
            {exam.passScore !== null && <div><dt>{t('prep.pass')}</dt><dd>{t('points', { score: exam.passScore })}</dd></div>}
            <div><dt>{t('prep.attempts')}</dt><dd>{exam.attemptsAllowed === null ? t(exam.isExhausted ? 'prep.used' : 'prep.unlimited', { used: exam.attemptsUsed }) : t('prep.limited', { allowed: exam.attemptsAllowed, used: exam.attemptsUsed })}</dd></div>
            <div><dt>{t('stage.best')}</dt><dd>{exam.bestScore === null ? t('stage.bestNone') : t('points', { score: exam.bestScore })}</dd></div>
          </dl>
          {verdict.can === 'not'
            ? <div className={styles.start}><p className={styles.closed}><Icon of={Info} className="i" aria-hidden="true" />{verdict.why === 'expired' || verdict.why === 'practical' ? t(`start.not.${verdict.why}`) : t('stage.used', { count: exam.attemptsUsed })}</p></div>
            : (
                <>
                  {!isOver && (
                    <>
                      <div className={styles.device}><AttemptRules exam={hasEnded || exam.isExhausted ? { ...exam, attemptsAllowed: exam.attemptsUsed } : exam} origin={place.origin} endsAt={endOfAttempts(exam, exam.serverNow)} handsIn={exam.aheadMs !== null} /></div>
                      <DeviceList device={device} keepsAnswers={!isSimulation} loginEndsAt={verdict.can === 'start' ? shortLogin(exam, exam) : null} onAgain={check} />
                    </>
                  )}
                  <div className={styles.start}>
                    {window === 'upcoming' && <p>{t('start.upcoming', { at: moment(exam.startsAt) })}</p>}
                    {window === 'ended' && <p>{t('start.ended', { at: moment(exam.endsAt) })}</p>}
                    {start}
                    {simulation.isOpened && (
                      <>
                        <p role="status">{t('start.opened')}</p>
                        <Button block busy={simulation.isFetching} busyLabel={t('start.fetching')} onClick={simulation.fetch}>{t('start.fetch')}</Button>
                      </>
                    )}
                  </div>
                </>
              )}
          {exam.attempts.length > 0 && <div className={styles.device}><AttemptHistory place={place} kind={exam.kind} attempts={exam.attempts} underWayId={verdict.can === 'continue' ? verdict.attempt.id : null} heading="h3" /></div>}
          {takesAnswerFiles(exam, exam) && <AnswerFiles examId={exam.id} learnerId={learner.id} />}
        </section>
      </div>
    </div>
  )
}
