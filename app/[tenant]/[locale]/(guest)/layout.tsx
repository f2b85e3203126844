import type { ReactNode } from 'react'
import { Footer } from '@/components/shell/footer'
import { pageLocale } from '@/lib/i18n/page-locale'
import { requireTenant } from '@/lib/request/tenant'

type Props = { children: ReactNode; params: Promise<{ tenant: string; locale: string }> }

export const revalidate = 15
/** Nothing is rendered at build time: tenants are known at run time, and their pages are cached as they are asked for. */
export const generateStaticParams = () => []

export default async function GuestLayout({ children, params }: Props) {
  const { tenant: domain } = await params
  const tenant = await requireTenant(domain, await pageLocale(params))
  return (
    <>
      {children}
      <Footer title={tenant.title} filingNumber={tenant.filingNumber} languageSwitch={tenant.settings.footerLanguageSwitch} />
    </>
  )
}
