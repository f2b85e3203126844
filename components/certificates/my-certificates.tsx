import { useTranslations } from 'next-intl'
import { CertificateList } from '@/components/certificates/certificate-list'
import styles from '@/components/certificates/certificates.module.css'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { PageHead, Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import { isExpired, type Certificate, type CertificateYear } from '@/lib/domain/certificates'
import type { Settled } from '@/lib/domain/errors'
import { routes } from '@/lib/routes'

type Props = { years: Settled<CertificateYear[]>; now: number; /** Where a certificate can be checked. */ checkUrlOf: (certificate: Certificate) => string | null }

/** My certificates, year by year. */
export function MyCertificates({ years, now, checkUrlOf }: Props) {
  const t = useTranslations('certificates')
  if (years.error) return <Stack><PageHead title={t('title')} /><Panel><ErrorState title={t('failed')} /></Panel></Stack>
  return (
    <Stack>
      <PageHead title={t('title')} />
      {years.value.length === 0 && <Panel><EmptyState text={t('none')} action={{ href: routes.courseLibrary(), label: t('toLibrary') }} /></Panel>}
      <Stack sections>
        {years.value.map(({ year, certificates }, index) => (
          <section key={index} aria-labelledby={`year-${index}`}>
            <h2 className={`h2 num ${styles.year}`} id={`year-${index}`}>{year ? t('year', { year }) : t('noYear')}<span className={styles.count}>{t('count', { count: certificates.length })}</span></h2>
            <CertificateList entries={certificates.map((certificate) => ({ certificate, expired: isExpired(certificate, now), checkUrl: checkUrlOf(certificate) }))} />
          </section>
        ))}
      </Stack>
    </Stack>
  )
}
