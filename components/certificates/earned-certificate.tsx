import { use } from 'react'
import { EarnedCertificateButton } from '@/components/certificates/earned-certificate-button'
import type { CheckableCertificate } from '@/lib/domain/certificates'
import type { Settled } from '@/lib/domain/errors'

/** The way to the certificate that a course or plan has brought; nothing without one. */
export function EarnedCertificate({ certificate: asked }: { certificate: Promise<Settled<CheckableCertificate | null>> }) {
  const { value: earned } = use(asked)
  return earned ? <EarnedCertificateButton {...earned} /> : null
}
