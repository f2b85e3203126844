'use client'

import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { currentMark, navPlaces } from '@/components/shell/nav'
import { Link } from '@/components/ui/link'

/** The links of the header, from 960 on. */
export function MainNav({ exerciseBank }: { exerciseBank: boolean }) {
  const t = useTranslations('shell.nav')
  const path = usePathname()
  return (
    <nav className="nav" aria-label={t('label')}>
      <ul>
        {navPlaces(exerciseBank).map((place) => (
          <li key={place.key}><Link href={place.href} aria-current={currentMark(place, path)}>{t(place.key)}</Link></li>
        ))}
      </ul>
    </nav>
  )
}
