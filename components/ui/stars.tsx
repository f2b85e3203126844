import { useTranslations } from 'next-intl'

/** A rating as stars, halves shown; `figure` puts the number beside them. */
export function Stars({ value, size = 16, figure = false }: { /** 0 to 5. */ value: number; size?: number; figure?: boolean }) {
  const t = useTranslations('ui.stars')
  const shown = Math.round(Math.min(5, Math.max(0, value)) * 2) / 2
  const stars = <span className="stars" style={{ '--v': shown, '--w': `${size}px` }} role="img" aria-label={t('value', { value })} />
  return figure ? <span className="stars-line">{stars}<b className="num">{value.toFixed(1)}</b></span> : stars
}
