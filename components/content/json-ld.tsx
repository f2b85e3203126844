import { scriptText } from '@/lib/domain/structured-data'

/** Structured data for search engines; a block of data that no browser runs. */
export function JsonLd({ data }: { data: Parameters<typeof scriptText>[0] }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptText(data) }} />
}
