import 'server-only'
import { notFound } from 'next/navigation'
import type { Settled } from '@/lib/domain/errors'

/**
 * Why the platform refuses what an address names, in its own words; null when it does not refuse. Where there is nothing of that name,
 * or what was asked is no name at all, the page is not found.
 */
export function refusalOf(asked: Settled<unknown>): string | null {
  if (asked.error === undefined) return null
  if (asked.error === 'missing' || (asked.error === 'rejected' && !asked.words)) notFound()
  return asked.words ?? null
}
