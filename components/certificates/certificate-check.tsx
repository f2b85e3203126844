import { CircleCheck, Clock } from 'lucide'
import { useTranslations } from 'next-intl'
import { CertificateFacts } from '@/components/certificates/certificate-paper'
import styles from '@/components/certificates/certificates.module.css'
import { Icon } from '@/components/ui/icon'
import { PageHead } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import type { CheckedCertificate } from '@/lib/domain/certificates'

/** What anybody who holds the paper may know: whether it is valid, and what must stand on it. */
export function CertificateCheck({ certificate }: { certificate: CheckedCertificate }) {
  const t = useTranslations('certificates')
  const isValid = certificate.status === 'valid'
  const mark = isValid ? CircleCheck : Clock
  return (
    <div className={styles.checked}>
      <PageHead title={t('checkTitle')} />
      <Panel>
        <div className={styles.verdict} data-status={certificate.status}>
          <Icon of={mark} className={`i ${isValid ? styles.good : styles.over}`} />
          <div>
            <h2 className={`h2 ${isValid ? styles.good : styles.over}`}>{t(certificate.status)}</h2>
            <p>{t(isValid ? 'validText' : 'expiredText')}</p>
          </div>
        </div>
        <CertificateFacts certificate={certificate} />
      </Panel>
    </div>
  )
}
