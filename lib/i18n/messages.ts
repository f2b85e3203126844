import type { Locale } from '@/lib/domain/locale'
import { areas, type Area } from './areas'

export type AreaMessages = Record<string, unknown>

/** All messages of one language, by area. */
export async function loadMessages(locale: Locale): Promise<Record<Area, AreaMessages>> {
  const loaded = await Promise.all(
    (Object.entries(areas) as [Area, string][]).map(async ([area, file]) => [area, ((await import(`@/messages/${locale}/${file}.json`)) as { default: AreaMessages }).default] as const),
  )
  return Object.fromEntries(loaded) as Record<Area, AreaMessages>
}
