type Data = Record<string, unknown>

/** The tenant as an organization (schema.org). */
export function organizationData({ name, url, logo }: { name: string; url: string; logo: string }): Data {
  return { '@context': 'https://schema.org', '@type': 'Organization', name, url, logo }
}

/** Where a page lies, from the home page down. */
export function breadcrumbData(items: readonly { name: string; url: string }[]): Data {
  return { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement: items.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })) }
}

/** A notice as an article of its tenant. */
export function articleData({ title, url, language, publishedAt, author, publisher, picture }: {
  title: string; url: string; language: string; publishedAt: string | null; author: string; publisher: { name: string; logo: string }; picture: string
}): Data {
  return {
    '@context': 'https://schema.org', '@type': 'NewsArticle', headline: [...title].slice(0, 110).join(''), url, mainEntityOfPage: url, inLanguage: language, image: [picture],
    ...(publishedAt ? { datePublished: publishedAt, dateModified: publishedAt } : {}),
    ...(author ? { author: { '@type': 'Organization', name: author } } : {}),
    publisher: { '@type': 'Organization', name: publisher.name, logo: { '@type': 'ImageObject', url: publisher.logo } },
  }
}

/** An app for one system; it costs nothing, and nobody's stars are made up. */
export function applicationData({ name, system, version, url, download }: { name: string; system: string; version: string; url: string; download: string | null }): Data {
  return {
    '@context': 'https://schema.org', '@type': 'SoftwareApplication', name, operatingSystem: system, applicationCategory: 'EducationalApplication', softwareVersion: version, url,
    ...(download ? { downloadUrl: download } : {}), offers: { '@type': 'Offer', price: 0, priceCurrency: 'CNY' },
  }
}

/** Structured data as the text of a script element, out of which nothing can break. */
export function scriptText(data: Data | readonly Data[]): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
