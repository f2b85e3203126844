import { useLocale } from 'next-intl'
import { use } from 'react'
import { EarnedCertificateButton } from '@/components/certificates/earned-certificate-button'
import type { Certificate } from '@/lib/domain/certificates'
import type { Settled } from '@/lib/domain/errors'
import { inLanguage, routes } from '@/lib/routes'

/** The way to the certificate that a course or plan has brought; nothing without one. */
export function EarnedCertificate({ certificate: asked }: { certificate: Promise<Settled<Certificate | null>> }) {
  const { value: certificate } = use(asked)
  const locale = useLocale()
  if (!certificate) return null
  const { checkCode } = certificate
  return <EarnedCertificateButton certificate={certificate} checkUrl={checkCode && inLanguage(locale, routes.certificate(checkCode))} />
}
