import { useTranslations } from 'next-intl'

/** The medal of the first three; its name is the place. */
export function Medal({ place, size = 28 }: { place: 1 | 2 | 3; size?: number }) {
  const t = useTranslations('ui.medal')
  return <img src={`/art/medal-${place}.svg`} width={size} height={size} alt={t('place', { place })} />
}
