import 'server-only'
import sharp from 'sharp'
import { keepBounded } from '@/lib/domain/bounded-map'
import { defaultLocale } from '@/lib/domain/locale'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { headersOf } from '@/lib/training/client'
import { shortBody } from './short-body'

const OPEN = '/api/public/files'
const MOST_BYTES = 2 * 1024 * 1024
const MOST_PIXELS = 40_000_000

/** A picture is kept for so long: a platform that is slow for a moment takes no logo from a certificate. */
const KEPT_MS = 10 * 60_000
const MOST_KEPT = 200
const kept = new Map<string, { picture: Buffer; until: number }>()

type Place = { address: string; headers: Record<string, string> }

/** Where a picture is fetched, and what is said there; the platform, which keeps files by tenant, is told whose it is. */
function placeOf(tenantId: string, url: string | null): Place | null {
  if (url?.startsWith(`${OPEN}/`)) return { address: env.UPSTREAM_BASE_URL + url.slice(OPEN.length), headers: headersOf({ tenantId, locale: defaultLocale }) }
  return url && /^https?:/.test(url) ? { address: url, headers: {} } : null
}

/** A picture of a tenant's that anybody may see (a logo) as PNG, `side` pixels at most; null when there is none or it is no picture. */
export async function pictureOf(tenantId: string, url: string | null, side: number): Promise<Buffer | null> {
  const place = placeOf(tenantId, url)
  if (!place) return null
  const key = `${tenantId} ${side} ${place.address}`
  const known = kept.get(key)
  if (known && known.until > performance.now()) return known.picture
  const picture = (await draw(place, side)) ?? (await draw(place, side)) ?? known?.picture ?? null
  kept.delete(key)
  if (!picture) return null
  keepBounded(kept, key, { picture, until: performance.now() + KEPT_MS }, MOST_KEPT)
  return picture
}

async function draw({ address, headers }: Place, side: number): Promise<Buffer | null> {
  try {
    const reply = await fetch(address, { headers, redirect: 'error', cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    const bytes = reply.ok ? await shortBody(reply, MOST_BYTES) : null
    if (!bytes) return null
    return await sharp(bytes, { density: 600, limitInputPixels: MOST_PIXELS }).resize(side, side, { fit: 'inside' }).png().toBuffer()
  } catch (error) {
    log.warn({ error: String(error) }, 'a picture cannot be drawn')
    return null
  }
}
