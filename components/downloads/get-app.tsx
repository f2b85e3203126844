'use client'

import { Download } from 'lucide'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore, type ReactNode } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { buttonClass } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Icon } from '@/components/ui/icon'
import { systemFor, type AppOffer, type AppSystem } from '@/lib/domain/downloads'
import { isHiddenIpad, type Device } from '@/lib/domain/user-agent'
import { routes } from '@/lib/routes'
import styles from './downloads.module.css'

const never = () => () => undefined

type Props = { offer: AppOffer; device: Device; /** On a desktop: how a phone gets here. */ toPhone: ReactNode }

/** The newest version and its button for the device at hand, for both systems on a desktop; a way on to the web where nothing can be installed from here. */
export function GetApp({ offer, device: seen, toPhone }: Props) {
  const t = useTranslations('downloads')
  // An iPad may call itself a Macintosh; only here it can be told apart.
  const isIpad = useSyncExternalStore(never, () => seen === 'desktop' && isHiddenIpad(navigator.userAgent, navigator.maxTouchPoints), () => false)
  const device = isIpad ? 'ipad' : seen
  const system = systemFor(device)
  const systems = system ? [system] : (['android', 'ios'] as const)
  return (
    <div className={styles.get} data-device={device}>
      {systems.map((one) => <OneSystem key={one} system={one} version={offer[one]} primary={system !== null} />)}
      {device === 'harmony' && <p className={styles.hint}>{t('harmony')}</p>}
      {device === 'desktop' && toPhone}
      {systems.every((one) => !offer[one]?.url) && <p className={styles.hint}><ButtonLink href={routes.home()} size="large">{t('platform')}</ButtonLink></p>}
    </div>
  )
}

function OneSystem({ system, version, primary }: { system: AppSystem; version: AppOffer[AppSystem]; primary: boolean }) {
  const t = useTranslations('downloads')
  return (
    <div className={styles.system}>
      {version?.url
        ? <a className={buttonClass({ look: primary ? 'primary' : 'secondary', size: 'large', block: primary, icon: true })} href={version.url} rel="noopener"><Icon of={Download} className="i" />{t(`get.${system}`)}</a>
        : <p className={styles.hint}>{t(version ? `elsewhere.${system}` : `none.${system}`)}</p>}
      {version && <p className={`num ${styles.version}`}>{t('version', { code: version.code })}</p>}
      {version?.content && <p className={styles.content}><PlatformText>{version.content}</PlatformText></p>}
    </div>
  )
}
