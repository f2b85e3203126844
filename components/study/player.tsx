'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Minimize } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useRouter, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react'
import { readAgain } from '@/components/content/fresh-on-return'
import { focusHeading } from '@/components/shell/route-focus'
import { Catalogue } from '@/components/study/catalogue'
import { EmptyStage } from '@/components/study/empty-stage'
import { FrameMode } from '@/components/study/frame-mode'
import { useObserved } from '@/components/study/observable'
import { useProtection } from '@/components/study/protection'
import { SectionStage } from '@/components/study/section-stage'
import { SidePanel } from '@/components/study/side-panel'
import { publishHeight } from '@/components/study/stage-height'
import { giveKeysToStage } from '@/components/study/stage-keys'
import { StageMoment } from '@/components/study/stage-moment'
import type { PlayerLearner } from '@/components/study/stage-props'
import { StudyNotice } from '@/components/study/study-notice'
import { StudyTime } from '@/components/study/study-time'
import { TopBar } from '@/components/study/top-bar'
import { usePlanExam } from '@/components/study/use-plan-exam'
import { useStudySession } from '@/components/study/use-study-session'
import { Watermark } from '@/components/study/watermark'
import { buttonClass } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { notify } from '@/components/ui/notify'
import { viewInAddress } from '@/components/ui/use-view-in-address'
import { completionRule } from '@/lib/domain/catalogue'
import { newNotePlaceOf } from '@/lib/domain/notes'
import { addressOf, countingModeOf, findStop, nextStop, sectionPlaceOf, stopsOf, studyPlaceOf, visitKindOf, type OpenedSection, type Player as PlayerData, type Stop } from '@/lib/domain/player'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { BffError } from '@/lib/queries/bff'
import { notesQuery } from '@/lib/queries/notes'
import { openedSectionQuery, playerQuery } from '@/lib/queries/study'
import { playerPlaceOf, routes } from '@/lib/routes'
import styles from './player.module.css'

const Notes = dynamic(() => import('@/components/notes/notes'), { ssr: false })

/** How long leaving waits for the platform's answer, so that the next page shows the new figures. */
const LEAVE_MS = 1_500

/** Renderings that were shown before: one that comes again is out of the router's memory, as old as it may be. */
const brought = new Set<number>()

type Props = {
  learner: PlayerLearner
  player: PlayerData
  /** Milliseconds since 1970, of this rendering. */
  renderedAt: number
  /** The section of the address, opened; null when it is locked or none. */
  opened: OpenedSection | null
  hasContentHost: boolean
  siteTitle: string
}

