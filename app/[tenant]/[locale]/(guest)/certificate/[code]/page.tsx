import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { CertificateCheck } from '@/components/certificates/certificate-check'
import { GuestPage } from '@/components/shell/guest-page'
import { pageLocale } from '@/lib/i18n/page-locale'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireTenant } from '@/lib/request/tenant'
import { checkCertificate } from '@/lib/training/certificates'

type Props = { params: Promise<{ tenant: string; locale: string; code: string }> }

/** A code is asked for when somebody asks: valid today may be over tomorrow, and guesses fill no cache. */
export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations({ locale: await pageLocale(params), namespace: 'certificates' })
  return { title: t('checkTitle'), robots: { index: false, follow: false }, referrer: 'no-referrer' }
}

export default async function CertificateCheckPage({ params }: Props) {
  const { tenant: domain, code } = await params
  const locale = await pageLocale(params)
  const tenant = await requireTenant(domain)
  const certificate = await checkCertificate({ tenantId: tenant.id, locale }, code)
  if (!certificate) notFound()
  return <GuestPage tenant={tenant}><Messages areas={['certificates']}><CertificateCheck certificate={certificate} /></Messages></GuestPage>
}
