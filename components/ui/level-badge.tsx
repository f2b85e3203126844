import { useTranslations } from 'next-intl'

type Props = { /** 1 to 10; others show the nearest. */ level: number; size?: 30 | 52 | 72 | 88; /** Still ahead: grey at half strength. */ ahead?: boolean; /** The name stands beside it. */ decorative?: boolean; className?: string }

/** The badge of a level: one more storey, then corners, ribbon, laurel, stars, rays and crown. */
export function LevelBadge({ level, size = 88, ahead = false, decorative = false, className }: Props) {
  const t = useTranslations('ui.level')
  const shown = Math.min(10, Math.max(1, Math.round(level)))
  return <img className={className} style={ahead ? { filter: 'grayscale(1) opacity(0.5)' } : undefined} src={`/art/badge-${shown}.svg`} width={size} height={size} alt={decorative ? '' : t('level', { level: shown })} />
}
