import { Award, BookX, ChartColumn, ContactRound, Heart, Map as MapIcon, MessageSquareText, Route, Users, type IconNode } from 'lucide'
import { useTranslations } from 'next-intl'
import { UnreadBadge } from '@/components/messages/unread-badge'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { centreTabs, type CentreTab } from '@/lib/domain/personal-centre'
import { routes } from '@/lib/routes'
import styles from './centre.module.css'

const icons: Record<CentreTab, IconNode> = {
  learningData: ChartColumn, messages: MessageSquareText, classes: Users, collection: Heart, certificates: Award, mistakes: BookX, learningPaths: Route, postMaps: MapIcon, profile: ContactRound,
}

/** The entries of the personal centre; on phones a row that scrolls. */
export function CentreMenu({ current }: { current: CentreTab }) {
  const t = useTranslations('personalCentre')
  return (
    <nav className={`panel ${styles.menu}`} aria-label={t('menu')}>
      <ul>
        {centreTabs.map((tab) => {
          const icon = icons[tab]
          return <li key={tab}><Link href={routes.personalCentre(tab)} aria-current={tab === current ? 'page' : undefined}><Icon of={icon} className="i" />{t(`tabs.${tab}`)}{tab === 'messages' && <UnreadBadge />}</Link></li>
        })}
      </ul>
    </nav>
  )
}
