import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import { BrandMark } from '@/components/shell/brand-mark'
import { defaultLocale } from '@/lib/domain/locale'
import { routes } from '@/lib/routes'

type Props = { tenant: { title: string; logoUrl: string | null }; exerciseBank?: boolean; children: ReactNode }
export type HeaderTenant = Props['tenant']

/** Logo and name, and beside them whatever the page offers. */
export function HeaderFrame({ tenant, exerciseBank = false, children }: Props) {
  const long = useLocale() !== defaultLocale || exerciseBank
  return (
    <header className={long ? 'header header-long' : 'header'}>
      <div className="container">
        <BrandMark {...tenant} href={routes.home()} />
        {children}
      </div>
    </header>
  )
}
