import { useLocale, useTranslations } from 'next-intl'
import { JsonLd } from '@/components/content/json-ld'
import { htmlLang, type Locale } from '@/lib/domain/locale'
import type { Notice } from '@/lib/domain/notices'
import { articleData, breadcrumbData } from '@/lib/domain/structured-data'
import { inLanguage, routes } from '@/lib/routes'

/** A notice for search engines: an article of its tenant, and where it lies. */
export function NoticeData({ notice, url, language, origin, publisher }: { notice: Notice; url: string; language: Locale; origin: string; publisher: string }) {
  const t = useTranslations('notices')
  const article = articleData({
    title: notice.title, url, language: htmlLang[language], publishedAt: notice.publishedAt, author: notice.publisher, publisher: { name: publisher, logo: `${origin}/icon-512.png` }, picture: `${origin}/og.png`,
  })
  return <JsonLd data={[article, breadcrumbData([{ name: t('title'), url: origin + inLanguage(useLocale(), routes.news()) }, { name: notice.title, url }])]} />
}
