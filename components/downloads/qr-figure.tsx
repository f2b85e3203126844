import type { ReactNode } from 'react'
import { CopyButton } from '@/components/downloads/copy-button'
import styles from '@/components/downloads/downloads.module.css'
import { qrPath } from '@/lib/domain/qr'

const QUIET_MODULES = 4

/** A QR code of 136 px with what it holds in words, and a button that copies that. */
export function QrFigure({ text, label, alt, caption, copyLabel }: { text: string; label: ReactNode; alt: string; caption?: string; copyLabel: string }) {
  const { size, path } = qrPath(text)
  const side = size + 2 * QUIET_MODULES
  return (
    <figure className={styles.code}>
      <svg className={styles.qr} width={136} height={136} viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${side} ${side}`} role="img" aria-label={alt} shapeRendering="crispEdges">
        <rect className={styles.paper} x={-QUIET_MODULES} y={-QUIET_MODULES} width={side} height={side} />
        <path className={styles.ink} d={path} />
      </svg>
      <figcaption><span className={styles.codeName}>{label}</span>{caption && <span className={styles.codeText}>{caption}</span>}</figcaption>
      <CopyButton text={text} label={copyLabel} />
    </figure>
  )
}
