'use client'

import { Award } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { Suspense, useState } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { Icon } from '@/components/ui/icon'
import { StateMark } from '@/components/ui/state-mark'
import { localDay, validityText, type CheckableCertificate } from '@/lib/domain/certificates'
import styles from './certificates.module.css'

const CertificateDialog = dynamic(() => import('./certificate-dialog'))

type Entry = CheckableCertificate & { /** Null where nobody knows. */ expired: boolean | null }

/** The certificates of a year as cards; each opens as it is printed. */
export function CertificateList({ entries }: { entries: Entry[] }) {
  const t = useTranslations('certificates')
  const [open, setOpen] = useState<string | null>(null)
  const shown = entries.find(({ certificate }) => certificate.id === open)
  return (
    <>
      <ul className={styles.list}>
        {entries.map(({ certificate, expired }) => (
          <li key={certificate.id}>
            <button type="button" className={`panel ${styles.card}`} aria-haspopup="dialog" onClick={() => setOpen(certificate.id)}>
              <span className={styles.seal} data-over={expired || undefined}><Icon of={Award} className="i i-24" /></span>
              <span className={styles.lines}>
                <span className={`${styles.name} clip2`}><PlatformText>{certificate.name}</PlatformText></span>
                {certificate.obtainedAt && <span className={styles.meta}>{t('obtainedOn', { date: localDay(certificate.obtainedAt) })}</span>}
                <span className={styles.foot}>
                  <span className={styles.meta}>{validityText(certificate.validity, t, localDay)}</span>
                  {expired !== null && <StateMark state={expired ? 'expired' : 'passed'}>{t(expired ? 'expired' : 'valid')}</StateMark>}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown && <Suspense><CertificateDialog certificate={shown.certificate} checkUrl={shown.checkUrl} onClose={() => setOpen(null)} /></Suspense>}
    </>
  )
}
