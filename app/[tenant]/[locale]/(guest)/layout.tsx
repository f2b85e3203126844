import { setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Footer } from '@/components/shell/footer'
import type { Locale } from '@/lib/domain/locale'
import { tenantSettings } from '@/lib/domain/tenant'
import { requireTenant } from '@/lib/request/tenant'

type Props = { children: ReactNode; params: Promise<{ tenant: string; locale: Locale }> }

export const revalidate = 60
/** Nothing is rendered at build time: tenants are known at run time, and their pages are cached as they are asked for. */
export const generateStaticParams = () => []

export default async function GuestLayout({ children, params }: Props) {
  const { tenant: domain, locale } = await params
  setRequestLocale(locale)
  const tenant = await requireTenant(domain)
  return (
    <>
      {children}
      <Footer title={tenant.title} filingNumber={tenant.filingNumber} languageSwitch={tenantSettings(tenant.id).footerLanguageSwitch} />
    </>
  )
}
