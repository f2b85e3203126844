import { useTranslations } from 'next-intl'
import { usePlatformLang } from '@/components/content/platform-text'
import { CopyButton } from '@/components/downloads/copy-button'
import { GetApp } from '@/components/downloads/get-app'
import { DownloadData } from '@/components/downloads/download-data'
import { InAppHint } from '@/components/downloads/in-app-hint'
import { PhonePicture } from '@/components/downloads/phone-picture'
import { QrFigure } from '@/components/downloads/qr-figure'
import styles from '@/components/downloads/downloads.module.css'
import { ErrorState } from '@/components/ui/error-state'
import { Logo } from '@/components/ui/logo'
import type { AppClient, AppOffer, ShownCode } from '@/lib/domain/downloads'
import type { Tenant } from '@/lib/domain/tenant'
import type { Device, InAppBrowser } from '@/lib/domain/user-agent'

type Props = {
  tenant: Pick<Tenant, 'title' | 'logoUrl'>
  client: AppClient
  /** Null while it cannot be asked for. */
  offer: AppOffer | null
  device: Device
  inApp: InAppBrowser | null
  /** QR codes for whoever reads on a desktop. */
  codes: ShownCode[]
  /** This page, to be opened elsewhere. */
  address: string
  /** The page of this app that search engines know. */
  main: string
}

/** An app to install: its newest version for the device at hand, QR codes for another one, and a hint inside other apps. */
export function DownloadView({ tenant, client, offer, device, inApp, codes, address, main }: Props) {
  const t = useTranslations('downloads')
  const lang = usePlatformLang()(tenant.title)
  const isHeld = device !== 'desktop'
  const hint = isHeld && inApp !== null
  return (
    <>
      {offer && <DownloadData tenant={tenant} client={client} offer={offer} url={main} />}
      {hint && <InAppHint app={inApp} address={address} />}
      <div className={styles.page} inert={hint} data-client={client}>
        <div className={styles.hero}>
          <div className={styles.intro}>
            <div className={styles.app}>
              <Logo src={tenant.logoUrl} size={72} />
              <div>
                <h1 className="h1">{client === 'main' ? <span lang={lang}>{tenant.title}</span> : t(`clients.${client}`)}</h1>
                <p className="muted">{t('subtitle')}</p>
              </div>
            </div>
            <p className={styles.lead}>{t(`leads.${client}`)}</p>
            {offer ? <GetApp offer={offer} device={device} toPhone={client !== 'simulationA' && <ToPhone address={address} codes={codes.length > 0} />} /> : <ErrorState title={t('failed')} />}
          </div>
          <PhonePicture />
        </div>
        {codes.length > 0 && (
          <section aria-labelledby="codes-title" className={styles.codes} data-held={isHeld || undefined}>
            <h2 className="h2" id="codes-title">{t('codes.title')}</h2>
            <div className={styles.codeRow}>
              {codes.map(({ code, text, both, route }) => {
                const name = t(both ? 'codes.both' : `codes.${code}`)
                return <QrFigure key={code} text={text} label={name} alt={route ? t('codes.alt', { name, address: text }) : t('codes.altText', { name, text })} caption={route ? undefined : text} copyLabel={t(route ? 'copyLink' : 'copyCode')} />
              })}
            </div>
          </section>
        )}
      </div>
    </>
  )
}

/** How the page gets onto a phone: by a code of it, or by its link. Client A is for computers too, and says so itself. */
function ToPhone({ address, codes }: { address: string; codes: boolean }) {
  const t = useTranslations('downloads')
  if (codes) return <p className={styles.hint}>{t('desktop')}</p>
  return (
    <>
      <p className={styles.hint}>{t('sendLink')}</p>
      <CopyButton text={address} label={t('copyLink')} />
    </>
  )
}
