'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { DocumentEngine } from '@/components/study/document/document-engine'
import type { PageLink } from '@/components/study/document/page-links'
import styles from './document.module.css'

type Props = { engine: DocumentEngine; page: number; total: number; top: number; width: number; height: number; scale: number; links: readonly PageLink[] }

/** One living page: its picture, its text to select and find, its links. */
export function PageView({ engine, page, total, top, width, height, scale, links }: Props) {
  const t = useTranslations('study.document')
  const picture = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => (picture.current && words.current ? engine.paint(page, picture.current, words.current, () => setFailed(true)) : undefined), [engine, page, scale])
  useEffect(() => {
    const box = picture.current
    return () => {
      if (box) engine.drop(page, box)
    }
  }, [engine, page])

  return (
    <div className={styles.sheet} role="group" aria-label={t('pageName', { page, total })} data-page={page} style={{ top, width, height, '--total-scale-factor': scale }}>
      <div ref={picture} className={styles.picture} aria-hidden="true" />
      {failed && <p className={styles.undrawn}>{t('undrawn')}</p>}
      <div ref={words} className={styles.text} />
      {links.map(({ left, top: y, width: w, height: h, href, page: target }, index) => {
        const style = { left: `${left}%`, top: `${y}%`, width: `${w}%`, height: `${h}%` }
        return target !== null
          ? <button key={index} type="button" className={styles.link} style={style} aria-label={t('pageName', { page: target, total })} onClick={() => engine.goTo(target)} />
          : href && <a key={index} className={styles.link} style={style} href={href} target="_blank" rel="noopener noreferrer" aria-label={href} />
      })}
    </div>
  )
}
