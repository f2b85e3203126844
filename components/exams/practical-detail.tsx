'use client'

import { ArrowLeft, CirclePlay } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState, type ReactNode } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { RichText } from '@/components/content/rich-text'
import { useExamWords } from '@/components/exams/moments'
import { OutcomeMark } from '@/components/exams/outcome-mark'
import styles from '@/components/exams/exams.module.css'
import { FrameMode } from '@/components/study/frame-mode'
import { choicesOf } from '@/components/study/kept'
import { useObserved } from '@/components/study/observable'
import { VideoEngine } from '@/components/study/video/video-engine'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Panel } from '@/components/ui/panel'
import { StateMark } from '@/components/ui/state-mark'
import { useViewInAddress } from '@/components/ui/use-view-in-address'
import { ViewTabs } from '@/components/ui/view-tabs'
import type { PracticalDetail, PracticalRow } from '@/lib/domain/exams'
import { playTime } from '@/lib/domain/study'

const views = ['scores', 'comments', 'parameters'] as const
const PracticalVideo = dynamic(() => import('@/components/exams/practical-video').then((file) => file.PracticalVideo), { ssr: false })

function ScoreTree({ rows }: { rows: PracticalRow[] }) {
  const t = useTranslations('exams')
  return (
    <ul className={styles.tree} role="list">
      {rows.map((row, index) => (
        <li key={index}>
          <div className={styles.treeRow}>
            <span><PlatformText>{row.name}</PlatformText>{row.description && <small><PlatformText>{row.description}</PlatformText></small>}</span>
            <span className={styles.points}>{t('points', { score: row.score })}</span>
            <StateMark state={row.isScored ? 'passed' : 'failed'}>{t(row.isScored ? 'result.isScored' : 'result.notScored')}</StateMark>
          </div>
          {row.children.length > 0 && <ScoreTree rows={row.children} />}
        </li>
      ))}
    </ul>
  )
}

/** How a practical attempt went: its recording, facts, score, comments tied to moments of the recording, and measurements (spec 2 §2.5). */
export function PracticalDetailView({ learnerId, detail, title, backHref }: { learnerId: string; detail: PracticalDetail; title: string; backHref: string }) {
  const t = useTranslations('exams.practical')
  const outcomes = useTranslations('exams.outcome')
  const router = useRouter()
  const locale = useLocale()
  const { moment, duration, figure } = useExamWords()
  const [engine] = useState(() => new VideoEngine(choicesOf(learnerId), locale))
  const [frame] = useState(() => new FrameMode())
  const isMissing = useObserved(engine, ({ trouble }) => trouble?.kind === 'missing')
  const view = useViewInAddress(views)
  const facts: [string, ReactNode][] = [
    [t('status'), <OutcomeMark key="outcome" outcome={detail.outcome} />],
    [t('score'), detail.outcome === 'pendingReview' ? outcomes('pendingReview') : detail.score === null ? '–' : figure(detail.score)],
    [t('content'), <PlatformText key="content">{detail.content}</PlatformText>],
    [t('number'), detail.attemptNumber],
    [t('duration'), duration(detail.usedMs)],
    [t('start'), moment(detail.startedAt)],
    [t('end'), moment(detail.endedAt)],
    ...(detail.reviewerName ? [[t('reviewer'), <span key="reviewer"><PlatformText>{detail.reviewerName}</PlatformText> · {moment(detail.reviewedAt)}</span>] as [string, ReactNode]] : []),
  ]
  const none = <EmptyState text={t('none')} />
  const back = () => (window.history.length > 1 ? router.back() : router.push(backHref))
  const watchFrom = (second: number) => {
    engine.seek(second)
    engine.play()
    document.querySelector('video')?.scrollIntoView({ block: 'center' })
  }
  return (
    <main className={`container ${styles.practical}`} id="main" tabIndex={-1}>
      <div className={styles.practicalHead}>
        <Button look="ghost" icon={<Icon of={ArrowLeft} className="i" />} onClick={back}>{t('back')}</Button>
        <h1 className="h2">{title}</h1>
        <Button onClick={back}>{t('endView')}</Button>
      </div>
      <div className={styles.watch}>
        {detail.videoUrl ? <PracticalVideo engine={engine} frame={frame} url={detail.videoUrl} name={detail.content || title} /> : <Panel><EmptyState text={t('noVideo')} /></Panel>}
        <Panel><dl className={styles.infoList}>{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl></Panel>
      </div>
      {detail.requirement && <Panel labelledBy="requirement"><h2 className="h3" id="requirement">{t('requirement')}</h2><RichText html={detail.requirement} top={3} /></Panel>}
      <section className="panel" aria-label={t('views')}>
        <ViewTabs
          {...view}
          label={t('views')}
          tabs={[
            { id: 'scores', label: t('scores'), content: <div className={styles.view}>{detail.rows.length > 0 ? <ScoreTree rows={detail.rows} /> : none}</div> },
            {
              id: 'comments', label: t('comments'), count: detail.comments.length,
              content: (
                <div className={styles.view}>
                  {detail.comments.length === 0 ? none : (
                    <ul className={styles.comments} role="list">
                      {detail.comments.map(({ text, second }, index) => (
                        <li key={index}>
                          {second !== null && detail.videoUrl && !isMissing
                            ? <Button look="soft" className={styles.moment} icon={<Icon of={CirclePlay} className="i" />} aria-label={t('jump', { time: playTime(second) })} onClick={() => watchFrom(second)}>{playTime(second)}</Button>
                            : second !== null && <span className={`num muted ${styles.moment}`}>{playTime(second)}</span>}
                          <p><PlatformText>{text}</PlatformText></p>
                        </li>
                      ))}
                    </ul>
                  )}
                </div>
              ),
            },
            {
              id: 'parameters', label: t('parameters'), count: detail.parameters.length,
              content: (
                <div className={styles.view}>
                  {detail.parameters.length === 0 ? none : (
                    <table className={styles.table}>
                      <thead><tr><th scope="col">{t('name')}</th><th scope="col" className={styles.num}>{t('value')}</th></tr></thead>
                      <tbody>{detail.parameters.map(({ name, value }, index) => <tr key={index}><td><PlatformText>{name}</PlatformText></td><td className={styles.num}>{value}</td></tr>)}</tbody>
                    </table>
                  )}
                </div>
              ),
            },
          ]}
        />
      </section>
    </main>
  )
}
