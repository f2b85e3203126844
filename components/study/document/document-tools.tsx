'use client'

import { Check, ChevronDown, ChevronUp, Maximize, Minimize, Minus, Plus, Search, X } from 'lucide'
import { useTranslations } from 'next-intl'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import type { DocumentEngine } from '@/components/study/document/document-engine'
import { LARGEST_ZOOM, PIXELS_PER_POINT, SMALLEST_ZOOM, type Zoom } from '@/components/study/document/page-layout'
import { useObserved } from '@/components/study/observable'
import type { StageProps } from '@/components/study/stage-props'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { isComposing } from '@/components/ui/is-composing'
import { Menu } from '@/components/ui/menu'
import { StepButton } from '@/components/ui/step-button'
import styles from './document.module.css'

const zooms: Zoom[] = ['width', 'page', 0.5, 0.75, 1, 1.25, 1.5, 2, 3]

type Props = { engine: DocumentEngine; frame: StageProps['frame']; searching: boolean; onSearch: (open: boolean) => void; field: RefObject<HTMLInputElement | null> }

/** Page box, zoom, search and full screen above a document. */
export function DocumentTools({ engine, frame, searching, onSearch, field }: Props) {
  const t = useTranslations('study.document')
  const video = useTranslations('study.video')
  const page = useObserved(engine, (state) => state.page)
  const total = useObserved(engine, (state) => state.layout.tops.length)
  const scale = useObserved(engine, (state) => state.layout.scale)
  const zoom = useObserved(engine, (state) => state.zoom)
  const framed = useObserved(frame, (state) => state.frame)
  const percent = Math.round((scale / PIXELS_PER_POINT) * 100)
  const zoomName = (value: Zoom) => (value === 'width' ? t('fitWidth') : value === 'page' ? t('fitPage') : `${Math.round(value * 100)}%`)

  return (
    <div className={searching ? `${styles.tools} ${styles.searching}` : styles.tools} role="toolbar" aria-label={t('pages')}>
      <StepButton className={styles.wide} label={t('previous')} icon={<Icon of={ChevronUp} className="i" />} disabled={page <= 1} onClick={() => engine.goTo(page - 1)} />
      <StepButton className={styles.wide} label={t('next')} icon={<Icon of={ChevronDown} className="i" />} disabled={page >= total} onClick={() => engine.goTo(page + 1)} />
      <PageBox engine={engine} page={page} total={total} />
      <span className={styles.grow} />
      {searching && <SearchBox engine={engine} field={field} onClose={() => onSearch(false)} />}
      {!searching && <IconButton label={t('searchOpen')} icon={<Icon of={Search} className="i" />} onClick={() => onSearch(true)} />}
      <StepButton className={styles.wide} label={t('zoomOut')} icon={<Icon of={Minus} className="i" />} disabled={percent <= SMALLEST_ZOOM * 100} onClick={() => engine.zoomBy(-1)} />
      <Menu label={t('zoom')} triggerClass={styles.choice} trigger={`${percent}%`} menuClass={styles.options}>
        {zooms.map((value) => (
          <button
            key={value} type="button" role="menuitemradio" tabIndex={-1} className="menu-item" aria-checked={value === zoom}
            onClick={(event) => {
              engine.zoomTo(value)
              event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
            }}
          >
            <Icon of={Check} className={`i i-16 ${styles.tick}`} />
            <span className="num">{zoomName(value)}</span>
          </button>
        ))}
      </Menu>
      <StepButton className={styles.wide} label={t('zoomIn')} icon={<Icon of={Plus} className="i" />} disabled={percent >= LARGEST_ZOOM * 100} onClick={() => engine.zoomBy(1)} />
      <IconButton data-frames label={video(framed === 'none' ? 'fullscreen' : 'exitFullscreen')} icon={framed === 'none' ? <Icon of={Maximize} className="i" /> : <Icon of={Minimize} className="i" />} onClick={() => void frame.toggle()} />
    </div>
  )
}

function PageBox({ engine, page, total }: { engine: DocumentEngine; page: number; total: number }) {
  const t = useTranslations('study.document')
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    const wanted = Math.round(Number(typed))
    if (typed !== null && wanted >= 1 && wanted <= total) engine.goTo(wanted)
    setTyped(null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go()
    if (event.key === 'Escape') setTyped(null)
    event.stopPropagation()
  }
  return (
    <label className={styles.pagebox}>
      <span className="sr">{t('page')}</span>
      <input className={styles.page} inputMode="numeric" value={typed ?? page} onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))} onFocus={(event) => event.currentTarget.select()} onBlur={go} onKeyDown={press} />
      <span className={styles.total}>{t('pageOf', { total })}</span>
    </label>
  )
}

function SearchBox({ engine, field, onClose }: { engine: DocumentEngine; field: RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const t = useTranslations('study.document')
  const word = useObserved(engine, (state) => state.word)
  const total = useObserved(engine, (state) => state.matches.length)
  const match = useObserved(engine, (state) => state.match)
  const busy = useObserved(engine, (state) => state.searching)
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isComposing(event)) return
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter') engine.findNext(event.shiftKey ? -1 : 1)
  }
  const count = word.trim() === '' ? '' : busy ? t('finding', { total }) : total > 0 ? t('found', { at: match + 1, total }) : t('notFound')
  return (
    <div className={styles.search} role="search">
      <input ref={field} className={styles.word} type="text" value={word} placeholder={t('search')} aria-label={t('search')} enterKeyHint="search" autoComplete="off" spellCheck={false} maxLength={100} onChange={(event) => void engine.find(event.currentTarget.value)} onKeyDown={press} />
      <span className={styles.count} role="status">{count}</span>
      <StepButton label={t('searchPrevious')} icon={<Icon of={ChevronUp} className="i" />} disabled={total === 0} onClick={() => engine.findNext(-1)} />
      <StepButton label={t('searchNext')} icon={<Icon of={ChevronDown} className="i" />} disabled={total === 0} onClick={() => engine.findNext(1)} />
      <IconButton label={t('searchClose')} icon={<Icon of={X} className="i" />} onClick={onClose} />
    </div>
  )
}
