import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CentreMenu } from '@/components/account/centre-menu'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import type { CentreTab } from '@/lib/domain/personal-centre'
import { routes } from '@/lib/routes'
import styles from './centre.module.css'

/** The personal centre around one of its entries: where one is, and the menu at the left. */
export function CentreFrame({ tab, children }: { tab: CentreTab; children: ReactNode }) {
  const t = useTranslations('personalCentre')
  return (
    <>
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('title'), href: routes.personalCentre() }, { label: t(`tabs.${tab}`) }]} />
      <div className={styles.frame}>
        <CentreMenu current={tab} />
        <div>{children}</div>
      </div>
    </>
  )
}
