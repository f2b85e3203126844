'use client'

import { FileWarning } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { DocumentEngine } from '@/components/study/document/document-engine'
import type { DocumentProblem } from '@/components/study/document/document-problem'
import { DocumentTools } from '@/components/study/document/document-tools'
import { PageView } from '@/components/study/document/page-view'
import { FactsStage } from '@/components/study/facts-stage'
import { kept } from '@/components/study/kept'
import { useObserved } from '@/components/study/observable'
import { PositionKeeper } from '@/components/study/position-keeper'
import { useStageKeys } from '@/components/study/stage-keys'
import { StageLoading, StageWord } from '@/components/study/stage-word'
import type { StageProps } from '@/components/study/stage-props'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button'
import type { ClockEvent } from '@/lib/domain/study'
import { savePosition } from '@/lib/queries/study'
import stage from '../player.module.css'
import styles from './document.module.css'

/** A document on canvases that live only while they are looked at: zoom, page memory, search, text to select. */
export default function DocumentStage({ learner, stop, section, position, serverNow, frame, moment, tell, onThrough, onDenied }: StageProps) {
  const t = useTranslations('study.document')
  const url = section?.resource?.url ?? null
  const [firstUrl] = useState(url)
  const [engine] = useState(() => new DocumentEngine())
  const [keeper] = useState(() => new PositionKeeper({ learnerId: learner.id, sectionId: section?.id ?? '', resourceId: section?.resource?.id ?? '', serverNow }, kept, savePosition))
  const [firstPage] = useState(() => Math.max(1, Math.round(keeper.resumeAt(position) ?? 1)))
  const [tries, setTries] = useState(0)
  /** Where the learner is, so that another try goes on there. */
  const lastPage = useRef(firstPage)
  const [searching, setSearching] = useState(false)
  const view = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const phase = useObserved(engine, (state) => state.phase)
  const percent = useObserved(engine, (state) => state.percent)
  const problem = useObserved(engine, (state) => state.problem)
  /** Where the learner is taken back to: the document may have become shorter since. */
  const back = useObserved(engine, (state) => Math.min(firstPage, state.layout.tops.length))
  const framed = useObserved(frame, (state) => state.frame)
  const say = useEffectEvent((event: ClockEvent) => tell(event))
  const through = useEffectEvent(() => onThrough())
  const denied = useEffectEvent(() => onDenied())

  useEffect(() => {
    if (!view.current || !url) return
    let isThrough = false
    const leaveMoment = moment.serve('page', (page) => engine.goTo(page))
    moment.note(lastPage.current)
    const close = engine.open(view.current, url, lastPage.current, {
      onPage: (page) => {
        lastPage.current = page
        keeper.note(page)
        moment.note(page)
      },
      onReady: (ready) => say({ type: 'ready', ready }),
      onLastPage: () => {
        if (!isThrough) through()
        isThrough = true
      },
      onDenied: () => denied(),
    })
    const hide = () => document.visibilityState === 'hidden' && keeper.flush(true)
    const leave = () => keeper.flush(true)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      keeper.flush(true)
      leaveMoment()
      close()
    }
  }, [engine, keeper, moment, url, tries])
  useStageKeys(view)
  useEffect(() => {
    if (searching) field.current?.focus()
  }, [searching])

  const search = (open: boolean) => {
    setSearching(open)
    if (open) return
    void engine.find('')
    view.current?.focus({ preventScroll: true })
  }
  const retry = () => {
    view.current?.focus({ preventScroll: true })
    setTries(tries + 1)
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest('input, [role="menu"]')) return
    const act = { '+': () => engine.zoomBy(1), '=': () => engine.zoomBy(1), '-': () => engine.zoomBy(-1), '0': () => engine.zoomTo('width'), '/': () => search(true), f: () => void frame.toggle(), F: () => void frame.toggle() }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  if (!url || problem === 'missing') return <FactsStage stop={stop} />
  const isReady = phase === 'ready'
  return (
    <div className={[styles.box, stage.text, framed !== 'none' && styles.filled].filter(Boolean).join(' ')} role="region" aria-label={t('label', { name: stop.name })} onKeyDown={press}>
      {isReady ? <DocumentTools engine={engine} frame={frame} searching={searching} onSearch={search} field={field} /> : <div />}
      <div ref={view} className={styles.view} tabIndex={0} role="group" aria-label={t('pages')} data-keys>
        {phase === 'loading' && <StageLoading label={percent > 0 ? t('loadingPercent', { percent }) : t('loading')} />}
        {phase === 'failed' && problem && <DocumentTrouble problem={problem} url={url} onRetry={retry} onElsewhere={() => tell({ type: 'ready', ready: true })} />}
        {isReady && <Pages engine={engine} />}
      </div>
      {isReady && back > 1 && tries === 0 && url === firstUrl && <p className={`num ${styles.chip}`} role="status">{t('resumed', { page: back })}</p>}
    </div>
  )
}

function Pages({ engine }: { engine: DocumentEngine }) {
  const layout = useObserved(engine, (state) => state.layout)
  const live = useObserved(engine, (state) => state.live)
  const links = useObserved(engine, (state) => state.links)
  const { scale, sizes, tops } = layout
  return (
    <div className={styles.pages} style={{ height: layout.height, width: `max(100%, ${layout.width + 32}px)` }}>
      {live.map((page) => {
        const size = sizes[page - 1]
        const top = tops[page - 1]
        return size && top !== undefined && <PageView key={page} engine={engine} page={page} total={tops.length} top={top} width={size.width * scale} height={size.height * scale} scale={scale} links={links.get(page) ?? []} />
      })}
    </div>
  )
}

type TroubleProps = { problem: DocumentProblem; url: string; onRetry: () => void; /** The document is opened beside this page: it is there to be studied. */ onElsewhere: () => void }

function DocumentTrouble({ problem, url, onRetry, onElsewhere }: TroubleProps) {
  const t = useTranslations('study.document')
  const known = problem === 'password' || problem === 'damaged' || problem === 'unsupported' || problem === 'oldBrowser' ? problem : 'failed'
  // What this page cannot show, the browser itself perhaps can.
  const opensElsewhere = known === 'unsupported' || known === 'oldBrowser'
  return (
    <StageWord
      alert icon={FileWarning} title={t(known)} text={t('failedText')}
      actions={
        opensElsewhere
          ? <a className={buttonClass({ look: 'primary' })} href={url} target="_blank" rel="noopener" onClick={onElsewhere}>{t('openFile')}</a>
          : <Button look="primary" onClick={onRetry}>{t('retry')}</Button>
      }
    />
  )
}
