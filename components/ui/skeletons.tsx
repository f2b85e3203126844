'use client'

// Drawn in the browser too: a page that may show a skeleton sends its name and not its boxes.

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

function Busy({ className, children }: { className?: string; children: ReactNode }) {
  const t = useTranslations('ui.loading')
  return <div className={className} role="status" aria-busy="true"><span className="sr">{t('text')}</span>{children}</div>
}

/** One line of text; `width` and `height` as in CSS. */
export function Skeleton({ width = '100%', height = 14, gap = 8 }: { width?: string | number; height?: string | number; gap?: number }) {
  return <div className="skel" style={{ width, height, marginTop: gap }} />
}

/** Cards to come, with the boxes of the full ones. */
export function CardGridSkeleton({ count = 8, phone, progress = true }: { count?: number; phone?: 'rows' | 'two'; progress?: boolean }) {
  return (
    <Busy className={phone ? `grid4 ${phone}` : 'grid4'}>
      {many(count).map((index) => (
        <div className="card" key={index}>
          <div className="skel skel-cover" style={{ aspectRatio: '16 / 9', borderRadius: 0 }} />
          <div className="card-body">
            <Skeleton width="92%" gap={4} />
            <Skeleton width="60%" />
            <Skeleton width="44%" height={12} gap={10} />
            {progress && <div className="card-foot"><Skeleton height={6} gap={24} /></div>}
          </div>
        </div>
      ))}
    </Busy>
  )
}

/** Rows to come, each of `height`, with a round picture when `picture`. */
export function RowsSkeleton({ count = 5, height = 64, picture = false }: { count?: number; height?: number; picture?: boolean }) {
  return (
    <Busy>
      {many(count).map((index) => (
        <div className="skel-row" key={index} style={{ minHeight: height }}>
          {picture && <div className="skel" style={{ width: 36, height: 36, borderRadius: '50%' }} />}
          <div><Skeleton width={`${70 - (index % 3) * 12}%`} gap={0} /><Skeleton width="32%" height={12} gap={6} /></div>
        </div>
      ))}
    </Busy>
  )
}

/** A panel to come. */
export function PanelSkeleton({ lines = 4, height }: { lines?: number; height?: number }) {
  return <section className="panel panel-pad" style={{ minHeight: height }}><TextSkeleton lines={lines} title /></section>
}

/** Text to come. */
export function TextSkeleton({ lines = 3, title = false }: { lines?: number; title?: boolean }) {
  return (
    <Busy>
      {title && <Skeleton width="36%" height={20} gap={4} />}
      {many(lines).map((index) => <Skeleton key={index} width={index === lines - 1 ? '58%' : '100%'} gap={title && index === 0 ? 20 : 10} />)}
    </Busy>
  )
}
