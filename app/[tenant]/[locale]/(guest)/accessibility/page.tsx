import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AccessibilityStatement } from '@/components/accessibility/statement'
import { GuestPage } from '@/components/shell/guest-page'
import { pageLocale } from '@/lib/i18n/page-locale'
import { requireTenant } from '@/lib/request/tenant'

type Props = { params: Promise<{ tenant: string; locale: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations({ locale: await pageLocale(params), namespace: 'accessibility' }))('title') }
}

export default async function AccessibilityPage({ params }: Props) {
  const { tenant: domain } = await params
  const tenant = await requireTenant(domain, await pageLocale(params))
  return <GuestPage tenant={tenant}><AccessibilityStatement platform={tenant.title} /></GuestPage>
}
