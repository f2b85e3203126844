import { setRequestLocale } from 'next-intl/server'
import type { Locale } from '@/lib/domain/locale'

export const revalidate = 60
export const generateStaticParams = () => []

/** The smallest cached page there can be: what the framework alone costs. */
export default async function CachedControlPage({ params }: { params: Promise<{ locale: Locale }> }) {
  setRequestLocale((await params).locale)
  return <h1>Control</h1>
}
