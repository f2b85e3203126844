import '@/app/globals.css'
import type { Metadata, Viewport } from 'next'
import { notFound } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { htmlLang } from '@/lib/domain/locale'
import { readLaunch } from '@/lib/request/launches'

type Props = { children: ReactNode; params: Promise<{ ticket: string }> }

export const dynamic = 'force-dynamic'
export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const launch = await readLaunch((await params).ticket)
  return { title: launch?.package.title, robots: { index: false }, icons: { icon: 'data:,' } }
}

/** The document of the content host: nothing of a tenant, nothing of a session. */
export default async function ContentLayout({ children, params }: Props) {
  const launch = await readLaunch((await params).ticket)
  if (!launch) notFound()
  setRequestLocale(launch.locale)
  return (
    <html lang={htmlLang[launch.locale]} data-theme="dark">
      <body>{children}</body>
    </html>
  )
}
