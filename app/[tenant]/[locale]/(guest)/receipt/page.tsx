import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ReceiptCheckView } from '@/components/exams/receipt-check'
import { GuestPage } from '@/components/shell/guest-page'
import { receiptCheckInput } from '@/lib/domain/receipts-input'
import { Messages } from '@/lib/i18n/messages-provider'
import { pageLocale } from '@/lib/i18n/page-locale'
import { openReceipt } from '@/lib/request/receipt-check'
import { requireTenant } from '@/lib/request/tenant'
import { visitorOf } from '@/lib/request/visiting'
import { inLanguage, routes } from '@/lib/routes'

type Props = { params: Promise<{ tenant: string; locale: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

/** A receipt is asked for when somebody asks: guesses fill no cache. */
export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations({ locale: await pageLocale(params), namespace: 'exams.receipts' })
  return { title: t('checkTitle'), robots: { index: false, follow: false }, referrer: 'no-referrer' }
}

export default async function ReceiptCheckPage({ params, searchParams }: Props) {
  const { tenant: domain } = await params
  const locale = await pageLocale(params)
  const tenant = await requireTenant(domain, locale)
  const query = await searchParams
  const { code, signature } = receiptCheckInput.parse(query)
  const asked = code ? await openReceipt(await visitorOf(tenant, locale), { code, signature }) : null
  return (
    <GuestPage tenant={tenant}>
      <Messages areas={['exams']}>
        <ReceiptCheckView action={inLanguage(locale, routes.receiptCheck())} typed={typeof query.code === 'string' ? query.code.trim().slice(0, 200) : ''} asked={asked} />
      </Messages>
    </GuestPage>
  )
}
