import type { Locale } from '@/lib/domain/locale'
import { areas, type Area } from './areas'

export type AreaMessages = Record<string, unknown>

const loaded = new Map<Locale, Promise<Record<Area, AreaMessages>>>()

/** All messages of one language, by area; put together once. */
export function loadMessages(locale: Locale): Promise<Record<Area, AreaMessages>> {
  const known = loaded.get(locale)
  if (known) return known
  const asked = load(locale)
  loaded.set(locale, asked)
  asked.catch(() => loaded.delete(locale))
  return asked
}

async function load(locale: Locale): Promise<Record<Area, AreaMessages>> {
  const files = await Promise.all(
    (Object.entries(areas) as [Area, string][]).map(async ([area, file]) => [area, ((await import(`@/messages/${locale}/${file}.json`)) as { default: AreaMessages }).default] as const),
  )
  return Object.fromEntries(files) as Record<Area, AreaMessages>
}
