'use client'

import { BookOpen, CalendarCheck, Clipboard, House, User, type IconNode } from 'lucide'
import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { currentMark, tabPlaces, type NavKey } from '@/components/shell/nav'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'

const icons: Partial<Record<NavKey, IconNode>> = { home: House, myCourses: BookOpen, myPlans: CalendarCheck, myExams: Clipboard, personalCentre: User }

/** The five places of phones; a dock takes its place where there is one. */
export function TabBar() {
  const t = useTranslations('shell')
  const path = usePathname()
  return (
    <nav className="tabbar" aria-label={t('tabs.label')}>
      <ul>
        {tabPlaces.map((place) => {
          const icon = icons[place.key] ?? House
          return <li key={place.key}><Link href={place.href} aria-label={t(`nav.${place.key}`)} aria-current={currentMark(place, path)}><Icon of={icon} className="i i-24" /><span className="clip1">{place.key === 'personalCentre' ? t('tabs.personalCentre') : t(`nav.${place.key}`)}</span></Link></li>
        })}
      </ul>
    </nav>
  )
}
