'use client'

import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import styles from '@/components/ui/carousel.module.css'
import { Icon } from '@/components/ui/icon'
import { Slide, type SlideProps } from '@/components/ui/slide'

export type CarouselSlide = SlideProps & { id: string }
type Props = { /** What is shown here, e.g. 推荐. */ label: string; slides: readonly CarouselSlide[]; /** Seconds for each. */ seconds?: number; /** The first thing of a page: on phones it touches the header. */ top?: boolean }

/** A turn is over within ten frames and does not swing past its picture; a shorter duration alone would, with the library's friction of 0.68. */
const BRISK = { duration: 1.25, friction: 0.3 }

const calm = () => window.matchMedia('(prefers-reduced-motion: reduce)')

function useCalm() {
  const subscribe = useCallback((changed: () => void) => {
    const query = calm()
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }, [])
  return useSyncExternalStore(subscribe, () => calm().matches, () => true)
}

/** Pictures that take turns: stops under pointer and focus, on pause, out of sight and for people who want less motion. */
export function Carousel({ label, slides, seconds = 6, top = false }: Props) {
  const t = useTranslations('ui.carousel')
  const prefersCalm = useCalm()
  const [viewport, embla] = useEmblaCarousel({ loop: slides.length > 1, duration: prefersCalm ? 0 : 24 })
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [held, setHeld] = useState(false)
  const box = useRef<HTMLElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const carries = useRef(false)
  const runs = playing && !prefersCalm && slides.length > 1

  useEffect(() => {
    if (!embla) return
    const select = () => {
      if (!prefersCalm) embla.internalEngine().scrollBody.useDuration(BRISK.duration).useFriction(BRISK.friction)
      carries.current = row.current?.contains(document.activeElement) ?? false
      setAt(embla.selectedScrollSnap())
    }
    embla.on('select', select)
    return () => void embla.off('select', select)
  }, [embla, prefersCalm])

  // The picture that had the focus goes out of reach; the next one has it.
  useEffect(() => {
    const slide = carries.current ? row.current?.children[at] : null
    carries.current = false
    const target = slide?.querySelector<HTMLElement>('a, button') ?? (slide as HTMLElement | null | undefined)
    target?.focus({ preventScroll: true })
  }, [at])

  useEffect(() => {
    if (!embla || !runs || held) return
    const turn = window.setInterval(() => document.visibilityState === 'visible' && embla.scrollNext(), seconds * 1000)
    return () => window.clearInterval(turn)
  }, [embla, runs, held, seconds, at])

  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') embla?.scrollPrev()
    else if (event.key === 'ArrowRight') embla?.scrollNext()
    else return
    event.preventDefault()
  }
  const left = (event: { relatedTarget: EventTarget | null }) => {
    if (!box.current?.contains(event.relatedTarget as Node | null)) setHeld(false)
  }
  return (
    <section ref={box} className={top ? `${styles.carousel} ${styles.top}` : styles.carousel} aria-roledescription={t('kind')} aria-label={label} onKeyDown={press} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)} onFocus={() => setHeld(true)} onBlur={left}>
      {slides.length > 1 && (
        <div className={styles.controls} data-still={!playing || undefined}>
          <button type="button" className={`iconbtn ${styles.arrow}`} aria-label={t('previous')} onClick={() => embla?.scrollPrev()}><Icon of={ChevronLeft} className="i" /></button>
          <span className={`num ${styles.place}`} aria-hidden="true">{at + 1} / {slides.length}</span>
          <button type="button" className={`iconbtn ${styles.arrow}`} aria-label={t('next')} onClick={() => embla?.scrollNext()}><Icon of={ChevronRight} className="i" /></button>
          {!prefersCalm && <button type="button" className="iconbtn" aria-label={playing ? t('pause') : t('play')} onClick={() => setPlaying(!playing)}>{playing ? <Icon of={Pause} className="i i-16 i-solid" /> : <Icon of={Play} className="i i-16 i-solid" />}</button>}
        </div>
      )}
      <div className={styles.viewport} ref={viewport}>
        <div ref={row} className={styles.row} aria-live={runs && !held ? 'off' : 'polite'}>
          {slides.map(({ id, ...slide }, index) => (
            <div key={id} className={styles.slide} role="group" tabIndex={-1} aria-roledescription={t('slideKind')} aria-label={t('slide', { index: index + 1, count: slides.length })} inert={index !== at}>
              <Slide {...slide} first={index === 0} />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
