import { getLocale, getNow } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Locale } from '@/lib/domain/locale'
import type { Area } from './areas'
import { KeptMessages } from './kept-messages'
import { loadMessages } from './messages'
import { timeZone } from './request'

const written = new Map<string, string>()

/** Hands the messages of some areas to the client components below, beside what was handed out above; the others never leave the server. */
export async function Messages({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const locale = (await getLocale()) as Locale
  return (
    <KeptMessages locale={locale} timeZone={timeZone} now={await getNow()} words={await wordsOf(locale, areas)}>
      {children}
    </KeptMessages>
  )
}

/** Areas of messages as JSON, written once. */
async function wordsOf(locale: Locale, areas: readonly Area[]): Promise<string> {
  const key = [locale, ...areas].join(' ')
  const known = written.get(key)
  if (known !== undefined) return known
  const all = await loadMessages(locale)
  const words = JSON.stringify(Object.fromEntries(areas.map((area) => [area, all[area]])), withoutEchoes)
  written.set(key, words)
  return words
}

/** The platform's own words in Chinese say what they are: what is not there is shown as it came (`usePlatformWords`). */
function withoutEchoes(key: string, value: unknown): unknown {
  return key === 'platform' && value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value).filter(([text, words]) => text !== words)) : value
}
