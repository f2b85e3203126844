import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { CertificateCheck } from '@/components/certificates/certificate-check'
import { GuestPage } from '@/components/shell/guest-page'
import { Notice } from '@/components/shell/notice'
import { platformWords } from '@/lib/i18n/platform-words'
import { pageLocale } from '@/lib/i18n/page-locale'
import { Messages } from '@/lib/i18n/messages-provider'
import { visitCertificate } from '@/lib/request/certificate-check'
import { requireTenant } from '@/lib/request/tenant'
import { visitorOf } from '@/lib/request/visiting'
import { inLanguage, routes } from '@/lib/routes'

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
  const tenant = await requireTenant(domain, locale)
  const { value: certificate, error, words } = await visitCertificate(await visitorOf(tenant, locale), code)
  if (error) {
    const [t, tErrors, known] = await Promise.all([getTranslations('certificates'), getTranslations('errors'), getTranslations('errors.platform')])
    return <Notice title={t('checkTitle')} text={words ? platformWords(known, words) : tErrors(error === 'busy' || error === 'timeout' ? error : 'failed')} action={{ href: inLanguage(locale, routes.certificate(code)), label: tErrors('retry') }} />
  }
  // Whoever opens one that is not there is told so by the middleware, without a script; this is for what ends in between.
  if (!certificate) notFound()
  return <GuestPage tenant={tenant}><Messages areas={['certificates']}><CertificateCheck certificate={certificate} /></Messages></GuestPage>
}