/** The study player: one stop of a course or plan on the stage, its time counted, the rest beside it. */
export function Player({ learner, player: given, renderedAt, opened, hasContentHost, siteTitle }: Props) {
  const t = useTranslations('study')
  const words = usePlatformWords()
  const router = useRouter()
  const owner = { kind: given.subject.kind, id: given.subject.id }
  const [isAnew] = useState(() => !brought.has(renderedAt))
  const { data: player = given, refetch } = useQuery({ ...playerQuery(owner), initialData: given, refetchOnMount: isAnew || 'always' })
  const place = playerPlaceOf(Object.fromEntries(useSearchParams()))
  const stop = findStop(player, place)
  const next = stop && nextStop(player, stop.key)
  const { subject } = player
  // The router brings pages back as they were first given, also under the address of a later section.
  const [startKey] = useState(opened && isAnew && opened.section.id === stop?.section?.id ? stop.key : null)
  const [moved, setMoved] = useState(false)
  // The stage asks; what is opened is looked at here for the notes beside it.
  const brings = !moved && stop?.key === startKey ? opened : null
  const { data: shown } = useQuery({ ...openedSectionQuery(sectionPlaceOf(subject, stop)), enabled: false, initialData: brings ?? undefined })
  const notePlace = stop && newNotePlaceOf(subject, stop, undefined)
  const { data: notes } = useQuery({ ...notesQuery(notePlace ?? { kind: subject.kind, ownerId: subject.id }), enabled: notePlace !== null })
  const client = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const [frame] = useState(() => new FrameMode())
  const [moment] = useState(() => new StageMoment())
  const framed = useObserved(frame, (state) => state.frame)
  const box = useRef<HTMLDivElement>(null)
  const { session, begin } = useStudySession({
    learnerId: learner.id, owner, enrols: given.subject.state === 'notStarted',
    onRefused: (error) => {
      if (error instanceof BffError && error.hasWords) notify.error(words(error.message))
    },
  })
  const detailHref = subject.kind === 'plan' ? routes.planDetail(subject.id) : routes.courseDetail(subject.id)
  useProtection(useCallback(() => notify.warning(t('protection.forbidden')), [t]))

  const exam = usePlanExam(subject, stop, begin)
  // Ways out run before ways in: what the next stage says at once is not forgotten.
  // A lock that opens, or another chapter, is a new visit of the same stop, and a new stage.
  const way = stop && [stop.key, stop.locked, stop.chapter?.id].join()
  useEffect(() => () => session.clearStage(), [session, way])
  const entered = useRef<string | null>(null)
  useEffect(() => {
    if (!stop || entered.current === way) return
    entered.current = way
    if (stop.locked || !stop.section) return session.enter(null)
    const rule = completionRule(stop.section)
    session.enter({
      place: studyPlaceOf(subject, stop), name: stop.name, kind: visitKindOf(stop), mode: countingModeOf(stop.kind),
      learnedMinutes: Math.floor(stop.section.learnedMinutes), minutesToPass: stop.state !== 'passed' && rule?.by === 'minutes' ? rule.requiredMinutes : null,
    })
  }, [session, stop, way, subject])
  useEffect(() => (box.current ? frame.attach(box.current) : undefined), [frame])
  useEffect(() => (box.current ? publishHeight(box.current) : undefined), [])
  useEffect(() => void brought.add(renderedAt), [renderedAt])
  const title = stop?.name ?? subject.name
  useEffect(() => {
    document.title = [stop?.name, subject.name, siteTitle].filter(Boolean).join(' · ')
  }, [stop?.name, subject.name, siteTitle])

  // What was pressed went with its stage: the heading says where one is, but in full screen, where it is out of reach.
  const moveOn = useEffectEvent(() => {
    if (document.activeElement !== document.body) return
    if (framed === 'none') focusHeading()
    else giveKeysToStage()
  })
  useEffect(() => {
    if (moved) moveOn()
  }, [moved, stop?.key])

  const open = (target: Stop) => {
    if (target.locked || target.key === stop?.key) return
    setMoved(true)
    window.history.pushState(null, '', routes.player({ ...addressOf(subject, target), view: viewInAddress() }))
  }
  const leave = async () => {
    const left = Promise.all([session.leave(), exam.leave()])
    const isLate = await Promise.race([left.then(() => false), new Promise<boolean>((resolve) => setTimeout(() => resolve(true), LEAVE_MS))])
    // The next page is asked for before the end is written, which a player that is still there takes for itself alone. A plan's is another
    // document, which is not reached by what comes later.
    if (isLate) void left.then(() => box.current && readAgain())
  }
  const stay = () => {
    session.stay()
    exam.stay()
  }
  const goodbye = async () => {
    await leave()
    // What the end brought is read by nobody any more.
    await client.cancelQueries()
  }
  const leaveTo = async (event: MouseEvent, href: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    if (leaving) return
    setLeaving(true)
    await leave()
    if (subject.kind !== 'plan' || href !== detailHref) return router.push(href)
    // Where the browser keeps the page as it stands, the way back would show a player that has left.
    addEventListener('pageshow', ({ persisted }) => void (persisted && location.reload()))
    // The plan's detail is loaded afresh when it is entered from here (spec 1 §2).
    location.assign(href)
  }
  const through = () => {
    // Without a rule of minutes one look is enough: what was reached shows at once.
    if (stop?.section && stop.state !== 'passed' && (completionRule(stop.section)?.by ?? 'opening') === 'opening') session.checkpoint()
  }
  const toDetail = <a className={buttonClass({ look: 'primary' })} href={detailHref} onClick={(event) => void leaveTo(event, detailHref)}>{t(`stage.toDetail.${subject.kind}`)}</a>
  const time = (className?: string) => <StudyTime session={session} stop={stop} totalHours={subject.learnedHours} className={className} />

  return (
    <div className={styles.shell}>
      <TopBar subject={subject} title={title} learner={learner} backHref={detailHref} onBack={(event) => void leaveTo(event, detailHref)} leaving={leaving} leave={goodbye} stay={stay}>{time(styles.barTime)}</TopBar>
      <main id="main" tabIndex={-1} className={framed === 'none' ? styles.stage : `${styles.stage} ${styles.fills}`} ref={box} aria-label={t('stage.label')}>
        {stop ? (
          <SectionStage
            key={way} learner={learner} subject={subject} stop={stop} frame={frame} moment={moment} toDetail={toDetail} hasContentHost={hasContentHost}
            given={brings} startsAtOnce={moved}
            next={next && { stop: next, open: () => open(next) }} tell={(event) => session.tell(event)} onThrough={through} onDenied={() => session.wake()}
          />
        ) : <EmptyStage hasStops={stopsOf(player).length > 0} actions={toDetail} />}
        <Watermark name={learner.name} />
        <StudyNotice session={session} />
        {framed === 'page' && <IconButton className={styles.exit} label={t('video.exitFullscreen')} icon={<Icon of={Minimize} className="i" />} onClick={() => void frame.toggle()} />}
      </main>
      <SidePanel
        subject={subject} time={time(styles.phoneTime)} onLeave={(event, href) => void leaveTo(event, href)}
        views={[
          { id: 'catalogue', label: t('side.catalogue'), content: <Catalogue player={player} current={stop} onOpen={open} onLocked={() => void refetch({ cancelRefetch: false })} /> },
          ...(stop && notePlace ? [{ id: 'notes', label: t('side.notes'), count: notes?.length, content: <Notes key={stop.key} learnerId={learner.id} listed={notePlace} place={newNotePlaceOf(subject, stop, shown)} placeKey={`${subject.kind}-${subject.id}/${stop.key}`} moment={moment} /> }] : []),
        ]}
      />
      <p className="sr" role="status">{moved && stop ? t('stage.now', { name: stop.name }) : ''}</p>
    </div>
  )
}
