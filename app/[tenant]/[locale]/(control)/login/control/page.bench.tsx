import { pageLocale } from '@/lib/i18n/page-locale'

export const revalidate = 15
export const generateStaticParams = () => []

/** The smallest cached page there can be: what the framework alone costs. */
export default async function CachedControlPage({ params }: { params: Promise<{ locale: string }> }) {
  await pageLocale(params)
  return <h1>Control</h1>
}
